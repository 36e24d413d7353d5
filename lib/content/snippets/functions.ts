// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import { requireOwnList } from "./assign.ts";
import { isForItsChange, mayChange, methodOf } from "./changes.ts";
import { payComparison } from "./methods.ts";
import { entriesOf, nameOf, type Run } from "./run.ts";
import { Scope } from "./scope.ts";
import { type FunctionValue, isFunction, isTruthy, Outside, toFunction, toRecord, toWords, type Value } from "./value.ts";

/** Gives the parameters of a function what it is called with. */
function bindParameters(params: readonly Syntax.Pattern[], args: readonly Value[], scope: Scope, run: Run): void {
  for (const [index, param] of params.entries())
    bind(
      param.type === "RestElement" ? param.argument : param,
      param.type === "RestElement" ? args.slice(index) : args[index],
      scope,
      run,
    );
}

/** Sets the names of a pattern, as `{ title, tags = [] }` has them. */
export function bind(pattern: Syntax.Pattern, value: Value, scope: Scope, run: Run): void {
  switch (pattern.type) {
    case "Identifier":
      scope.set(pattern.name, value);
      return;
    case "AssignmentPattern":
      bind(pattern.left, value === undefined ? run.evaluate(pattern.right, scope, run) : value, scope, run);
      return;
    case "ObjectPattern":
      bindRecord(pattern, value, scope, run);
      return;
    case "ArrayPattern":
      if (!Array.isArray(value)) throw new Outside("only a list can be taken apart as one");
      bindParameters(
        pattern.elements.map((element) => element ?? UNUSED),
        value,
        scope,
        run,
      );
      return;
    default:
      throw new Outside("members cannot be assigned to", { isCode: true });
  }
}

const UNUSED: Syntax.Pattern = { type: "Identifier", name: " " };

function bindRecord({ properties }: Syntax.ObjectPattern, value: Value, scope: Scope, run: Run): void {
  const left = new Map(entriesOf(value));
  for (const property of properties) {
    if (property.type === "RestElement") {
      bind(property.argument, toRecord(left), scope, run);
      continue;
    }
    const name = property.computed ? toWords(run.evaluate(property.key, scope, run)) : nameOf(property.key);
    bind(property.value, left.get(name), scope, run);
    left.delete(name);
  }
}

const UNKNOWN_LOOP = "a loop of this kind is not worked out in a page";

/** What the statements of a function give back; undefined without a `return`. */
function runBody(statements: readonly Syntax.Statement[], scope: Scope, run: Run): Value {
  return runAll(statements, scope, run)?.value;
}

/** What a statement ended the function with, or where it goes on in a loop; undefined when the next one is to be done. */
type Ended = { readonly value: Value; readonly jump?: "break" | "continue" } | undefined;

function runAll(statements: readonly Syntax.Statement[], scope: Scope, run: Run): Ended {
  for (const statement of statements)
    if (statement.type === "FunctionDeclaration") scope.setLazy(statement.id.name, () => run.evaluate(statement, scope, run));
  for (const statement of statements) {
    run.budget.spend("steps");
    const ended = runStatement(statement, scope, run);
    if (ended) return ended;
  }
  return undefined;
}

/** Does a statement of a function. @throws Outside */
export function runStatement(statement: Syntax.Statement, scope: Scope, run: Run): Ended {
  switch (statement.type) {
    case "ReturnStatement":
      return { value: statement.argument ? run.evaluate(statement.argument, scope, run) : undefined };
    case "VariableDeclaration":
      return declare(statement, scope, run);
    case "IfStatement": {
      const { test, consequent, alternate } = statement;
      const chosen = isTruthy(run.evaluate(test, scope, run)) ? consequent : alternate;
      return chosen ? runStatement(chosen, scope, run) : undefined;
    }
    case "BlockStatement":
      return runAll(statement.body, new Scope(scope), run);
    case "SwitchStatement":
      return runSwitch(statement, scope, run);
    case "ForOfStatement":
      return runEach(statement, scope, run);
    case "BreakStatement":
    case "ContinueStatement":
      if (statement.label) throw new Outside("labels are not worked out in a page", { isCode: true });
      return { value: undefined, jump: statement.type === "BreakStatement" ? "break" : "continue" };
    case "ExpressionStatement":
      runForChange(statement.expression, scope, run);
      return undefined;
    case "FunctionDeclaration":
    case "EmptyStatement":
      return undefined;
    default:
      throw new Outside(UNKNOWN_LOOP, { isCode: true });
  }
}

/** What a statement changes. A call for another effect, such as `useEffect(…)`, is passed over: a page has none. @throws Outside */
function runForChange(expression: Syntax.Expression, scope: Scope, run: Run): void {
  if (!isForItsChange(expression) && !callsWhatChanges(expression, scope)) return;
  if (expression.type === "CallExpression") requireOwnList(expression, methodOf(expression), scope, run);
  run.evaluate(expression, scope, run);
}

/** Whether a function of the page is called that changes something. Hooks are for effects in the browser. */
function callsWhatChanges(expression: Syntax.Expression, scope: Scope): boolean {
  if (expression.type !== "CallExpression" || expression.callee.type !== "Identifier") return false;
  const { name } = expression.callee;
  if (/^use[A-Z]/.test(name) || !scope.has(name)) return false;
  try {
    const called = scope.get(name);
    return isFunction(called) && Boolean(called.mayChange);
  } catch (cause) {
    // A function that is not known is no function of the page.
    if (cause instanceof Outside) return false;
    throw cause;
  }
}

function runEach({ left, right, body }: Syntax.ForOfStatement, scope: Scope, run: Run): Ended {
  const list = run.evaluate(right, scope, run);
  const [name] = left.type === "VariableDeclaration" ? left.declarations : [];
  if (!Array.isArray(list) || !name) throw new Outside(UNKNOWN_LOOP, { isCode: true });
  for (const item of list) {
    run.budget.spend("steps");
    const inner = new Scope(scope);
    bind(name.id, item, inner, run);
    const ended = runStatement(body, inner, run);
    if (ended?.jump === "break") return undefined;
    if (ended && !ended.jump) return ended;
  }
  return undefined;
}

/**
 * Sets the names of `const`, `let` and `var`. A value that cannot be worked out costs only what asks for it; it is worked out when
 * it is asked for, or here where something could change it before that.
 */
export function declare({ kind, declarations }: Syntax.VariableDeclaration, from: Scope, run: Run): Ended {
  const scope = kind === "var" ? from.ofFunction : from;
  for (const { id, init } of declarations) {
    // `var x;` says nothing of a value that `x` has already.
    if (kind === "var" && !init && id.type === "Identifier" && scope.has(id.name)) continue;
    const find = () => (init ? evaluateApart(init, from, run) : undefined);
    if (id.type !== "Identifier") bind(id, find(), scope, run);
    else if (scope.isEager) setNow(id.name, find, scope);
    else scope.setLazy(id.name, find);
  }
  return undefined;
}

/** At the top of a file, what makes a value may change what it makes until it is done. */
export function evaluateApart(node: Syntax.Node, scope: Scope, run: Run): Value {
  if (scope.isInFunction) return run.evaluate(node, scope, run);
  return Scope.run(scope, mayChange(node), (inner) => run.evaluate(node, inner, run));
}

function setNow(name: string, find: () => Value, scope: Scope): void {
  try {
    scope.set(name, find());
  } catch (cause) {
    if (!(cause instanceof Outside || cause instanceof RangeError)) throw cause;
    scope.setLazy(name, () => {
      throw cause;
    });
  }
}

function runSwitch({ discriminant, cases }: Syntax.SwitchStatement, scope: Scope, run: Run): Ended {
  const value = run.evaluate(discriminant, scope, run);
  const found = cases.findIndex(({ test }) => {
    const candidate = test ? run.evaluate(test, scope, run) : undefined;
    payComparison(candidate, value, run.budget);
    return test && candidate === value;
  });
  const start = found >= 0 ? found : cases.findIndex(({ test }) => !test);
  if (start < 0) return undefined;
  const inner = new Scope(scope);
  for (const statement of cases.slice(start).flatMap(({ consequent }) => consequent)) {
    const ended = runStatement(statement, inner, run);
    if (ended?.jump === "break") return undefined;
    if (ended) return ended;
  }
  return undefined;
}

/** A function of the page. Its body is worked out at each call, with the names of where it is written. */
export function toClosure(node: Syntax.Function, scope: Scope, run: Run): Value {
  const { params, body, generator } = node;
  if (generator) throw new Outside("generators are not worked out in a page", { isCode: true });
  const name = "id" in node ? node.id?.name : undefined;
  const changes = mayChange(node);
  const call: FunctionValue["call"] = (args) =>
    run.budget.deeper(() =>
      Scope.run(scope, changes, (inner) => {
        bindParameters(params, args, inner, run);
        return body.type === "BlockStatement" ? runBody(body.body, inner, run) : run.evaluate(body, inner, run);
      }),
    );
  const closure: FunctionValue = { ...toFunction(call), mayChange: changes };
  return name === undefined ? closure : { ...closure, part: (part) => scope.get(`${name}.${part}`) };
}

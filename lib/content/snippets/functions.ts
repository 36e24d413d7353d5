// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import { perObject } from "../../per-object.ts";
import { payComparison } from "./methods.ts";
import { entriesOf, nameOf, type Run } from "./run.ts";
import { Scope } from "./scope.ts";
import { isTruthy, Outside, toRecord, toWords, type Value } from "./value.ts";

/** Gives the parameters of a function what it is called with. */
export function bindParameters(params: readonly Syntax.Pattern[], args: readonly Value[], scope: Scope, run: Run): void {
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

const UNKNOWN_LOOP = "loops and assignments are not worked out in a page";

/** What the statements of a function give back; undefined without a `return`. */
export function runBody(statements: readonly Syntax.Statement[], scope: Scope, run: Run): Value {
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

function runStatement(statement: Syntax.Statement, scope: Scope, run: Run): Ended {
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
      // A call for its effect, such as `useEffect(…)`: a page has none.
      return undefined;
    case "FunctionDeclaration":
    case "EmptyStatement":
      return undefined;
    default:
      throw new Outside(UNKNOWN_LOOP, { isCode: true });
  }
}

/** A loop over a list that looks for something: what it changes is not worked out. @throws Outside */
function runEach({ left, right, body }: Syntax.ForOfStatement, scope: Scope, run: Run): Ended {
  const list = run.evaluate(right, scope, run);
  const [name] = left.type === "VariableDeclaration" ? left.declarations : [];
  if (!Array.isArray(list) || !name || changesSomething(body)) throw new Outside(UNKNOWN_LOOP, { isCode: true });
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

/** Whether a statement in a loop does something besides choosing and returning. Looked at once: a loop may be in another one. */
export const changesSomething = perObject((statement: Syntax.Statement): boolean => {
  if (statement.type === "BlockStatement") return statement.body.some((each) => changesSomething(each));
  if (statement.type === "IfStatement")
    return changesSomething(statement.consequent) || (statement.alternate ? changesSomething(statement.alternate) : false);
  return statement.type === "ExpressionStatement";
});

/** Sets the names of `const` and `let`. A value that cannot be worked out costs only what asks for it. */
export function declare({ declarations }: Syntax.VariableDeclaration, scope: Scope, run: Run): Ended {
  for (const { id, init } of declarations) {
    if (id.type === "Identifier") scope.setLazy(id.name, () => (init ? run.evaluate(init, scope, run) : undefined));
    else bind(id, init ? run.evaluate(init, scope, run) : undefined, scope, run);
  }
  return undefined;
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

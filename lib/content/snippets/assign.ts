// Tested in assignments.test.ts.
import type * as Syntax from "estree-jsx";
import type { Budget } from "./budget.ts";
import { callMethod, toNumber } from "./methods.ts";
import { combine } from "./operators.ts";
import { nameOf, ownName, type Run } from "./run.ts";
import type { Scope } from "./scope.ts";
import { isRecord, isTruthy, Outside, type RecordValue, toWords, type Value } from "./value.ts";

/** `x = …`, `x += …`, `record.name = …`. @throws Outside for what is not of the function that runs. */
export function assign(node: Syntax.AssignmentExpression, scope: Scope, run: Run): Value {
  const operator = node.operator.slice(0, -1);
  return change(node.left, scope, run, (read) => {
    const right = () => run.evaluate(node.right, scope, run);
    if (operator === "") return right();
    const before = read();
    if (operator === "||") return isTruthy(before) ? before : right();
    if (operator === "&&") return isTruthy(before) ? right() : before;
    if (operator === "??") return before ?? right();
    return combine(operator as Syntax.BinaryOperator, before, right(), run.budget);
  });
}

/** `x++` and its like. @throws Outside */
export function update({ argument, operator, prefix }: Syntax.UpdateExpression, scope: Scope, run: Run): Value {
  let before = 0;
  const after = change(argument, scope, run, (read) => {
    before = toNumber(read());
    return operator === "++" ? before + 1 : before - 1;
  });
  return prefix ? after : before;
}

function change(target: Syntax.Node, scope: Scope, run: Run, toNext: (read: () => Value) => Value): Value {
  if (target.type === "Identifier") {
    const next = toNext(() => run.evaluate(target, scope, run));
    if (!scope.assign(target.name, next)) throw refused(target, scope);
    return next;
  }
  if (target.type !== "MemberExpression") throw refused(target, scope);
  const holder = run.evaluate(target.object, scope, run);
  const key = target.computed ? run.evaluate(target.property, scope, run) : nameOf(target.property);
  if (!(isRecord(holder) || Array.isArray(holder)) || !scope.owns(holder)) throw refused(target, scope);
  const next = toNext(() => (isRecord(holder) ? holder.entries.get(ownName(toWords(key))) : holder[toNumber(key)]));
  requireApart(next, holder, run.budget);
  if (isRecord(holder)) {
    const name = ownName(toWords(key));
    run.budget.spend("characters", name.length);
    holder.entries.set(name, next);
  } else if (typeof key === "number" && Number.isInteger(key) && key >= 0 && key <= holder.length) holder[key] = next;
  else throw refused(target, scope);
  return next;
}

const LIST_CHANGES: ReadonlyMap<string, (list: Value[], args: readonly Value[]) => Value> = new Map<
  string,
  (list: Value[], args: readonly Value[]) => Value
>([
  ["push", (list, args) => list.push(...args)],
  ["unshift", (list, args) => list.unshift(...args)],
  ["pop", (list) => list.pop()],
  ["shift", (list) => list.shift()],
]);
/** What gives another list here, and changes its own in JavaScript. */
const REORDERING: ReadonlySet<string> = new Set(["sort", "reverse"]);

const REFUSED: ReadonlySet<string> = new Set(["splice", "fill", "copyWithin"]);

interface Call {
  readonly node: Syntax.SimpleCallExpression;
  readonly name: string;
  readonly args: readonly Value[];
}

/**
 * Calls a method of a list where it changes the list, as `push` does; undefined for other methods. Reordering a list that is
 * not the function's own gives another one: what is done with it is all that a page sees. @throws Outside
 */
export function callChanging(list: Value[], { node, name, args }: Call, scope: Scope, run: Run): { value: Value } | undefined {
  if (REFUSED.has(name)) throw refused(node, scope);
  const work = LIST_CHANGES.get(name);
  if (!work && !(REORDERING.has(name) && scope.owns(list))) return undefined;
  if (!scope.owns(list)) throw refused(node, scope);
  if (!work) {
    const ordered = callMethod(list, name, args, run.budget);
    if (Array.isArray(ordered)) for (const [index, item] of ordered.entries()) list[index] = item;
    return { value: list };
  }
  run.budget.spend("steps", args.length);
  for (const arg of args) requireApart(arg, list, run.budget);
  return { value: work(list, args) };
}

/** A statement such as `list.sort()` means to change its list. @throws Outside where it cannot */
export function requireOwnList(expression: Syntax.Node, name: string | undefined, scope: Scope, run: Run): void {
  if (!REORDERING.has(name ?? "") || expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression")
    return;
  const list = run.evaluate(expression.callee.object, scope, run);
  if (Array.isArray(list) && !scope.owns(list)) throw refused(expression, scope);
}

/** A list that is in itself would never end. Looks at each list and record of a value once. @throws Outside */
function requireApart(value: Value, holder: Value[] | RecordValue, budget: Budget): void {
  const seen = new Set<Value>();
  const waiting = [value];
  for (let count = waiting.length; count > 0; count = waiting.length) {
    const part = waiting.pop();
    if (part === holder) throw new Outside("a list or an object would be in itself");
    const isHolder = Array.isArray(part) || isRecord(part);
    if (!isHolder || seen.has(part)) continue;
    seen.add(part);
    const inside = Array.isArray(part) ? part : [...part.entries.values()];
    budget.spend("steps", inside.length);
    for (const each of inside) if (typeof each === "object") waiting.push(each);
  }
}

/** What says which change is not made, with its line. */
function refused({ loc }: Syntax.Node, { file }: Scope): Outside {
  const at = loc ? `${file}:${loc.start.line}` : file;
  return new Outside(`what this changes is not worked out in a page (${at})`, { isCode: true });
}

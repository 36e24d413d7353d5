// Tested in assignments.test.ts.
import type * as Syntax from "estree-jsx";
import { perObject } from "../../per-object.ts";

/** Methods that change what they are called on, as far as its name says so. */
const CHANGING: ReadonlySet<string> = new Set([
  ...["push", "unshift", "pop", "shift", "splice", "sort", "reverse", "fill", "copyWithin"],
  ...["set", "add", "delete", "clear", "append"],
]);
/** Methods of a list that call a function with what is in it. */
const GOING_THROUGH: ReadonlySet<string> = new Set([
  ...["forEach", "map", "flatMap", "filter", "find", "findIndex", "some", "every", "reduce"],
]);
const FUNCTIONS: ReadonlySet<string> = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"]);
const END = { type: "End" } as unknown as Syntax.Node;

const known = new WeakMap<Syntax.Node, boolean>();

/**
 * Whether something in a function, or in one that is written in it, changes a value. A file is gone through once for all of
 * its functions, and over a list of its own: they may be nested as deeply as the file is long.
 */
export function mayChange(root: Syntax.Node): boolean {
  const found = known.get(root);
  if (found !== undefined) return found;
  known.set(root, false);
  const around: Syntax.Node[] = [root];
  const waiting = childrenOf(root);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node === END) around.pop();
    else {
      if (FUNCTIONS.has(node.type) && !known.has(node)) {
        known.set(node, false);
        around.push(node);
        waiting.push(END);
      }
      // What is around a function that changes something is marked already.
      if (isChange(node) || known.get(node))
        for (let index = around.length - 1; index >= 0 && !known.get(around[index] as Syntax.Node); index -= 1)
          known.set(around[index] as Syntax.Node, true);
      waiting.push(...childrenOf(node));
    }
  }
  return known.get(root) ?? false;
}

/** Whether an expression that is a statement is there for what it changes. A call such as `useEffect(…)` is not. */
export const isForItsChange = perObject((expression: Syntax.Node): boolean => changesIn(expression).length > 0);

/** The names at the root of what a statement changes: `a` of `a.b = 1` and of `a.push(1)`. Calls of other functions change nothing. */
export function changedNames(statement: Syntax.Node): string[] {
  return changesIn(statement).flatMap((change) => {
    let target: Syntax.Node = change;
    while (target.type !== "Identifier") {
      const inner = holderOf(target);
      if (!inner) return [];
      target = inner;
    }
    return target.name;
  });
}

/** What is done where a statement is: functions that are written in it are done only by a method that goes through a list. */
function changesIn(statement: Syntax.Node): Syntax.Node[] {
  const waiting = [statement];
  const found: Syntax.Node[] = [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isChange(node)) found.push(node);
    if (node.type === "CallExpression") {
      const goes = GOING_THROUGH.has(methodOf(node) ?? "");
      const isNamed = node.arguments.some(({ type }) => type === "Identifier");
      if (goes && isNamed && methodOf(node) === "forEach") found.push(node);
      const called = goes ? node.arguments.filter((each) => isFunctionNode(each)) : [];
      waiting.push(
        ...called.map(({ body }) => body),
        ...[node.callee, ...node.arguments].filter((each) => !isFunctionNode(each)),
      );
      if (isFunctionNode(node.callee)) waiting.push(node.callee.body);
    } else if (!isFunctionNode(node)) waiting.push(...childrenOf(node));
  }
  return found;
}

function isChange(node: Syntax.Node): boolean {
  if (node.type === "AssignmentExpression" || node.type === "UpdateExpression") return true;
  if (node.type === "UnaryExpression") return node.operator === "delete";
  return node.type === "CallExpression" && CHANGING.has(methodOf(node) ?? "");
}

/** The name of the method that a call is of. */
export function methodOf({ callee }: Syntax.SimpleCallExpression): string | undefined {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" && !callee.computed
    ? callee.property.name
    : undefined;
}

function holderOf(node: Syntax.Node): Syntax.Node | undefined {
  if (node.type === "AssignmentExpression") return node.left;
  if (node.type === "UpdateExpression" || node.type === "UnaryExpression") return node.argument;
  if (node.type === "CallExpression") return node.callee;
  if (node.type === "ChainExpression") return node.expression;
  return node.type === "MemberExpression" ? node.object : undefined;
}

function isFunctionNode(node: Syntax.Node): node is Syntax.Function {
  return FUNCTIONS.has(node.type);
}

function childrenOf(node: Syntax.Node): Syntax.Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Syntax.Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

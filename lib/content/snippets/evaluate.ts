// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import { toText } from "../text.ts";
import { assign, callChanging, update } from "./assign.ts";
import { toClosure } from "./functions.ts";
import { callMethod, GLOBALS, toNumber } from "./methods.ts";
import { combine } from "./operators.ts";
import { isPicture } from "./packages.ts";
import { toPattern } from "./pattern.ts";
import { entriesOf, nameOf, ownName, partValue, type Run } from "./run.ts";
import type { Scope } from "./scope.ts";
import {
  fromData,
  isFunction,
  isNodes,
  isRecord,
  isTruthy,
  type NodesValue,
  Outside,
  toNodesValue,
  toRecord,
  toWords,
  type Value,
} from "./value.ts";

/**
 * The value of an expression of a page, worked out over its syntax tree: literals, names, operators, calls of functions of
 * the page and of a few methods that change nothing. No JavaScript is run, so it is as safe in content from anywhere.
 * @throws Outside for everything else, and where the page's budget is used up.
 */
export function evaluate(node: Syntax.Node, scope: Scope, run: Run): Value {
  run.budget.spend("steps");
  if (TYPED.has(node.type)) return evaluate((node as unknown as { expression: Syntax.Node }).expression, scope, run);
  const work = EXPRESSIONS[node.type] as ((node: Syntax.Node, scope: Scope, run: Run) => Value) | undefined;
  if (!work) throw new Outside(`${describe(node.type)} is not worked out in a page`, { isCode: true });
  return work(node, scope, run);
}

/** What TypeScript says of a value, which changes nothing about it. */
const TYPED: ReadonlySet<string> = new Set([
  ...["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "TSTypeAssertion", "ParenthesizedExpression"],
]);

type Work = {
  readonly [Type in Syntax.Node["type"]]?: (node: Extract<Syntax.Node, { type: Type }>, scope: Scope, run: Run) => Value;
};

const EXPRESSIONS: Work = {
  Literal: (literal) => {
    if ("regex" in literal) return toPattern(literal.regex.pattern, literal.regex.flags);
    const { value } = literal;
    return typeof value === "bigint" ? Number(value) : value;
  },
  Identifier: ({ name }, scope) => readName(name, scope),
  TemplateLiteral: readTemplate,
  ArrayExpression: ({ elements }, scope, run) => scope.made(readList(elements, scope, run)),
  ObjectExpression: readObject,
  MemberExpression: ({ object, property, computed }, scope, run) =>
    readMember(evaluate(object, scope, run), computed ? readKey(property, scope, run) : nameOf(property)),
  ChainExpression: ({ expression }, scope, run) => evaluateChain(expression, scope, run),
  CallExpression: call,
  ConditionalExpression: ({ test, consequent, alternate }, scope, run) =>
    evaluate(isTruthy(evaluate(test, scope, run)) ? consequent : alternate, scope, run),
  LogicalExpression: readLogical,
  UnaryExpression: readUnary,
  BinaryExpression: ({ operator, left, right }, scope, run) =>
    combine(operator, evaluate(left, scope, run), evaluate(right, scope, run), run.budget),
  AssignmentExpression: assign,
  UpdateExpression: update,
  SequenceExpression: ({ expressions }, scope, run) => expressions.map((each) => evaluate(each, scope, run)).at(-1),
  ArrowFunctionExpression: toClosure,
  FunctionExpression: toClosure,
  FunctionDeclaration: toClosure,
  // Nothing here takes time: what would have to be fetched is not known.
  AwaitExpression: ({ argument }, scope, run) => evaluate(argument, scope, run),
  // What a build by Vite says of itself.
  MetaProperty: () => fromData({ env: { DEV: false, PROD: true, BASE_URL: "/" } }),
  JSXElement: (node, scope, run) => run.toNodes(node, scope),
  JSXFragment: (node, scope, run) => run.toNodes(node, scope),
};

function describe(type: string): string {
  const words = type
    .replace(/(Expression|Statement|Declaration)$/, "")
    .replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `"${words.toLowerCase()}"`;
}

/** @throws Outside for a name that nothing of the page has. */
function readName(name: string, scope: Scope): Value {
  if (scope.has(name)) return scope.get(name);
  if (GLOBALS.has(name)) return GLOBALS.get(name);
  throw new Outside(`"${name}" is defined nowhere`, { isCode: name in globalThis });
}

function readTemplate({ quasis, expressions }: Syntax.TemplateLiteral, scope: Scope, run: Run): string {
  const text = quasis.reduce((before, { value }, index) => {
    const next = expressions[index];
    const words = next ? toWords(evaluate(next, scope, run)) : "";
    run.budget.spend("characters", words.length);
    return before + (value.cooked ?? "") + words;
  }, "");
  run.budget.spend("characters", text.length);
  return text;
}

function readList(elements: readonly (Syntax.Expression | Syntax.SpreadElement | null)[], scope: Scope, run: Run): Value[] {
  return elements.flatMap((element): Value[] => {
    if (element?.type !== "SpreadElement") return [element ? partValue(element, scope, run) : undefined];
    const list = partValue(element.argument, scope, run);
    if (list === undefined && run.isLenient) return [undefined];
    if (!Array.isArray(list)) throw new Outside("only a list can be spread into a list");
    run.budget.spend("steps", list.length);
    return list;
  });
}

function readObject({ properties }: Syntax.ObjectExpression, scope: Scope, run: Run): Value {
  const record = toRecord();
  for (const property of properties) {
    if (property.type === "SpreadElement") {
      for (const [name, value] of entriesOf(partValue(property.argument, scope, run))) record.entries.set(name, value);
      run.budget.spend("steps", record.entries.size);
      continue;
    }
    if (property.kind !== "init") throw new Outside("getters and setters are not worked out in a page", { isCode: true });
    const name = property.computed ? toWords(evaluate(property.key, scope, run)) : nameOf(property.key);
    record.entries.set(ownName(name), partValue(property.value, scope, run));
  }
  return scope.made(record);
}

/** A key is compared with the one that a record has, so a long one costs its length. */
function readKey(property: Syntax.Node, scope: Scope, run: Run): Value {
  const key = evaluate(property, scope, run);
  if (typeof key === "string") run.budget.spend("characters", key.length);
  return key;
}

/** A member that the value has itself, as text, list or record; nothing of JavaScript's own is reached. */
export function readMember(holder: Value, key: Value): Value {
  if (holder === null || holder === undefined) throw new Outside(`"${toWords(key)}" is read from nothing`);
  if (isNodes(holder) && key === "props") return toRecord([["children", contentOf(holder)]]);
  if (isRecord(holder)) return holder.entries.get(ownName(toWords(key)));
  const part = isFunction(holder) ? holder.part?.(toWords(key)) : undefined;
  if (part !== undefined) return part;
  if (typeof holder === "string" || Array.isArray(holder)) {
    if (key === "length") return holder.length;
    // An import of a picture is its address here, and a record with it elsewhere.
    if (key === "src" && typeof holder === "string" && isPicture(holder)) return holder;
    const index = typeof key === "number" ? key : /^\d{1,9}$/.test(toWords(key)) ? Number(key) : undefined;
    if (index !== undefined) return Number.isInteger(index) && index >= 0 ? holder[index] : undefined;
  }
  throw new Outside(`"${toWords(key)}" is no part of the value`, { isCode: true });
}

/** What is inside the one element that a part of a page is, as text where it is only that. */
function contentOf({ nodes }: NodesValue): Value {
  const [only, ...more] = nodes.filter((node) => node.type !== "text" || node.value.trim() !== "");
  if (!only || more.length > 0 || !("children" in only)) return undefined;
  const children = only.children as NodesValue["nodes"];
  return children.every(({ type }) => type === "text") ? toText(only) : toNodesValue(children);
}

/** `a?.b` and `a?.()`: nothing where what is before the mark is nothing. */
function evaluateChain(node: Syntax.Expression, scope: Scope, run: Run): Value {
  if (node.type === "MemberExpression") {
    const holder = evaluateChain(node.object as Syntax.Expression, scope, run);
    if (holder === null || holder === undefined) return undefined;
    return readMember(holder, node.computed ? readKey(node.property, scope, run) : nameOf(node.property));
  }
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    const holder = evaluateChain(node.callee.object as Syntax.Expression, scope, run);
    if (holder === null || holder === undefined) return undefined;
  }
  return evaluate(node, scope, run);
}

function call(node: Syntax.SimpleCallExpression, scope: Scope, run: Run): Value {
  const { callee, arguments: given } = node;
  const args = () => readList(given, scope, run);
  if (callee.type === "MemberExpression") {
    const holder = evaluate(callee.object, scope, run);
    const name = callee.computed ? toWords(evaluate(callee.property, scope, run)) : nameOf(callee.property);
    return run.budget.deeper(() => {
      const values = args();
      const changed = Array.isArray(holder) ? callChanging(holder, { node, name, args: values }, scope, run) : undefined;
      if (changed) return changed.value;
      const value = callMethod(holder, name, values, run.budget);
      // What a text or a list gives as a list is always another one, except for what looks for an item.
      return Array.isArray(value) && MAKING.has(name) && isTextOrList(holder) ? scope.made(value) : value;
    });
  }
  const called = evaluate(callee, scope, run);
  if (!isFunction(called)) throw new Outside("only functions of the page can be called");
  const value = run.budget.deeper(() => called.call(args(), run.budget));
  return called === USE_REF && isRecord(value) ? scope.made(value) : value;
}

const USE_REF = GLOBALS.get("useRef");

const MAKING: ReadonlySet<string> = new Set(["map", "filter", "flatMap", "slice", "concat", "flat", "sort", "reverse", "split"]);

function isTextOrList(value: Value): boolean {
  return typeof value === "string" || Array.isArray(value);
}

function readLogical({ operator, left, right }: Syntax.LogicalExpression, scope: Scope, run: Run): Value {
  const first = evaluate(left, scope, run);
  const isEnough =
    operator === "&&" ? !isTruthy(first) : operator === "||" ? isTruthy(first) : first !== null && first !== undefined;
  return isEnough ? first : evaluate(right, scope, run);
}

function readUnary({ operator, argument }: Syntax.UnaryExpression, scope: Scope, run: Run): Value {
  if (operator === "typeof")
    return typeName(argument.type === "Identifier" && !scope.has(argument.name) ? undefined : evaluate(argument, scope, run));
  const value = evaluate(argument, scope, run);
  if (operator === "!") return !isTruthy(value);
  if (operator === "-") return -toNumber(value);
  if (operator === "+") return toNumber(value);
  if (operator === "void") return undefined;
  throw new Outside(`the operator ${operator} is not worked out in a page`, { isCode: true });
}

function typeName(value: Value): string {
  if (isFunction(value)) return "function";
  return typeof value;
}

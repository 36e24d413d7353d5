import { tsPlugin } from "@sveltejs/acorn-typescript";
import { type Comment, Parser } from "acorn";
import acornJsx from "acorn-jsx";
import type * as Syntax from "estree-jsx";
import type { Program } from "estree-jsx";

// Small pieces of syntax that compiled code is put together from.

/** A syntax tree of JavaScript, JSX or TypeScript: the shape that is read here. */
export interface AnyNode {
  type: string;
  [key: string]: unknown;
}

export function identifier(name: string): Syntax.Identifier {
  return { type: "Identifier", name };
}

export function literal(value: string | number | boolean | null): Syntax.Literal {
  return { type: "Literal", value };
}

export function array(elements: Syntax.Expression[]): Syntax.ArrayExpression {
  return { type: "ArrayExpression", elements };
}

/** Builds `() => expression`, or an arrow function around a block, marked as generated. */
export function thunk(body: Syntax.Expression | Syntax.BlockStatement): Syntax.ArrowFunctionExpression {
  const expression = body.type !== "BlockStatement";
  return { type: "ArrowFunctionExpression", params: [], body, expression, ...GENERATED };
}

/** Builds `function (…) { … }`, marked as generated. */
export function toFunction(params: string[], ...body: Syntax.Statement[]): Syntax.FunctionExpression {
  const block: Syntax.BlockStatement = { type: "BlockStatement", body };
  return { type: "FunctionExpression", id: null, params: params.map(identifier), body: block, ...GENERATED };
}

const GENERATED = { isGenerated: true };

/** Builds `name(…)`. */
export function callOf(name: string, args: Syntax.Expression[]): Syntax.SimpleCallExpression {
  return { type: "CallExpression", callee: identifier(name), arguments: args, optional: false };
}

/** Builds `$m.name(…)`, a call of one of the tools that the guest gives each file. */
export function tool(name: string, args: Syntax.Expression[]): Syntax.SimpleCallExpression {
  return { type: "CallExpression", callee: member(identifier(TOOLS), name), arguments: args, optional: false };
}

/** Builds `object.name`. */
export function member(object: Syntax.Expression, name: string): Syntax.MemberExpression {
  return { type: "MemberExpression", object, property: identifier(name), computed: false, optional: false };
}

/** The name under which a file has the guest's tools. */
export const TOOLS = "$m";

export function record(entries: Iterable<readonly [string, Syntax.Expression]>): Syntax.ObjectExpression {
  const properties = [...entries].map(
    ([name, value]): Syntax.Property => ({
      type: "Property",
      kind: "init",
      key: literal(name),
      value,
      // `__proto__` is a name as any other.
      computed: true,
      method: false,
      shorthand: false,
    }),
  );
  return { type: "ObjectExpression", properties };
}

export function statement(expression: Syntax.Expression): Syntax.ExpressionStatement {
  return { type: "ExpressionStatement", expression };
}

/** Returns true for a part of a syntax tree. */
export function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/**
 * Goes through a syntax tree from the leaves up and replaces each part by what `change` returns; null removes one from its
 * list. Uses an explicit stack: code may be nested as deeply as its file is long.
 */
export function mapSyntax(root: AnyNode, change: (node: AnyNode, isInFunction: boolean) => AnyNode | null): void {
  const order: { readonly node: AnyNode; readonly isInFunction: boolean }[] = [];
  const waiting = [{ node: root, isInFunction: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    order.push(next);
    const isInFunction = next.isInFunction || (/Function/.test(next.node.type) && !next.node.isGenerated);
    for (const value of Object.values(next.node))
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) waiting.push({ node: each, isInFunction });
  }
  const changed = new Map<AnyNode, AnyNode | null>();
  const of = (value: AnyNode) => (changed.has(value) ? changed.get(value) : value);
  for (const { node, isInFunction } of order.reverse()) {
    for (const [key, value] of Object.entries(node)) {
      if (Array.isArray(value) && value.some(isNode))
        node[key] = value.flatMap((each) => (isNode(each) ? (of(each) ?? []) : [each]));
      else if (isNode(value)) node[key] = of(value);
    }
    const result = node === root ? node : change(node, isInFunction);
    if (result !== node) changed.set(node, result);
  }
}

const JavaScript = Parser.extend(acornJsx());
const TypeScript = Parser.extend(tsPlugin());
const TypeScriptWithJsx = Parser.extend(tsPlugin({ jsx: true }));

/** Returns the syntax tree of a file of JavaScript or TypeScript, without types. @throws SyntaxError */
export function parseScript(file: string, text: string): Program {
  const program = parseTyped(file, text);
  if (TYPED.test(file)) mapSyntax(program as unknown as AnyNode, withoutTypes);
  return program;
}

const TYPED = /\.[cm]?tsx?$/;

/** Parses a script and keeps its types; its comments are added to `comments`. @throws SyntaxError */
export function parseTyped(file: string, text: string, comments?: Comment[]): Program {
  const parser = /\.tsx$/.test(file) ? TypeScriptWithJsx : TYPED.test(file) ? TypeScript : JavaScript;
  const options = {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    ...(comments && { onComment: comments }),
  } as const;
  return parser.parse(text, options) as unknown as Program;
}

/** Nodes that only state the type of a value. */
const AROUND_VALUES: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
]);

function withoutTypes(node: AnyNode): AnyNode | null {
  if (AROUND_VALUES.has(node.type)) return node.expression as AnyNode;
  if (node.type === "TSParameterProperty") return node.parameter as AnyNode;
  if (node.type === "TSEnumDeclaration") return node.declare ? null : enumToRecord(node);
  if (/^TS(?!Qualified)/.test(node.type) && node.type !== "TSEnumMember") return null;
  if (node.declare || node.importKind === "type" || node.exportKind === "type") return null;
  if (node.type === "ExportNamedDeclaration" && node.declaration === null && !node.source && !node.specifiers) return null;
  if (node.type === "PropertyDefinition" && node.abstract) return null;
  if (/Function/.test(node.type) && Array.isArray(node.params)) node.params = node.params.filter(({ name }) => name !== "this");
  return node;
}

/** Rewrites `enum A { B, C = "c" }` as a record. */
function enumToRecord({ id, members }: AnyNode): AnyNode {
  let next = 0;
  const properties = (members as AnyNode[]).map((member) => {
    const { name, value } = member.id as { name?: string; value?: string };
    const given = member.initializer as AnyNode | undefined;
    if (typeof given?.value === "number") next = given.value;
    const held = given ?? literal(next);
    next += 1;
    return { type: "Property", kind: "init", key: literal(String(name ?? value)), value: held, computed: false };
  });
  const init = { type: "ObjectExpression", properties };
  const declaration = { type: "VariableDeclarator", id: identifier((id as { name: string }).name), init };
  return { type: "VariableDeclaration", kind: "const", declarations: [declaration] };
}

import type { Nodes, Root, RootContent } from "mdast";
import { type Attribute, isElement } from "../tree/jsx.ts";

/** A value of an element's attribute: data as JSON has it, or what only a page can hold. */
export type Value = string | number | boolean | null | undefined | Value[] | RecordValue | FunctionValue | NodesValue;

/** Names and values. A name that the page chose is read with `getOwn`. */
interface RecordValue {
  readonly [name: string]: Value;
}

/** A function of the page's code, which nothing here calls. */
export class FunctionValue {}

/** A part of a page, as JSX and the content of elements are. */
export class NodesValue {
  readonly nodes: RootContent[];

  constructor(nodes: RootContent[]) {
    this.nodes = nodes;
  }
}

export function isRecord(value: Value): value is RecordValue {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isPart(value);
}

function isPart(value: unknown): value is FunctionValue | NodesValue {
  return value instanceof FunctionValue || value instanceof NodesValue;
}

/** Returns the content of a value in a page: text, parts of the page, lists of them; nothing for all else. */
export function toContent(value: Value): RootContent[] {
  if (Array.isArray(value)) return value.flatMap(toContent);
  if (value instanceof NodesValue) return value.nodes;
  return (typeof value === "string" && value !== "") || typeof value === "number" ? [{ type: "text", value: String(value) }] : [];
}

/** Returns a value as the attribute of an element: text as it is, all else as JSON; undefined for one that is left out. */
export function toAttribute(name: string, value: Value): Attribute | undefined {
  if (typeof value === "string") return { type: "mdxJsxAttribute", name, value };
  if (value === true) return { type: "mdxJsxAttribute", name, value: null };
  const json = value === null ? undefined : JSON.stringify(value, (_, each) => (isPart(each) ? undefined : each));
  if (json === undefined) return undefined;
  return { type: "mdxJsxAttribute", name, value: { type: "mdxJsxAttributeValueExpression", value: json } };
}

const MAX_STYLE_CHARS = 10_000;

/** Parses `color: red; max-width: 3rem` into names, as React spells them, and values; nothing for an overlong text. */
export function toStyle(text: string): RecordValue {
  const pairs = (text.length > MAX_STYLE_CHARS ? "" : text).split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
    return colon > 0 && /^-?[a-z][a-z-]*$/i.test(name) && value ? [[toCamel(name.toLowerCase()), value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function toCamel(name: string): string {
  return name.replace(/^-ms-/, "ms-").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

type Expression = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

/** Part of an acorn syntax tree: only the shape that is read here. */
interface Syntax {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns what an attribute is written as, lists and objects of any depth included; undefined for what has to be evaluated. */
export function readWritten(attribute: Attribute): Value {
  if (attribute.type !== "mdxJsxAttribute") return undefined;
  if (attribute.value === null || attribute.value === undefined) return true;
  return typeof attribute.value === "string" ? attribute.value : (readSyntax(estreeOf(attribute.value)) as Value);
}

/** Returns what a literal expression shows to the reader: text or number; undefined for all else, comments included. */
export function readWrittenText(node: Expression): string | number | undefined {
  const value = readSyntax(estreeOf(node));
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** Returns true for braces that hold nothing but comments. */
function isComment({ data }: { readonly data?: unknown }): boolean {
  return ((data as { estree?: { body: unknown[] } } | undefined)?.estree?.body ?? []).length === 0;
}

function estreeOf(holder: { data?: unknown }): Syntax | undefined {
  const program = (holder.data as { estree?: { body?: Syntax[] } } | undefined)?.estree;
  const statement = program?.body?.[0];
  return statement?.type === "ExpressionStatement" ? (statement.expression as Syntax) : undefined;
}

function readSyntax(syntax: Syntax | null | undefined): unknown {
  switch (syntax?.type) {
    case "Literal":
      return "regex" in syntax || "bigint" in syntax ? undefined : syntax.value;
    case "TemplateLiteral":
      return (syntax.expressions as unknown[]).length === 0
        ? (syntax.quasis as { value: { cooked: string } }[])[0]?.value.cooked
        : undefined;
    case "UnaryExpression": {
      const value = syntax.operator === "-" ? readSyntax(syntax.argument as Syntax) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "ArrayExpression":
      return allOrNone((syntax.elements as (Syntax | null)[]).map(readSyntax));
    case "ObjectExpression": {
      const pairs = allOrNone((syntax.properties as Syntax[]).map(readProperty));
      return pairs && Object.fromEntries(pairs);
    }
    default:
      return undefined;
  }
}

function readProperty({ type, kind, computed, method, key, value }: Syntax): readonly [string, unknown] | undefined {
  const { name, value: text } = key as { name?: unknown; value?: unknown };
  const plain = type === "Property" && kind === "init" && !computed && !method ? readSyntax(value as Syntax) : undefined;
  const own = String(name ?? text);
  return plain === undefined || own === "__proto__" ? undefined : [own, plain];
}

function allOrNone<Item>(items: readonly (Item | undefined)[]): Item[] | undefined {
  return items.some((item) => item === undefined) ? undefined : (items as Item[]);
}

/** Returns true for a tree with something that only code gives: imports, exports, expressions that are more than a literal. */
export function holdsCode(node: Root | RootContent): boolean {
  if (node.type === "mdxjsEsm") return true;
  if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression")
    return readWrittenText(node) === undefined && !isComment(node);
  if (isElement(node)) {
    const isCode = (attribute: (typeof node.attributes)[number]) =>
      attribute.type === "mdxJsxExpressionAttribute" || readWritten(attribute) === undefined;
    if (node.name === "Snippet" || node.attributes.some(isCode)) return true;
  }
  return "children" in node && (node.children as RootContent[]).some(holdsCode);
}

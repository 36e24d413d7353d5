// Tested in lib/content/snippets/aliases.test.ts.
import type { Nodes } from "mdast";
import { createRecord } from "./own.ts";

/** A JSX element of a page, block or inline. */
export type Element = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
type Expression = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;
type Attribute = Element["attributes"][number];
/** A literal value: nothing in it has to be evaluated. */
export type Literal = string | number | boolean;

/** Part of an acorn syntax tree: only the shape that is read here. */
interface Syntax {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** True for an element of either kind, whatever its name. */
export function isElement(node: Nodes): node is Element {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

/** An attribute's literal value; `true` for one without a value, undefined when it is absent or more than a literal. */
export function attributeValue(element: Element, name: string): Literal | undefined {
  const attribute = element.attributes.find((candidate) => candidate.type === "mdxJsxAttribute" && candidate.name === name);
  const value = attribute && readLiteral(attribute);
  return typeof value === "object" ? undefined : value;
}

/** What an attribute is set to: a literal, a list of literals, or declarations of style; undefined for anything else. */
export function readLiteral(attribute: Attribute): Literal | Literal[] | StyleLiteral | undefined {
  if (attribute.type !== "mdxJsxAttribute") return undefined;
  if (attribute.value === null || attribute.value === undefined) return true;
  if (typeof attribute.value === "string") return attribute.value;
  const syntax = bodyOf(attribute.value);
  if (syntax?.type === "ArrayExpression") return allOrNone((syntax.elements as (Syntax | null)[]).map((item) => literalIn(item)));
  return syntax?.type === "ObjectExpression" ? declarationsIn(syntax) : literalIn(syntax);
}

/** What an attribute is set to, lists and objects of any depth included; undefined for what is no literal. */
export function readValue(attribute: Attribute): unknown {
  if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "object" || attribute.value === null)
    return readLiteral(attribute);
  return valueIn(bodyOf(attribute.value));
}

function valueIn(syntax: Syntax | null | undefined): unknown {
  if (syntax?.type === "ArrayExpression") return allOrNone((syntax.elements as (Syntax | null)[]).map(valueIn));
  if (syntax?.type !== "ObjectExpression") return syntax?.type === "Literal" ? syntax.value : literalIn(syntax);
  const pairs = (syntax.properties as Syntax[]).map(({ key, value }) => {
    const { name, value: text } = key as { name?: unknown; value?: unknown };
    return [String(name ?? text), valueIn(value as Syntax)] as const;
  });
  return createRecord(Object.fromEntries(pairs));
}

/** Names and values of an object literal, as `style={{ maxWidth: 300 }}` has them. */
export interface StyleLiteral {
  readonly declarations: readonly (readonly [name: string, value: Literal])[];
}

function declarationsIn(syntax: Syntax): StyleLiteral | undefined {
  const pairs = (syntax.properties as Syntax[]).map(({ type, kind, computed, method, key, value }) => {
    const { name, value: text } = key as { name?: unknown; value?: unknown };
    const literal = type === "Property" && kind === "init" && !computed && !method ? literalIn(value as Syntax) : undefined;
    return literal === undefined ? undefined : ([String(name ?? text), literal] as const);
  });
  const declarations = allOrNone(pairs);
  return declarations && { declarations };
}

function allOrNone<Item>(items: readonly (Item | undefined)[]): Item[] | undefined {
  return items.some((item) => item === undefined) ? undefined : (items as Item[]);
}

/** An attribute's text; undefined when it is absent, empty or no text. */
export function attributeText(element: Element, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = attributeValue(element, name);
    if (typeof value === "string" || typeof value === "number") return String(value).trim() || undefined;
  }
  return undefined;
}

/** What a literal expression shows to the reader: text or number; undefined for all else, comments included. */
export function literalOf(node: Expression): string | number | undefined {
  const value = literalIn(bodyOf(node));
  return typeof value === "boolean" ? undefined : value;
}

function bodyOf(holder: { data?: unknown }): Syntax | undefined {
  const program = (holder.data as { estree?: { body?: Syntax[] } } | undefined)?.estree;
  const statement = program?.body?.[0];
  return statement?.type === "ExpressionStatement" ? (statement.expression as Syntax) : undefined;
}

function literalIn(syntax: Syntax | null | undefined): Literal | undefined {
  if (syntax?.type === "Literal") {
    const { value } = syntax;
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
  }
  if (syntax?.type === "TemplateLiteral" && (syntax.expressions as Syntax[]).length === 0)
    return (syntax.quasis as { value: { cooked: string } }[])[0]?.value.cooked;
  if (syntax?.type === "UnaryExpression" && syntax.operator === "-") {
    const value = literalIn(syntax.argument as Syntax);
    return typeof value === "number" ? -value : undefined;
  }
  return undefined;
}

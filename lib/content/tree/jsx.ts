/*
 * Trees: small tools on the Markdown of a page, which know nothing of components.
 * Start at `isElement` and `walk`. `text.ts` reads the words, `links.ts` the links, `anchors.ts` the ids, `fences.ts` the code.
 */

import type { Nodes } from "mdast";

/** A JSX element of a page, block or inline. */
export type Element = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
/** An attribute of an element, written out or spread. */
export type Attribute = Element["attributes"][number];
/** A literal value. */
export type Literal = string | number | boolean;

/** Returns true for an element of either kind, whatever its name. */
export function isElement(node: Nodes): node is Element {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

/** Creates an element of blocks, or of a line, with attributes that are text or, as null, have no value. */
export function createJsx(
  name: string,
  children: readonly Nodes[],
  attributes: Readonly<Record<string, string | null>> = {},
  type: Element["type"] = "mdxJsxFlowElement",
): Element {
  const list = Object.entries(attributes).map(([key, value]) => ({ type: "mdxJsxAttribute", name: key, value }));
  return { type, name, attributes: list, children } as unknown as Element;
}

/** Returns an element with an attribute, in place of any of that name. */
export function withAttribute(element: Element, name: string, value: string | null): Element {
  const others = element.attributes.filter((each) => each.type !== "mdxJsxAttribute" || each.name !== name);
  return { ...element, attributes: [...others, { type: "mdxJsxAttribute", name, value }] };
}

/** Returns an attribute's literal value; `true` for one without a value, undefined when it is absent or more than a literal. */
export function attributeValue(element: Element, name: string): Literal | undefined {
  const attribute = element.attributes.find((candidate) => candidate.type === "mdxJsxAttribute" && candidate.name === name);
  const value = attribute && readValue(attribute);
  return isLiteral(value) ? value : undefined;
}

/** Returns what an attribute is set to, lists and objects of any depth included; undefined when it is set to nothing. */
export function readValue({ value, ...attribute }: Attribute): unknown {
  if (attribute.type !== "mdxJsxAttribute") return undefined;
  if (value === null || value === undefined) return true;
  // In an expanded page, anything but text is written as JSON.
  return typeof value === "string" ? value : JSON.parse(value.value);
}

/** Returns what an attribute is set to: a literal, a list of literals, or declarations of style; undefined for anything else. */
export function readLiteral(attribute: Attribute): Literal | Literal[] | StyleLiteral | undefined {
  const value = readValue(attribute);
  if (isLiteral(value)) return value;
  if (Array.isArray(value)) return value.every(isLiteral) ? value : undefined;
  const declarations = Object.entries((value as object | undefined) ?? {});
  return value && declarations.every(([, each]) => isLiteral(each)) ? { declarations } : undefined;
}

/** Names and values of an object, as `style={{ maxWidth: 300 }}` has them. */
export interface StyleLiteral {
  readonly declarations: readonly (readonly [name: string, value: Literal])[];
}

function isLiteral(value: unknown): value is Literal {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Returns an attribute's text; undefined when it is absent, empty or no text. */
export function attributeText(element: Element, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = attributeValue(element, name);
    if (typeof value === "string" || typeof value === "number") return String(value).trim() || undefined;
  }
  return undefined;
}

/** Calls back for every node of a tree, parents before children; `false` leaves out what is below a node. */
export function walk(node: Nodes, visit: (node: Nodes) => unknown): void {
  if (visit(node) === false || !("children" in node)) return;
  for (const child of node.children) walk(child, visit);
}

/** Lists the elements of a tree, those of one of the names where there are any, parents before children. */
export function listElements(tree: Nodes, ...names: readonly string[]): Element[] {
  const found: Element[] = [];
  walk(tree, (node) => {
    if (isElement(node) && (names.length === 0 || names.includes(node.name ?? ""))) found.push(node);
  });
  return found;
}

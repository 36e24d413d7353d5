// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import type { RootContent } from "mdast";
import { isElement } from "../expressions.ts";
import type { Budget } from "./budget.ts";
import { toWords, type Value } from "./value.ts";

/** The name of a JSX element as it is written, such as `Tree.File`. */
export function elementName(name: Syntax.JSXOpeningElement["name"]): string {
  if (name.type === "JSXIdentifier") return name.name;
  if (name.type === "JSXNamespacedName") return `${name.namespace.name}:${name.name.name}`;
  return `${elementName(name.object)}.${name.property.name}`;
}

/** The name of an attribute as it is written. */
export function attributeName(name: Syntax.JSXAttribute["name"]): string {
  return name.type === "JSXIdentifier" ? name.name : `${name.namespace.name}:${name.name.name}`;
}

/** The text between elements: lines are joined by a space, and what only indents them is nothing. */
export function jsxText(value: string): RootContent[] {
  const lines = value.split(/\r?\n/);
  const words = lines
    .map((line, index) => {
      const start = index === 0 ? line : line.replace(/^[ \t]+/, "");
      return index === lines.length - 1 ? start : start.slice(0, endOf(start));
    })
    .filter(Boolean)
    .join(" ");
  return words ? [{ type: "text", value: words }] : [];
}

/** Where the spaces and tabs begin that a line ends in. A pattern would look through each run of them again and again. */
function endOf(line: string): number {
  let end = line.length;
  while (line[end - 1] === " " || line[end - 1] === "\t") end -= 1;
  return end;
}

/** An expression as a reader may be shown it where it has no value: a name, or a name of a name; undefined for what is longer. */
export function sourceOf(node: Syntax.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return undefined;
  const holder = sourceOf(node.object);
  return holder && `${holder}.${node.property.name}`;
}

/**
 * What a value shows in a page: text, parts of the page, lists of them; nothing for truth values and nothing. A part that is
 * shown in several places is another one in each. @throws Outside
 */
export function toContent(value: Value, budget: Budget): RootContent[] {
  if (Array.isArray(value)) {
    payList(value, budget);
    return value.flatMap((item) => toContent(item, budget));
  }
  if (value === null || value === undefined || typeof value === "boolean") return [];
  if (typeof value === "object" && value.kind === "nodes") return value.nodes.map((node) => copyNode(node, budget));
  const text = toWords(value);
  budget.spend("characters", text.length);
  return text ? [{ type: "text", value: text }] : [];
}

/** Charges for a node, without those below it: it is written out in each place that holds it. @throws Outside */
export function payNode(node: RootContent, budget: Budget): void {
  const attributes = isElement(node) ? node.attributes : [];
  budget.spend("nodes", 1 + attributes.length);
  const texts = [node, ...attributes].map((each) => ("value" in each ? textOf(each.value) : ""));
  budget.spend(
    "characters",
    texts.reduce((total, { length }) => total + length, 0),
  );
}

/** As many characters as looking at an item takes the time of. */
const OF_ITEM = 10;

/** Charges for looking at each item of a list, which may be in many places of itself: 40 lists of two are a trillion items. @throws Outside */
export function payList(items: readonly Value[], budget: Budget): void {
  budget.spend("characters", OF_ITEM * (items.length + 1));
}

/** Charges for a text that is to be written out. @throws Outside */
export function payText(value: Value, budget: Budget): Value {
  if (typeof value === "string") budget.spend("characters", value.length);
  return value;
}

function textOf(value: string | { readonly value: string } | null | undefined): string {
  return (typeof value === "object" ? value?.value : value) ?? "";
}

function copyNode(node: RootContent, budget: Budget): RootContent {
  payNode(node, budget);
  const copy: RootContent = { ...node };
  if ("attributes" in copy && Array.isArray(copy.attributes)) copy.attributes = copy.attributes.map((each) => ({ ...each }));
  if ("children" in node && "children" in copy)
    copy.children = (node.children as RootContent[]).map((child) => copyNode(child, budget)) as never;
  return copy;
}

// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import type { Element } from "../expressions.ts";
import type { Budget } from "./budget.ts";
import { isFunction, isNodes, isPattern, isRecord, toPlainValue, toRecord, type Value } from "./value.ts";

type Attribute = Element["attributes"][number];

/** A value as the attribute of an element, in the form in which it could be written; undefined for one that is left out. @throws Outside */
export function toAttribute(name: string, value: Value, budget: Budget): Attribute | undefined {
  if (value === null || value === undefined || isFunction(value) || isNodes(value) || isPattern(value)) return undefined;
  if (typeof value === "string") return { type: "mdxJsxAttribute", name, value };
  if (value === true) return { type: "mdxJsxAttribute", name, value: null };
  const plain = toPlainValue(value, budget);
  const estree: Syntax.Program = {
    type: "Program",
    sourceType: "module",
    body: [{ type: "ExpressionStatement", expression: toSyntax(plain) }],
  };
  return {
    type: "mdxJsxAttribute",
    name,
    value: { type: "mdxJsxAttributeValueExpression", value: JSON.stringify(plain) ?? "", data: { estree } },
  };
}

function toSyntax(value: unknown): Syntax.Expression {
  if (Array.isArray(value)) return { type: "ArrayExpression", elements: value.map(toSyntax) };
  if (typeof value === "number" && (value < 0 || Object.is(value, -0)))
    return { type: "UnaryExpression", operator: "-", prefix: true, argument: { type: "Literal", value: -value } };
  if (typeof value !== "object" || value === null) return { type: "Literal", value: (value ?? null) as string | number | null };
  return {
    type: "ObjectExpression",
    properties: Object.entries(value).map(([name, item]) => ({
      type: "Property",
      kind: "init",
      method: false,
      shorthand: false,
      computed: false,
      key: { type: "Literal", value: name },
      value: toSyntax(item),
    })),
  };
}

/**
 * The value of an attribute that an expression gives, without what hides the element: a page runs no script that would show it
 * later. What its author hides by a value that is written out stays hidden.
 */
export function shownAtAll(name: string, value: Value, expression: Syntax.Expression): Value {
  if (name === "hidden") return value === true && expression.type !== "Literal" ? undefined : value;
  if (name !== "style" || !isRecord(value) || value.entries.get("display") !== "none") return value;
  const isWritten = expression.type === "ObjectExpression" && expression.properties.some(isWrittenDisplay);
  return isWritten ? value : toRecord([...value.entries].filter(([key]) => key !== "display"));
}

function isWrittenDisplay(property: Syntax.ObjectExpression["properties"][number]): boolean {
  if (property.type !== "Property" || property.value.type !== "Literal") return false;
  const { key } = property;
  return (key.type === "Identifier" && key.name === "display") || (key.type === "Literal" && key.value === "display");
}

const LONGEST_STYLE = 10_000;

/** `color: red; max-width: 3rem` as names and values, in the spelling of React; none of a text that no author writes. */
export function toStyle(text: string): Value {
  const pairs = (text.length > LONGEST_STYLE ? "" : text).split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
    return colon > 0 && /^-?[a-z][a-z-]*$/i.test(name) && value ? [[toCamel(name.toLowerCase()), value] as const] : [];
  });
  return { kind: "record", entries: new Map(pairs) };
}

function toCamel(name: string): string {
  return name.replace(/^-ms-/, "ms-").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

import type { Attribute } from "../tree/jsx.ts";
import { isFunction, isNodes, toData, toRecord, type Value } from "./value.ts";

/** Returns a value as the attribute of an element: text as it is, all else as JSON; undefined for one that is left out. */
export function toAttribute(name: string, value: Value): Attribute | undefined {
  if (value === null || value === undefined || isFunction(value) || isNodes(value)) return undefined;
  if (typeof value === "string") return { type: "mdxJsxAttribute", name, value };
  if (value === true) return { type: "mdxJsxAttribute", name, value: null };
  return {
    type: "mdxJsxAttribute",
    name,
    value: { type: "mdxJsxAttributeValueExpression", value: JSON.stringify(toData(value)) },
  };
}

const MAX_STYLE_CHARS = 10_000;

/** Returns `color: red; max-width: 3rem` as names and values, in the spelling of React; none of a text that no author writes. */
export function toStyle(text: string): Value {
  const pairs = (text.length > MAX_STYLE_CHARS ? "" : text).split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
    return colon > 0 && /^-?[a-z][a-z-]*$/i.test(name) && value ? [[toCamel(name.toLowerCase()), value] as const] : [];
  });
  return toRecord(pairs);
}

function toCamel(name: string): string {
  return name.replace(/^-ms-/, "ms-").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

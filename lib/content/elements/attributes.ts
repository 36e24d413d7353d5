import type { Attribute } from "../tree/jsx.ts";
import { type RecordValue, toJson, type Value } from "./value.ts";

/** Returns a value as the attribute of an element: text as it is, all else as JSON; undefined for one that is left out. */
export function toAttribute(name: string, value: Value): Attribute | undefined {
  if (typeof value === "string") return { type: "mdxJsxAttribute", name, value };
  if (value === true) return { type: "mdxJsxAttribute", name, value: null };
  const json = value === null ? undefined : toJson(value);
  if (json === undefined) return undefined;
  return { type: "mdxJsxAttribute", name, value: { type: "mdxJsxAttributeValueExpression", value: json } };
}

const MAX_STYLE_CHARS = 10_000;

/** Returns `color: red; max-width: 3rem` as names and values, in the spelling of React; none of a text that no author writes. */
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

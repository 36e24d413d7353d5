import type { RootContent } from "mdast";
import type { Attribute } from "../tree/jsx.ts";

/** A value of an element's attribute: data as JSON has it, or what only a page can hold. */
export type Value = string | number | boolean | null | undefined | Value[] | RecordValue | FunctionValue | NodesValue;

/** Names and values. A name that the page chose is read with `getOwn`. */
export interface RecordValue {
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

import type { RootContent } from "mdast";

/** A value of an element's attribute: data as JSON has it, or what only a page can hold. */
export type Value = string | number | boolean | null | undefined | Value[] | RecordValue | FunctionValue | NodesValue;

/** Names and values. A name that the page chose is read with `getOwn`. */
export interface RecordValue {
  readonly [name: string]: Value;
}

/** A function of the page's code, which nothing here calls; or the content of a file of Markdown, with what it shows. */
export class FunctionValue {
  readonly page: RootContent[] | undefined;

  constructor(page?: RootContent[]) {
    this.page = page;
  }
}

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

/** Returns a value as JSON; undefined for one that has no form there. */
export function toJson(value: Value): string | undefined {
  return JSON.stringify(value, (_, each) => (isPart(each) ? undefined : each));
}

/** Returns the content of a value in a page: text, parts of the page, lists of them; nothing for all else. */
export function toContent(value: Value): RootContent[] {
  if (Array.isArray(value)) return value.flatMap(toContent);
  if (value instanceof NodesValue) return value.nodes;
  return (typeof value === "string" && value !== "") || typeof value === "number" ? [{ type: "text", value: String(value) }] : [];
}

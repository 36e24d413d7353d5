import type { RootContent } from "mdast";

/** A value of an element's attribute. None is an object of JavaScript with members. */
export type Value = string | number | boolean | null | undefined | Value[] | RecordValue | FunctionValue | NodesValue;

/** Names and values. A map, so that no name means anything but itself. */
interface RecordValue {
  readonly kind: "record";
  readonly entries: Map<string, Value>;
}

/** A function of the page's code, which nothing here calls; or the content of a file of Markdown, with what it shows. */
interface FunctionValue {
  readonly kind: "function";
  readonly page?: RootContent[];
}

/** A part of a page, as JSX and the content of elements are. */
interface NodesValue {
  readonly kind: "nodes";
  readonly nodes: RootContent[];
}

export function toRecord(entries: Iterable<readonly [string, Value]> = []): RecordValue {
  return { kind: "record", entries: new Map(entries) };
}

export function toNodesValue(nodes: RootContent[]): NodesValue {
  return { kind: "nodes", nodes };
}

export function isRecord(value: Value): value is RecordValue {
  return isKind(value, "record");
}

export function isFunction(value: Value): value is FunctionValue {
  return isKind(value, "function");
}

export function isNodes(value: Value): value is NodesValue {
  return isKind(value, "nodes");
}

function isKind(value: Value, kind: string): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value.kind === kind;
}

/** Returns data of JSON as a value. */
export function fromData(data: unknown): Value {
  if (Array.isArray(data)) return data.map(fromData);
  if (typeof data === "object" && data !== null)
    return toRecord(Object.entries(data).map(([name, value]) => [name, fromData(value)] as const));
  return typeof data === "string" || typeof data === "number" || typeof data === "boolean" || data === null ? data : undefined;
}

/** Returns a value as JSON has it; undefined for what it has no form for. */
export function toData(value: Value): unknown {
  if (Array.isArray(value)) return value.map((each) => toData(each) ?? null);
  if (isFunction(value) || isNodes(value)) return undefined;
  if (!isRecord(value)) return value;
  return Object.fromEntries([...value.entries].map(([name, each]) => [name, toData(each)]));
}

/** Returns the content of a value in a page: text, parts of the page, lists of them; nothing for all else. */
export function toContent(value: Value): RootContent[] {
  if (Array.isArray(value)) return value.flatMap(toContent);
  if (isNodes(value)) return value.nodes;
  return (typeof value === "string" && value !== "") || typeof value === "number" ? [{ type: "text", value: String(value) }] : [];
}

// Tested in type-table.test.ts.
import type { RootContent } from "mdast";
import type { Budget } from "./budget.ts";

/** What an expression of a page can be. None of them is an object of JavaScript with members. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Value[]
  | RecordValue
  | FunctionValue
  | NodesValue
  | PatternValue;

/** Names and values. A map, so that no name means anything but itself. */
export interface RecordValue {
  readonly kind: "record";
  readonly entries: Map<string, Value>;
}

/** A function of a page, of a snippet, or one of the few that are built in. */
export interface FunctionValue {
  readonly kind: "function";
  readonly call: (args: readonly Value[], budget: Budget) => Value;
  /** A component that has places by name for its content, which says with `slot` where it goes. */
  readonly takesSlots?: boolean;
  /** A part that the file of a component gives it, as in `Box.Item = …`; undefined for any other name. */
  readonly part?: (name: string) => Value;
  /** The content of a file of Markdown, which is words to read whoever shows it. */
  readonly isPage?: boolean;
  /** A function in which something is assigned to, or changed in another way. */
  readonly mayChange?: boolean;
}

/** A part of a page, as JSX and the content of elements are. */
export interface NodesValue {
  readonly kind: "nodes";
  readonly nodes: RootContent[];
}

/** Why a part of a page cannot be worked out. Costs that part only. */
export class Outside extends Error {
  /** True where running the page as code could give a value: what is missing is part of the language, and no name of the page. */
  readonly isCode: boolean;

  constructor(reason: string, { isCode = false } = {}) {
    super(reason);
    this.isCode = isCode;
  }
}

/** Why something was not worked out. @throws what is no fault of the page. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof RangeError) return "it is nested too deeply";
  if (cause instanceof Outside) return cause.message;
  throw cause;
}

/** What is looked for in a text. */
export interface PatternValue {
  readonly kind: "pattern";
  readonly pattern: RegExp;
}

export function toRecord(entries: Iterable<readonly [string, Value]> = []): RecordValue {
  return { kind: "record", entries: new Map(entries) };
}

export function toNodesValue(nodes: RootContent[]): NodesValue {
  return { kind: "nodes", nodes };
}

export function toFunction(call: FunctionValue["call"]): FunctionValue {
  return { kind: "function", call };
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

export function isPattern(value: Value): value is PatternValue {
  return isKind(value, "pattern");
}

function isKind(value: Value, kind: string): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value.kind === kind;
}

/** Data as JSON and YAML have it, as a value of a page. What is no such data is its text. */
export function fromData(data: unknown): Value {
  if (Array.isArray(data)) return data.map(fromData);
  if (typeof data === "object" && data !== null && !(data instanceof Date))
    return toRecord(Object.entries(data).map(([name, value]) => [name, fromData(value)] as const));
  return typeof data === "string" || typeof data === "number" || typeof data === "boolean" || data === null ? data : String(data);
}

/** Whether JavaScript takes a value for true. */
export function isTruthy(value: Value): boolean {
  return Boolean(value);
}

/** A value as a template string shows it. @throws Outside for what has no text, such as a list or a part of a page. */
export function toWords(value: Value): string {
  if (typeof value === "object" && value !== null) throw new Outside("only text and numbers can be joined to text");
  return String(value);
}

const DEEPEST_COPY = 20;
const LARGEST_COPY = 100_000;

/**
 * A value as JSON has it, for JSON.stringify and for attributes. A value that is in several places is copied to each, and
 * charged for each.
 * @throws Outside for functions, and for what is nested too deeply or has too many parts and characters.
 */
export function toPlainValue(value: Value, budget: Budget): unknown {
  let size = 0;
  const copy = (part: Value, depth: number): unknown => {
    const cost = typeof part === "string" ? part.length + 1 : 1;
    size += cost;
    budget.spend("characters", cost);
    if (depth > DEEPEST_COPY || size > LARGEST_COPY) throw new Outside("a value is too large to be written out");
    if (Array.isArray(part)) return part.map((item) => copy(item, depth + 1));
    if (isFunction(part) || isNodes(part) || isPattern(part)) throw new Outside("a function or an element is no plain value");
    if (!isRecord(part)) return part;
    return Object.fromEntries([...part.entries].map(([name, item]) => [name, copy(item, depth + 1)]));
  };
  return copy(value, 0);
}

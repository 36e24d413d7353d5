import type { z } from "zod";
import { isObject } from "../../openapi/description/json.ts";

/** A value of a settings file that its schema refuses. */
export interface LeftOut {
  /** The way to it from the top of the file. */
  readonly keys: readonly PropertyKey[];
  /** The fault, in words that follow its name. */
  readonly reason: string;
  readonly value: unknown;
}

const MAX_ROUNDS = 30;
const DROPPED = Symbol("dropped");

/**
 * Reads a value of a file that people write, without what the schema refuses: a wrong field costs itself alone, and an entry of a list
 * that lacks a field costs that entry. `data` is null when nothing can be kept. A value that fits is parsed once.
 */
export function readLenient<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.infer<Schema> | null; leftOut: readonly LeftOut[] } {
  const first = schema.safeParse(value);
  if (first.success) return { data: first.data, leftOut: [] };
  const rest: unknown = structuredClone(value);
  const leftOut: LeftOut[] = [];
  let { issues } = first.error;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const dropped = issues.flatMap((issue) => listDrops(rest, issue)).filter(({ keys }) => drop(rest, keys));
    leftOut.push(...dropped);
    if (dropped.length === 0) break;
    issues = schema.safeParse(rest).error?.issues ?? [];
  }
  return { data: schema.safeParse(withoutDropped(rest)).data ?? null, leftOut };
}

/** Lists what an issue asks to leave out: the field, or what lacks one that it needs. */
function listDrops(root: unknown, { path, message, ...issue }: z.core.$ZodIssue): LeftOut[] {
  const leaveOut = (keys: readonly PropertyKey[], reason: string) => ({ keys, reason, value: valueAt(root, keys) });
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => leaveOut([...path, key], "this field is not known"));
  if (valueAt(root, path) !== undefined) return [leaveOut(path, message)];
  const holder = path.slice(0, -1);
  if (isObject(valueAt(root, holder))) return [leaveOut(holder, `${String(path.at(-1))} is missing`)];
  // What is written in a shorter form than the schema has is named as it is written.
  const written = path.map((_, index) => path.slice(0, -1 - index)).find((keys) => valueAt(root, keys) !== undefined);
  return [leaveOut(written ?? [], message)];
}

/** Takes a value out. Positions in lists stay those of the file: what was dropped leaves its mark until the end. */
function drop(root: unknown, keys: readonly PropertyKey[]): boolean {
  const parent = valueAt(root, keys.slice(0, -1));
  const last = keys.at(-1);
  const value = valueAt(root, keys);
  if (last === undefined || value === undefined || value === DROPPED) return false;
  if (Array.isArray(parent)) parent[Number(last)] = DROPPED;
  else Reflect.deleteProperty(parent as object, last);
  return true;
}

/** Returns the value at some keys; the mark for one in what was dropped. */
function valueAt(root: unknown, keys: readonly PropertyKey[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (value === DROPPED) return DROPPED;
    return typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as Record<PropertyKey, unknown>)[key]
      : undefined;
  }, root);
}

function withoutDropped(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== DROPPED).map(withoutDropped);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutDropped(item)]));
}

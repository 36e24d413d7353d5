import type { z } from "zod";
import { isObject } from "../../openapi/json.ts";

/** Something in a settings file that was left out, and where it was. */
interface LeftOut {
  readonly keys: readonly PropertyKey[];
  readonly reason: string;
}

const MAX_ROUNDS = 30;
const DROPPED = Symbol("dropped");

/**
 * Checks a value and leaves out what the schema does not take, so that one wrong field costs itself alone: an unknown or
 * wrong field is dropped, an entry of a list that lacks what it needs too. Null when nothing is left.
 */
export function parseLenient<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.infer<Schema> | null; leftOut: LeftOut[] } {
  const rest: unknown = structuredClone(value);
  const leftOut: LeftOut[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const issues = schema.safeParse(rest).error?.issues ?? [];
    const dropped = issues.flatMap((issue) => listDrops(rest, issue)).filter(({ keys }) => drop(rest, keys));
    leftOut.push(...dropped);
    if (dropped.length === 0) break;
  }
  const { data } = schema.safeParse(withoutDropped(rest));
  return { data: data ?? null, leftOut };
}

/** Lists what an issue asks to leave out: the field, or what lacks one that it needs. */
function listDrops(root: unknown, { path, message, ...issue }: z.core.$ZodIssue): LeftOut[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ keys: [...path, key], reason: "this field is not known" }));
  if (valueAt(root, path) !== undefined) return [{ keys: path, reason: message }];
  const holder = path.slice(0, -1);
  if (isObject(valueAt(root, holder))) return [{ keys: holder, reason: `${String(path.at(-1))} is missing` }];
  // What is written in a shorter form than the schema has is named as it is written.
  const written = path.map((_, index) => path.slice(0, -1 - index)).find((keys) => valueAt(root, keys) !== undefined);
  return [{ keys: written ?? [], reason: message }];
}

/** Takes a value out. Places in lists stay those of the file: what was dropped leaves its mark until the end. */
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

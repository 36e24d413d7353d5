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
    const dropped = findIssues(schema, rest).flatMap((issue) => dropOf(rest, issue));
    leftOut.push(...dropped);
    if (dropped.length === 0) break;
  }
  const { data } = schema.safeParse(withoutDropped(rest));
  return { data: data ?? null, leftOut };
}

/** Places in lists stay those of the file: what was dropped leaves its mark until the end. */
function findIssues(schema: z.ZodType, rest: unknown): z.core.$ZodIssue[] {
  return (schema.safeParse(rest).error?.issues ?? []).filter(({ path }) => !isDropped(rest, path));
}

function dropOf(root: unknown, issue: z.core.$ZodIssue): LeftOut[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.flatMap((key) => {
      const keys = [...issue.path, key];
      return drop(root, keys) ? [{ keys, reason: "this field is not known" }] : [];
    });
  }
  const keys = valueAt(root, issue.path) === undefined ? issue.path.slice(0, -1) : issue.path;
  const missing = keys.length < issue.path.length ? `${String(issue.path.at(-1))} is missing` : issue.message;
  return drop(root, keys) ? [{ keys, reason: missing }] : [];
}

function drop(root: unknown, keys: readonly PropertyKey[]): boolean {
  const parent = valueAt(root, keys.slice(0, -1));
  const last = keys.at(-1);
  if (last === undefined || parent === null || typeof parent !== "object") return false;
  if (Array.isArray(parent)) {
    if (parent[Number(last)] === DROPPED) return false;
    parent[Number(last)] = DROPPED;
    return true;
  }
  return Object.hasOwn(parent, last) && Reflect.deleteProperty(parent, last);
}

function valueAt(root: unknown, keys: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of keys) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function isDropped(root: unknown, keys: readonly PropertyKey[]): boolean {
  let value = root;
  for (const key of keys) {
    if (value === DROPPED) return true;
    if (value === null || typeof value !== "object") return false;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === DROPPED;
}

function withoutDropped(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== DROPPED).map(withoutDropped);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutDropped(item)]));
}

import { decodeText } from "../../decode-text.ts";
import { perObject } from "../../per-object.ts";
import { isObject, type JsonObject } from "./json.ts";

/** References that lead on to others are followed this far. */
const MAX_HOPS = 20;
/** Characters of a reference; a longer one leads nowhere. */
const MAX_REFERENCE_CHARS = 4_000;
/** Targets that are remembered for each document; the longest references are far fewer than that. */
const MAX_CACHED = 20_000;

/**
 * An OpenAPI 3.0 or 3.1 description. Its `$ref`s are in place, and any part of it may be faulty: who reads it checks what
 * they read, and takes what cannot be used as absent.
 */
export type OpenApiDocument = JsonObject;

/** The target of a reference: an object of the document, or the reason why it has none. */
export type Target = { readonly value: unknown } | { readonly broken: "external" | "missing" | "endless" };

/** Returns a part, or what its `$ref` leads to; empty when that is not an object. */
export function resolveReference(document: OpenApiDocument, part: unknown): JsonObject {
  const target = followReference(document, part);
  return "value" in target && isObject(target.value) ? target.value : {};
}

/** Follows a `$ref`, and those it leads on to, inside the description; a part without one is its own target. */
export function followReference(document: OpenApiDocument, part: unknown): Target {
  let value = part;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (!isObject(value) || typeof value.$ref !== "string") return { value };
    if (!value.$ref.startsWith("#")) return { broken: "external" };
    value = targetOf(document, value.$ref);
    if (value === undefined) return { broken: "missing" };
  }
  return { broken: "endless" };
}

/** Returns what a reference leads to, read once: any number of parts may lead through the same long one. */
function targetOf(document: OpenApiDocument, reference: string): unknown {
  if (reference.length > MAX_REFERENCE_CHARS) return undefined;
  const targets = targetsOf(document);
  if (targets.has(reference)) return targets.get(reference);
  const value = valueAt(document, pointerKeys(reference));
  if (targets.size >= MAX_CACHED) targets.clear();
  targets.set(reference, value);
  return value;
}

const targetsOf = perObject((_: OpenApiDocument) => new Map<string, unknown>());

/** Returns the keys of a JSON pointer in its form for addresses, such as `#/paths/~1pets/get`. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .slice(1)
    .split("/")
    .slice(1)
    .map((key) => (decodeText(key) ?? key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the JSON pointer of keys, such as `#/paths/~1pets/get`. */
export function toPointer(keys: readonly string[]): string {
  return ["#", ...keys.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

function valueAt(document: OpenApiDocument, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined,
    document,
  );
}

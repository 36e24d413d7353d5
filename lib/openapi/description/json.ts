import { perObject } from "../../per-object.ts";

// Tested through what reads descriptions: openapi.test.ts and operation.test.ts.

/** A JSON object of unknown shape: its members are checked where they are read. */
export type JsonObject = { readonly [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value when it is an object, else an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value without white space at its ends when it is text, else empty text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Returns the member of a name from outside: `constructor` and `__proto__` are names like any other. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Says why an API description is unavailable, for the person who configured it, with what to do. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  /** The same may work later: nothing is wrong with the description or the settings. */
  readonly isTemporary: boolean;

  constructor(words: string, { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {}) {
    super(words, { cause });
    this.isTemporary = isTemporary;
  }
}

/** Characters that a value takes beside its own. */
const VALUE_CHARS = 4;

/** Counts the characters that are written in a description, about those of its JSON; what several of its parts refer to counts once. */
export const writtenChars = perObject((document: object): number => {
  const seen = new Set<object>();
  const waiting: object[] = [document];
  let chars = 0;
  for (let value = waiting.pop(); value; value = waiting.pop()) {
    // YAML can name one value in several places.
    if (seen.has(value)) continue;
    seen.add(value);
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      chars += VALUE_CHARS + (isList ? 0 : key.length) + (typeof member === "string" ? member.length : 0);
      if (typeof member === "object" && member !== null) waiting.push(member);
    }
  }
  return chars;
});

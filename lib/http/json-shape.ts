import { requestBounds } from "../request-bounds.ts";
import { invalidRequest } from "./field-errors.ts";

/** Bounds on the shape of a body; see `requestBounds`. */
export interface ShapeBounds {
  readonly levels: number;
  readonly values: number;
  readonly items: number;
  readonly lists: Readonly<Record<string, number>>;
}

const REMEDY = "send a smaller body, such as fewer earlier messages";
/** Characters of a key that are read and shown: it may have megabytes, and each array below it asks again. */
const SHOWN_KEY = 60;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([..."[{,"].map((letter) => letter.charCodeAt(0)));

/**
 * Throws for JSON text with more than twice the values that are allowed, as far as brackets and commas tell: each value has at most
 * one of both. Called before parsing, which takes a third of a second for a few MiB of small objects.
 * @throws ServiceError `invalid_request`.
 */
export function requireFewValues(text: string, { values }: Pick<ShapeBounds, "values"> = requestBounds): void {
  let count = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString && code === BACKSLASH) at++;
    else if (!isInString && OPENING.has(code) && ++count > 2 * values)
      throw excess([], `has more than ${values.toLocaleString("en")} values; ${REMEDY}`);
  }
}

/**
 * Throws for a value whose shape is above the bounds.
 * @throws ServiceError `invalid_request` that names the path of the first excess.
 */
export function requireShape(value: unknown, bounds: ShapeBounds = requestBounds): void {
  let count = 0;
  const walk = (node: unknown, path: readonly string[]): void => {
    if (++count > bounds.values) throw excess(path, `comes after ${bounds.values.toLocaleString("en")} other values; ${REMEDY}`);
    if (typeof node !== "object" || node === null) return;
    if (path.length >= bounds.levels) throw excess(path, `nests deeper than ${bounds.levels} levels; send a flatter body`);
    const most = Array.isArray(node) ? (bounds.lists[placeOf(path)] ?? bounds.items) : Number.POSITIVE_INFINITY;
    if (Array.isArray(node) && node.length > most)
      throw excess(path, `has more than ${most.toLocaleString("en")} items; send at most that many`);
    for (const [name, inner] of Object.entries(node)) walk(inner, [...path, name.slice(0, SHOWN_KEY)]);
  };
  walk(value, []);
}

function placeOf(path: readonly string[]): string {
  return path.map((name) => (/^\d+$/.test(name) ? "*" : name)).join(".");
}

function excess(path: readonly string[], message: string) {
  return invalidRequest([{ path: path.join("."), message }]);
}

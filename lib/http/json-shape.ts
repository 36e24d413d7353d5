import { requestBounds } from "../request-bounds.ts";
import { invalidRequest } from "./field-errors.ts";

/** Bounds on the shape of a body; see `requestBounds`. */
export interface ShapeBounds {
  readonly levels: number;
  readonly values: number;
  readonly items: number;
  readonly lists: Readonly<Record<string, number>>;
}

/** An array or object that is open where the text is read. */
interface Level {
  readonly isList: boolean;
  /** The most values in it. */
  readonly max: number;
  /** Values that began in it. */
  count: number;
  /** The last key of an object, with its quotes; undefined where the next text is a key. */
  key: string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHOWN_KEY = 60;

/**
 * Throws for JSON text whose shape is above the bounds. Called before parsing, which takes seconds for a few MiB of small
 * objects. Text that is not JSON may pass: the parser refuses it. O(characters).
 * @throws ServiceError `invalid_request` that names the path of the first excess.
 */
export function requireShape(text: string, bounds: ShapeBounds = requestBounds): void {
  const levels: Level[] = [];
  const places = Object.entries(bounds.lists).map(([place, max]) => ({ names: place.split("."), max }));
  let values = 0;
  const beginValue = () => {
    const level = levels.at(-1);
    if (level && ++level.count > level.max) throw tooManyItems(levels, level.max);
    if (++values > bounds.values) throw tooManyValues(levels, bounds.values);
  };
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = tokenEnd(text, at);
    const level = levels.at(-1);
    switch (text[at]) {
      case "[":
      case "{":
        beginValue();
        if (levels.length === bounds.levels) throw tooDeep(levels, bounds.levels);
        levels.push(openLevel(text[at] === "[", () => places.find(({ names }) => isPlace(names, levels))?.max ?? bounds.items));
        break;
      case "]":
      case "}":
        levels.pop();
        break;
      case ",":
        if (level) level.key = undefined;
        break;
      case '"':
        if (level && !level.isList && level.key === undefined) level.key = text.slice(at, end);
        else beginValue();
        break;
      default:
        if (isWordCharacter(text.charCodeAt(at))) beginValue();
    }
  }
}

/** Returns the end of the token that begins at `start`: of a text the place after its closing quote. */
function tokenEnd(text: string, start: number): number {
  let at = start + 1;
  if (text.charCodeAt(start) === QUOTE) {
    for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
    return at + 1;
  }
  if (!isWordCharacter(text.charCodeAt(start))) return at;
  while (at < text.length && isWordCharacter(text.charCodeAt(at))) at++;
  return at;
}

/** Returns true for the characters of numbers, `true`, `false` and `null`. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x45
  );
}

function openLevel(isList: boolean, maxItems: () => number): Level {
  return { isList, max: isList ? maxItems() : Number.POSITIVE_INFINITY, count: 0, key: undefined };
}

function isPlace(names: readonly string[], around: readonly Level[]): boolean {
  return (
    names.length === around.length &&
    around.every(({ isList, key }, index) => (isList ? names[index] === "*" : isKey(key, names[index] as string)))
  );
}

/** Characters of the longest escape, such as `\u0061`. */
const ESCAPE = 6;

/** Returns true for the key of that name. A longer one is not read: it may have megabytes, and each array below it asks again. */
function isKey(key: string | undefined, name: string): boolean {
  return key !== undefined && key.length <= ESCAPE * name.length + 2 && readKey(key) === name;
}

/** Reads a key, which may be written with escapes: `"p\u0061rts"` is parts. */
function readKey(key = '""'): string {
  const bare = key.slice(1, -1);
  if (!bare.includes("\\")) return bare;
  try {
    return String(JSON.parse(key));
  } catch {
    return bare; // No JSON, so the parser refuses it.
  }
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ isList, count, key }) => (isList ? String(count - 1) : readKey(key).slice(0, SHOWN_KEY))).join(".");
}

function tooManyItems(levels: readonly Level[], max: number) {
  return excess(levels.slice(0, -1), `has more than ${max.toLocaleString("en")} items; send at most that many`);
}

function tooManyValues(levels: readonly Level[], max: number) {
  const words = `comes after ${max.toLocaleString("en")} other values; send a smaller body, such as fewer earlier messages`;
  return excess(levels, words);
}

function tooDeep(levels: readonly Level[], max: number) {
  return excess(levels, `nests deeper than ${max} levels; send a flatter body`);
}

function excess(levels: readonly Level[], message: string) {
  return invalidRequest([{ path: pathOf(levels), message }]);
}

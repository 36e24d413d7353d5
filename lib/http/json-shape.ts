import { requestBounds } from "../request-bounds.ts";
import { invalidRequest } from "./field-errors.ts";

/** The bounds that the shape of a body is held to; see `requestBounds`. */
export interface ShapeBounds {
  readonly levels: number;
  readonly values: number;
  readonly items: number;
  readonly lists: Readonly<Record<string, number>>;
}

/** An array or object that is open at the place of reading. */
interface Level {
  readonly isList: boolean;
  /** Most values in it. */
  readonly most: number;
  /** Values that began in it. */
  count: number;
  /** Of an object: the last key, from quote to quote; undefined while the next text is a key. */
  key: string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHOWN_KEY = 60;

/**
 * Holds JSON text to the bounds of its shape. It comes before parsing, which takes seconds for a few MiB of small objects.
 * Text that is not JSON is read as far as it goes; the parser refuses it later. O(characters).
 * @throws ServiceError `invalid_request` that names the place of the first excess.
 */
export function requireShape(text: string, bounds: ShapeBounds = requestBounds): void {
  const levels: Level[] = [];
  const places = Object.entries(bounds.lists).map(([place, most]) => ({ names: place.split("."), most }));
  let values = 0;
  const beginValue = () => {
    const level = levels.at(-1);
    if (level && ++level.count > level.most) throw tooManyItems(levels, level.most);
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
        levels.push(openLevel(text[at] === "[", () => places.find(({ names }) => isPlace(names, levels))?.most ?? bounds.items));
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

/** Where the token that begins here ends: a text after its closing quote, a number or a word before what ends it. */
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

/** Letters, digits, sign and point: what numbers, `true`, `false` and `null` are written with. */
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

function openLevel(isList: boolean, mostItems: () => number): Level {
  return { isList, most: isList ? mostItems() : Number.POSITIVE_INFINITY, count: 0, key: undefined };
}

function isPlace(names: readonly string[], around: readonly Level[]): boolean {
  return (
    names.length === around.length &&
    around.every(({ isList, key }, index) => (isList ? names[index] === "*" : isKey(key, names[index] as string)))
  );
}

/** Characters of the longest escape, such as `\u0061`. */
const ESCAPE = 6;

/** A key too long to be the name is not read: it may be megabytes, and asked about again for each array below it. */
function isKey(key: string | undefined, name: string): boolean {
  return key !== undefined && key.length <= ESCAPE * name.length + 2 && readKey(key) === name;
}

/** A key may be written with escapes: `"p\u0061rts"` is parts. */
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

function tooManyItems(levels: readonly Level[], most: number) {
  return excess(levels.slice(0, -1), `has more than ${most.toLocaleString("en")} items; send at most that many`);
}

function tooManyValues(levels: readonly Level[], most: number) {
  const words = `comes after ${most.toLocaleString("en")} other values; send a smaller body, such as fewer earlier messages`;
  return excess(levels, words);
}

function tooDeep(levels: readonly Level[], most: number) {
  return excess(levels, `nests deeper than ${most} levels; send a flatter body`);
}

function excess(levels: readonly Level[], message: string) {
  return invalidRequest([{ path: pathOf(levels), message }]);
}

/*
 * JSON whose integers stay as they are written. JavaScript rounds those of more than 53 bits, such as an id of 64 bits: here each is
 * a text that begins with a sign of the private use area, so that it passes through everything that plain data passes through.
 */

const MARK = "\u{F0A11}";
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const HAS_LONG = /\d{16}/;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "gu");
/** Keywords whose values are numbers, where a text would be a mistake. */
const NUMERIC = /^(?:minimum|maximum|exclusiveM(?:in|ax)imum|multipleOf|m(?:in|ax)(?:Length|Items|Properties|Contains))$/;

/**
 * Parses JSON, with long integers as they are written.
 * @throws SyntaxError for what is not JSON
 */
export function parseJson(text: string): unknown {
  if (!HAS_LONG.test(text)) return JSON.parse(text);
  let key = "";
  const marked = text.replace(TOKEN, (token, colon: string | undefined) => {
    if (token.startsWith('"')) {
      key = colon === undefined ? "" : token.slice(1, token.lastIndexOf('"'));
      return token;
    }
    return isTooLong(token) && !isNumeric(key) ? `"${MARK}${token}"` : token;
  });
  return JSON.parse(marked);
}

/** Writes a value as JSON, long integers as they were written; empty for undefined. */
export function toJson(value: unknown, indent?: number, isLeftOut?: (value: unknown) => boolean): string {
  const replacer = isLeftOut && ((_: string, part: unknown) => (isLeftOut(part) ? undefined : part));
  return (JSON.stringify(value, replacer, indent) ?? "").replace(MARKED, "$1");
}

/** Returns an integer as the value that JSON has of it: a number, or its digits where a number would be another one. */
export function integerOf(digits: string): number | string {
  return isTooLong(digits) ? MARK + digits : Number(digits);
}

/** Returns true for the value of an integer that a number would round. */
export function isLongInteger(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(MARK);
}

/** Returns true for JSON that programming languages would round when they parse it. */
export function holdsLongIntegers(text: string): boolean {
  return HAS_LONG.test(text) && JSON.stringify(parseJson(text)).includes(MARK);
}

/** Returns a text, or the digits of a long integer. */
export function plainText(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

/** Returns true for a keyword of JSON Schema whose value is a number whatever its length. */
export function isNumeric(key: unknown): boolean {
  return typeof key === "string" && NUMERIC.test(key);
}

function isTooLong(digits: string): boolean {
  return /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits));
}

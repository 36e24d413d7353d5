import type { z } from "zod";
import { requestBounds } from "../request-bounds.ts";
import { type FieldError, ServiceError } from "../service-error.ts";

/** The most bytes of a body, and the most time that it may take to arrive. */
interface BodyBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Thrown for a body whose client has disconnected. It is not a refusal, since nobody would read it. */
export class ClientGone extends ServiceError {
  constructor(cause: unknown) {
    super("invalid_request", "The body ended before it was complete; send it again.", { cause });
  }
}

/** The refusal of a body that is not JSON. */
export class UnreadableJson extends ServiceError {
  constructor(words: string, cause?: unknown) {
    super("invalid_request", words, { errors: [{ path: "", message: words }], cause });
  }
}

const TIMEOUT_MS = 20_000;

/**
 * Reads a JSON body, and no more of it than the bounds allow. NUL characters, which a store may refuse, are read as U+FFFD.
 * @throws ServiceError `unsupported_media_type`, `too_large`, `timeout` or `invalid_request`.
 */
export async function readJson(
  request: Request,
  { maxBytes = requestBounds.bytes, timeoutMs = TIMEOUT_MS }: Partial<BodyBounds> = {},
): Promise<unknown> {
  const bounds = { maxBytes, timeoutMs };
  requireJson(request);
  if (Number(request.headers.get("content-length")) > bounds.maxBytes) throw tooLarge(bounds);
  const text = decodeUtf8(replaceNul(await readBytes(request, bounds)));
  requireFewValues(text);
  const value = parseJson(text);
  requireShape(value);
  return value;
}

/** Reads the fields of an HTML form. @throws ServiceError `unsupported_media_type`, `too_large`, `timeout` or `invalid_request`. */
export async function readForm(request: Request, bounds: BodyBounds): Promise<URLSearchParams> {
  if (request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw new ServiceError("unsupported_media_type", "The body must be a form: application/x-www-form-urlencoded.");
  return new URLSearchParams(decodeUtf8(await readBytes(request, bounds)));
}

function requireJson(request: Request): void {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json" || /^application\/[\w.+-]+\+json$/.test(type)) return;
  throw new ServiceError("unsupported_media_type", "The body must be JSON: send the header Content-Type: application/json.");
}

async function readBytes(request: Request, { maxBytes, timeoutMs }: BodyBounds): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(timedOut(timeoutMs)), timeoutMs);
  try {
    const chunks: Uint8Array[] = [];
    for (let size = 0; ; ) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) return Buffer.concat(chunks, size);
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge({ maxBytes });
      chunks.push(value);
    }
  } catch (thrown) {
    // A client that disconnects gets no response. The server is not at fault.
    throw thrown instanceof ServiceError ? thrown : new ClientGone(thrown);
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {}); // The rest of a refused body is not read, and its failure does not matter.
  }
}

const BACKSLASH = 0x5c;
const NUL = [..."u0000"].map((letter) => letter.charCodeAt(0));
const REPLACEMENT = [..."ufffd"].map((letter) => letter.charCodeAt(0));

/**
 * Replaces each escaped NUL by U+FFFD, in place. It goes byte by byte, since a regular expression is
 * slow on 4 MiB of escapes.
 */
function replaceNul(bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== BACKSLASH) continue;
    at += 1; // An escaped character, such as a second backslash, begins no escape.
    let same = 0;
    while (same < NUL.length && bytes[at + same] === NUL[same]) same += 1;
    if (same === NUL.length) bytes.set(REPLACEMENT, at);
  }
  return bytes;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableJson("The body is not UTF-8 text; send JSON encoded as UTF-8.", cause);
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new UnreadableJson("The body is empty; send a JSON object.");
  try {
    return JSON.parse(text);
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : "";
    const place = /position (\d+)/.exec(words)?.[1];
    throw new UnreadableJson(`The body is not valid JSON${place ? `: look near character ${place}` : ""}.`, cause);
  }
}

function tooLarge({ maxBytes }: Pick<BodyBounds, "maxBytes">): ServiceError {
  const isMessage = maxBytes >= requestBounds.messageBytes;
  const limit = isMessage ? `${maxBytes / 1024 / 1024} MiB` : `${Math.ceil(maxBytes / 1024)} KiB`;
  const remedy = isMessage
    ? "In a long chat, send fewer earlier messages."
    : "Send the fields that this endpoint takes, and nothing else.";
  return new ServiceError("too_large", `The body is larger than ${limit}. ${remedy}`);
}

function timedOut(timeoutMs: number): ServiceError {
  const words = `The body did not arrive within ${timeoutMs / 1_000} seconds; send it again.`;
  return new ServiceError("timeout", words, { headers: { Connection: "close" } });
}

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
  // Shorter lists are within any bound, wherever they are.
  const fewest = Math.min(bounds.items, ...Object.values(bounds.lists));
  // One path for all values: a copy for each takes half a second for a few MiB.
  const path: string[] = [];
  const walk = (node: unknown): void => {
    if (++count > bounds.values) throw excess(path, `comes after ${bounds.values.toLocaleString("en")} other values; ${REMEDY}`);
    if (typeof node !== "object" || node === null) return;
    if (path.length >= bounds.levels) throw excess(path, `nests deeper than ${bounds.levels} levels; send a flatter body`);
    if (Array.isArray(node) && node.length > fewest) {
      const most = bounds.lists[placeOf(path)] ?? bounds.items;
      if (node.length > most) throw excess(path, `has more than ${most.toLocaleString("en")} items; send at most that many`);
    }
    for (const [name, inner] of Object.entries(node)) {
      path.push(name.length > SHOWN_KEY ? name.slice(0, SHOWN_KEY) : name);
      walk(inner);
      path.pop();
    }
  };
  walk(value);
}

function placeOf(path: readonly string[]): string {
  return path.map((name) => (/^\d+$/.test(name) ? "*" : name)).join(".");
}

function excess(path: readonly string[], message: string) {
  return invalidRequest([{ path: path.join("."), message }]);
}

type RawIssue = z.core.$ZodRawIssue;

/**
 * Returns a value from outside as its schema reads it.
 * @throws ServiceError `invalid_request` that names every wrong field, or the first 20, its rule and how to fix it.
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.slice(0, requestBounds.faults).flatMap(toFieldErrors));
}

/** Returns the refusal of a request with wrong fields. An empty path is the body itself. */
export function invalidRequest(errors: readonly FieldError[]): ServiceError {
  const shown = errors.slice(0, requestBounds.faults);
  const [first] = shown;
  const rest = shown.length > 1 ? ` (and ${shown.length - 1} more; see errors)` : "";
  const words = first ? toSentence(first) : "The request is not as expected";
  return new ServiceError("invalid_request", `${words}${rest}`, { errors: shown });
}

function toSentence({ path, message }: FieldError): string {
  return path ? `${path}: ${message}` : `The body ${message}`;
}

/** Returns the errors of an issue. For a union, those of the closest form, which was probably meant. */
function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, form) => (form.length < best.length ? form : best));
    return closest.flatMap((inner) => toFieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue));
  }
  return [{ path, message: issue.message }];
}

/** Returns the message of an issue whose schema has none: the value, the rule, how to fix it. */
function describeIssue(issue: RawIssue): string | undefined {
  if (issue.code !== "invalid_value" && issue.input === undefined) return "is required; send a value";
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "nonoptional"
        ? "is required; send a value"
        : `is ${jsonKind(issue.input)} and must be ${article(issue.expected)}`;
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "invalid_value":
      return issue.input === undefined
        ? `is required; send ${oneOf(issue.values)}`
        : `is ${show(issue.input)}; send ${oneOf(issue.values)}`;
    case "invalid_format":
      return `is ${show(issue.input)}, which is not a valid ${issue.format === "datetime" ? "date-time, such as 2026-01-31T12:00:00Z" : issue.format}`;
    case "invalid_union":
      if (isDiscriminated(issue)) return `is ${show(issue.input[issue.discriminator])}; send ${oneOf(issue.options)}`;
      return `is ${jsonKind(issue.input)} of a form that is not known here`;
    default:
      return undefined;
  }
}

function tooBig({ origin, maximum, input }: Extract<RawIssue, { code: "too_big" }>): string {
  if (origin === "string") return `has ${String(input).length} characters; send at most ${maximum}`;
  if (origin === "array") return `has ${(input as unknown[]).length} items; send at most ${maximum}`;
  return `${String(input)} is above ${maximum}; send at most ${maximum}`;
}

function tooSmall({ origin, minimum, input }: Extract<RawIssue, { code: "too_small" }>): string {
  if (origin === "string")
    return minimum === 1 ? "is empty; send at least one character" : `is too short; send at least ${minimum} characters`;
  if (origin === "array")
    return minimum === 1 ? "is empty; send at least one item" : `has too few items; send at least ${minimum}`;
  return `${String(input)} is below ${minimum}; send at least ${minimum}`;
}

/** Returns true for a union whose forms differ by one field, where no form fits. */
function isDiscriminated(
  issue: RawIssue,
): issue is RawIssue & { discriminator: string; options: readonly unknown[]; input: Record<string, unknown> } {
  return "discriminator" in issue && Array.isArray(issue.options) && typeof issue.input === "object" && issue.input !== null;
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return words.length === 1 ? String(words[0]) : `one of ${words.join(", ")}`;
}

function show(value: unknown): string {
  if (typeof value !== "string") return jsonKind(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

function jsonKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isInteger(value)) return `${value}`;
  return article(typeof value);
}

function article(kind: string): string {
  if (kind === "int") return "a whole number";
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

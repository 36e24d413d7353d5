import { requestBounds } from "../request-bounds.ts";
import { ServiceError } from "../service-error.ts";
import { requireFewValues, requireShape } from "./json-shape.ts";

/** The most bytes of a body, and the most time that it may take to arrive. */
interface BodyBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
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
    // A client that stops sending gets no answer. It is not a fault of the server.
    if (!(thrown instanceof ServiceError))
      throw new ServiceError("invalid_request", "The body ended before it was complete; send it again.", { cause: thrown });
    throw thrown;
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {}); // The rest of a refused body is not read, and its failure does not matter.
  }
}

const BACKSLASH = 0x5c;
const NUL = [..."u0000"].map((letter) => letter.charCodeAt(0));
const REPLACEMENT = [..."ufffd"].map((letter) => letter.charCodeAt(0));

/** Writes U+FFFD over each escaped NUL, in place. Byte by byte, since 4 MiB of escapes hold an expression for long. */
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

import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { entityResponse, isCurrent } from "./shared-renders.ts";

/** What a file may do when somebody opens it alone: nothing. A drawing keeps its own styles. */
const ALONE = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox",
  "x-content-type-options": "nosniff",
};
const ASKED_EACH_TIME = "public, max-age=0, must-revalidate";

/** An open file, which the answer closes. */
export interface ServedFile {
  readonly file: FileHandle;
  readonly type: string;
  readonly size: number;
  /** Changes with the file. */
  readonly etag: string;
}

/** Answers with a file: whole, or the one range that was asked for (RFC 9110), or that the asker has it already. */
export async function fileResponse(request: Request, { file, type, size, etag }: ServedFile): Promise<Response> {
  const tag = `"${etag}"`;
  const headers = {
    ...ALONE,
    "content-type": type,
    "cache-control": ASKED_EACH_TIME,
    "accept-ranges": "bytes",
    etag: tag,
  };
  const known = isCurrent(request.headers.get("if-none-match"), tag);
  const range = rangeOf(request.headers.get("range"), size);
  if (known || range === "unsatisfiable" || request.method === "HEAD" || size === 0) {
    await file.close();
    if (known) return new Response(null, { status: 304, headers });
    if (range === "unsatisfiable")
      return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } });
    return new Response(null, { headers: { ...headers, "content-length": String(size) } });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const body = Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>;
  const length = { "content-length": String(end - start + 1) };
  if (!range) return new Response(body, { headers: { ...headers, ...length } });
  return new Response(body, {
    status: 206,
    headers: { ...headers, ...length, "content-range": `bytes ${start}-${end}/${size}` },
  });
}

/** A text of memory. */
export interface ServedText {
  readonly text: string;
  readonly type: string;
  /** Changes with the text. An address with `?v=` and this never has another one. */
  readonly version: string;
}

/** Answers with a text, or that the asker has it already. */
export function textResponse(request: Request, { text, type, version }: ServedText): Promise<Response> {
  const isVersion = new URL(request.url).searchParams.get("v") === version;
  const cache = isVersion ? "public, max-age=31536000, immutable" : ASKED_EACH_TIME;
  const headers = { ...ALONE, "content-type": type, "cache-control": cache };
  return entityResponse(request, { etag: version, headers }, async () => new TextEncoder().encode(text));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The one range of bytes that a header asks for; undefined without one, and for several, which are answered as a whole. */
export function rangeOf(header: string | null, size: number): Range | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

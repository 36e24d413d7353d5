import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { ServiceError } from "../service-error.ts";

/** The policy of a file that is opened as a page: nothing in it runs or loads, and a drawing keeps its styles. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox";
const AS_PAGE = {
  "content-security-policy": FILE_POLICY,
  "x-content-type-options": "nosniff",
};
const REVALIDATE = "public, max-age=0, must-revalidate";

/** An open file, which the answer closes. */
interface ServedFile {
  readonly file: FileHandle;
  readonly type: string;
  readonly size: number;
  /** Changes with the file. */
  readonly etag: string;
}

/** Answers with a file (RFC 9110): whole, or one range of it, or 304 where the client has it. */
export async function fileResponse(request: Request, { file, type, size, etag }: ServedFile): Promise<Response> {
  const tag = `"${etag}"`;
  const headers = {
    ...AS_PAGE,
    "content-type": type,
    "cache-control": REVALIDATE,
    "accept-ranges": "bytes",
    etag: tag,
  };
  const isKnown = isCurrent(request.headers.get("if-none-match"), tag);
  const range = isUnchanged(request.headers.get("if-range"), tag) ? rangeOf(request.headers.get("range"), size) : undefined;
  if (isKnown || range === "unsatisfiable" || request.method === "HEAD" || size === 0) {
    await file.close();
    if (isKnown) return new Response(null, { status: 304, headers });
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

/** A text in memory. */
interface ServedText {
  readonly text: string;
  readonly type: string;
  /** Changes with the text; an address with `?v=` and this value is cached permanently. */
  readonly version: string;
}

/** Answers with a text, or 304 where the client has it. */
export function textResponse(request: Request, { text, type, version }: ServedText): Promise<Response> {
  const isVersion = new URL(request.url).searchParams.get("v") === version;
  const cache = isVersion ? "public, max-age=31536000, immutable" : REVALIDATE;
  const headers = { ...AS_PAGE, "content-type": type, "cache-control": cache };
  return entityResponse(request, { etag: version, headers }, async () => new TextEncoder().encode(text));
}

/** A body's headers for caches. */
interface Entity {
  /** Changes whenever the body does. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with a body under a strong entity tag. It is rendered only for a GET whose sender does not have it yet. */
export async function entityResponse(
  request: Request,
  { etag, headers }: Entity,
  body: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const shared = { ...headers, etag: `"${etag}"` };
  if (isCurrent(request.headers.get("if-none-match"), shared.etag)) return new Response(null, { status: 304, headers: shared });
  if (request.method === "HEAD") return new Response(null, { headers: shared });
  const bytes = await body();
  return new Response(bytes, { headers: { ...shared, "content-length": String(bytes.byteLength) } });
}

/** Returns true when `If-None-Match` names the entity tag, which is given with its quotation marks (RFC 9110). */
function isCurrent(header: string | null, etag: string): boolean {
  return header?.split(",").some((known) => [etag, `W/${etag}`, "*"].includes(known.trim())) ?? false;
}

/** Returns false when `If-Range` names another entity tag, or a date: a part of this file would not fit what the client has. */
function isUnchanged(header: string | null, etag: string): boolean {
  return header === null || header === etag;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reads the range of bytes that a header asks for; undefined without one, and for several, which get the whole file. */
export function rangeOf(header: string | null, size: number): Range | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

type Render = () => Promise<Uint8Array<ArrayBuffer>>;

/** Renders that wait for their turn; more are refused. */
const MOST_WAITING = 20;

/**
 * A cache that renders each key once: callers that ask for it meanwhile share the render. Only one
 * render runs at a time, since it takes a whole CPU. A failed render is not cached.
 */
export class SharedRenders {
  readonly #kept: LRUCache<string, Uint8Array<ArrayBuffer>, Render>;
  #last: Promise<unknown> = Promise.resolve();
  #unfinished = 0;

  /** `maxBytes`: the most bytes in the cache; the least recently used render is dropped first. */
  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
      fetchMethod: (_key, _stale, { context }) => this.#inTurn(context),
      // A render in progress is an entry of the cache too, and may be evicted.
      ignoreFetchAbort: true,
    });
  }

  /** Returns the render of a key. @throws ServiceError `unavailable` when too many renders wait already. */
  get(key: string, render: Render): Promise<Uint8Array<ArrayBuffer>> {
    return this.#kept.forceFetch(key, { context: render });
  }

  async #inTurn(render: Render): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#unfinished > MOST_WAITING)
      throw new ServiceError("unavailable", "Too many pages are being rendered. Try again in a second.", {
        headers: { "Retry-After": "1" },
      });
    this.#unfinished += 1;
    const rendered = this.#last.then(render).finally(() => {
      this.#unfinished -= 1;
    });
    this.#last = rendered.catch(() => {});
    return rendered;
  }
}

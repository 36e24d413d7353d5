import { createHash } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { getEnvironment } from "../config/config.ts";
import { perProcess } from "../process-state.ts";
import { prefersMarkdown } from "./accept.ts";

const KEPT_BYTES = 32 * 1024 * 1024;
const MOST_BYTES = 2 * 1024 * 1024;
/** Request headers by which an address has several forms: a page as HTML, or as what a click loads. `Accept` chooses Markdown. */
const FORMS = ["rsc", "next-router-prefetch", "next-router-segment-prefetch", "next-router-state-tree", "next-url"];

/** A compressed body, and the entity tag of what it was made from. */
interface Kept {
  readonly etag: string;
  readonly bytes: Buffer;
  /** Length of the body, where the tag is made from it since Next gives none: of what a click loads. */
  readonly untagged?: number;
}

const keeping = perProcess("compressed-answers", () => ({ started: false, kept: createKept() }));

/** Creates an empty cache of compressed bodies. The address and the headers of a request, which are a stranger's, take room as well. */
export function createKept(): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }, key) => bytes.byteLength + key.length });
}

/**
 * Keeps the compressed form of pages and files, which Next makes again for each reader: the processor's most work for a page. Called
 * once, when the server starts. It does nothing in development, and on Vercel, which compresses by itself.
 */
export function keepCompressed(): void {
  const { development, onVercel } = getEnvironment();
  const state = keeping.get();
  if (state.started || development || onVercel) return;
  state.started = true;
  subscribe("http.server.response.created", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    reuseCompressed(request, response, state.kept);
  });
}

/**
 * Sends the compressed form of an answer that was sent before and has the same entity tag; without one, keeps the form that Next
 * makes. Where the tag has changed, this one answer is sent uncompressed, since Next was told not to compress it.
 */
export function reuseCompressed(request: IncomingMessage, response: ServerResponse, cache: LRUCache<string, Kept>): void {
  const { method, headers } = request;
  if (method !== "GET" || headers.range || headers.authorization || !takesGzip(headers["accept-encoding"])) return;
  const key = JSON.stringify([request.url, prefersMarkdown(headers.accept ?? null), ...FORMS.map((name) => headers[name])]);
  const kept = cache.get(key);
  if (!kept) {
    collect(response, (made) => cache.set(key, made));
    return;
  }
  headers["accept-encoding"] = "identity";
  const forget = () => cache.delete(key);
  if (kept.untagged === undefined) replaceBody(response, kept, forget);
  else replaceUntagged(response, { ...kept, untagged: kept.untagged, known: headers["if-none-match"] }, forget);
}

/** Returns false also for a client that refuses it by a quality of 0. */
function takesGzip(accepted = ""): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
}

type Arguments = readonly unknown[];
type Callback = () => void;

/** Calls `keep` with the compressed body, once it is whole. */
function collect(response: ServerResponse, keep: (made: Kept) => void): void {
  const write = response.write.bind(response) as (...args: Arguments) => boolean;
  const end = response.end.bind(response) as (...args: Arguments) => ServerResponse;
  const chunks: Buffer[] = [];
  let size = 0;
  const add = (chunk: unknown) => {
    if (!Buffer.isBuffer(chunk) || size > MOST_BYTES) return;
    size += chunk.byteLength;
    chunks.push(chunk);
  };
  response.write = (...args: Arguments) => {
    add(args[0]);
    return write(...args);
  };
  response.end = (...args: Arguments) => {
    add(args[0]);
    const [etag, caching] = [response.getHeader("etag"), String(response.getHeader("cache-control"))];
    const isShared = response.statusCode === 200 && !/no-store|private/.test(caching);
    const isWhole = response.getHeader("content-encoding") === "gzip" && size > 0 && size <= MOST_BYTES;
    if (isShared && isWhole && typeof etag === "string") keep({ etag, bytes: Buffer.concat(chunks) });
    if (isShared && isWhole && etag === undefined && /s-maxage/.test(caching)) keep(tagBody(Buffer.concat(chunks)));
    return end(...args);
  };
}

function tagBody(bytes: Buffer): Kept {
  const body = gunzipSync(bytes);
  return { etag: tagOf(body), bytes, untagged: body.byteLength };
}

const tagOf = (body: Buffer) => `"${createHash("sha1").update(body).digest("base64url")}"`;

/** Sends the compressed body in place of the one that is written, where their tags agree; calls `forget` where they do not. */
function replaceBody(response: ServerResponse, { etag, bytes }: Kept, forget: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: Arguments) => ServerResponse;
  const write = response.write.bind(response) as (...args: Arguments) => boolean;
  const end = response.end.bind(response) as (...args: Arguments) => ServerResponse;
  let isReplaced = false;
  response.writeHead = (...args: Arguments) => {
    // Headers that are given here and not set before are of no page and no file.
    isReplaced = args[0] === 200 && response.getHeader("etag") === etag && !response.hasHeader("content-encoding");
    if (!isReplaced && args[0] === 200) forget();
    if (isReplaced) {
      describeKept(response, bytes);
    }
    return writeHead(...args);
  };
  const startHead = () => {
    if (!response.headersSent) response.writeHead(response.statusCode);
  };
  response.write = (...args: Arguments) => {
    startHead();
    if (!isReplaced) return write(...args);
    const done = args.find((arg): arg is Callback => typeof arg === "function");
    if (done) queueMicrotask(done);
    return true;
  };
  response.end = (...args: Arguments) => {
    startHead();
    return isReplaced ? end(bytes, ...args.filter((arg) => typeof arg === "function")) : end(...args);
  };
}

function describeKept(response: ServerResponse, { byteLength }: Buffer): void {
  response.removeHeader("transfer-encoding");
  response.setHeader("content-encoding", "gzip");
  response.setHeader("content-length", byteLength);
  const vary = String(response.getHeader("vary") ?? "");
  if (!/accept-encoding/i.test(vary)) response.appendHeader("vary", "Accept-Encoding");
}

/** A kept body whose tag only the whole body tells, and the tags that the reader knows. */
type Untagged = Kept & { readonly untagged: number; readonly known: string | undefined };

/** Holds a body back until it is whole, and sends the compressed one where they are the same; calls `forget` where they are not. */
function replaceUntagged(response: ServerResponse, { etag, bytes, untagged, known }: Untagged, forget: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: Arguments) => ServerResponse;
  const write = response.write.bind(response) as (...args: Arguments) => boolean;
  const end = response.end.bind(response) as (...args: Arguments) => ServerResponse;
  const flushHeaders = response.flushHeaders.bind(response);
  const held: Buffer[] = [];
  let [size, isHeld] = [0, true];
  const hold = (chunk: unknown) => {
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (!(piece instanceof Uint8Array)) return;
    size += piece.byteLength;
    held.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  };
  const release = () => {
    isHeld = false;
    forget();
    writeHead(response.statusCode);
    for (const piece of held.splice(0)) write(piece);
  };
  response.flushHeaders = () => {
    if (!isHeld) flushHeaders();
  };
  response.writeHead = (...args: Arguments) => {
    if (isHeld && args[0] === 200 && args.length === 1) return response;
    isHeld = false;
    return writeHead(...args);
  };
  response.write = (...args: Arguments) => {
    if (!isHeld) return write(...args);
    hold(args[0]);
    if (size > untagged) release();
    const done = args.find((arg): arg is Callback => typeof arg === "function");
    if (done) queueMicrotask(done);
    return true;
  };
  response.end = (...args: Arguments) => {
    if (!isHeld) return end(...args);
    hold(args[0]);
    const isSame = size === untagged && !response.hasHeader("etag") && tagOf(Buffer.concat(held)) === etag;
    const callbacks = args.filter((arg) => typeof arg === "function");
    if (!isSame || response.statusCode !== 200) {
      release();
      return end(...callbacks);
    }
    isHeld = false;
    response.setHeader("etag", etag);
    if (known === etag) {
      response.removeHeader("transfer-encoding");
      writeHead(304);
      return end(...callbacks);
    }
    describeKept(response, bytes);
    writeHead(200);
    return end(bytes, ...callbacks);
  };
}

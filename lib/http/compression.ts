import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { getEnvironment } from "../config/config.ts";
import { perProcess } from "../process-state.ts";

const KEPT_BYTES = 32 * 1024 * 1024;
const MOST_BYTES = 2 * 1024 * 1024;
/** Request headers by which an address has several forms: a page as HTML, as what a click loads, or as Markdown. */
const FORMS = ["rsc", "next-router-prefetch", "next-router-segment-prefetch", "next-router-state-tree", "next-url", "accept"];

/** A compressed body, and the entity tag of what it was made from. */
interface Kept {
  readonly etag: string;
  readonly bytes: Buffer;
}

const keeping = perProcess("compressed-answers", () => ({ started: false, kept: createKept() }));

/** Creates an empty cache of compressed bodies. */
export function createKept(): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }) => Math.max(1, bytes.byteLength) });
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
  if (method !== "GET" || headers.range || headers.authorization || !/\bgzip\b/.test(headers["accept-encoding"] ?? "")) return;
  const key = JSON.stringify([request.url, ...FORMS.map((name) => headers[name])]);
  const kept = cache.get(key);
  if (!kept) {
    collect(response, (made) => cache.set(key, made));
    return;
  }
  headers["accept-encoding"] = "identity";
  replaceBody(response, kept, () => cache.delete(key));
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
    const etag = response.getHeader("etag");
    const isShared = response.statusCode === 200 && !/no-store|private/.test(String(response.getHeader("cache-control")));
    const isWhole = response.getHeader("content-encoding") === "gzip" && size > 0 && size <= MOST_BYTES;
    if (isShared && isWhole && typeof etag === "string") keep({ etag, bytes: Buffer.concat(chunks) });
    return end(...args);
  };
}

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
      response.removeHeader("transfer-encoding");
      response.setHeader("content-encoding", "gzip");
      response.setHeader("content-length", bytes.byteLength);
      const vary = String(response.getHeader("vary") ?? "");
      if (!/accept-encoding/i.test(vary)) response.appendHeader("vary", "Accept-Encoding");
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

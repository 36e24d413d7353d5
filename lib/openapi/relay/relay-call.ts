import type { IncomingMessage } from "node:http";
import { untilAborted } from "../../deadline.ts";
import { ServiceError } from "../../service-error.ts";
import { isDroppedByBrowsers } from "../description/browser-headers.ts";
import { decompress, type FetchRules, requestPinned, resolveSafely } from "../description/fetch-description.ts";
import { DescriptionError } from "../description/json.ts";
import type { OpenApiDocument } from "../description/reference.ts";
import { isRelayTarget } from "./relay-targets.ts";

/** Most bytes of a body that is sent on. */
export const MAX_SENT_BYTES = 1024 * 1024;
const MAX_RECEIVED_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
/** Calls that one process has under way. */
export const MAX_RUNNING = 10;

/** A request of the playground, as plain data. */
export interface RelayCall {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64; absent for none. */
  readonly body?: string | undefined;
}

/** The answer of a server, as plain data: the JSON that is sent. */
export interface RelayedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64. */
  readonly body: string;
  /** More came than is passed on, or it ended before its end. */
  readonly cut: boolean;
}

interface RelayOptions {
  /** The descriptions of the site, whose servers alone are asked. */
  readonly descriptions: readonly OpenApiDocument[];
  /** Fires when the reader disconnects. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly resolveHost?: FetchRules["resolveHost"];
}

let running = 0;

/**
 * Sends a request to a server that a description names, at public addresses alone, and returns its answer as the JSON of a
 * `RelayedAnswer`, which must be read or cancelled. A redirect is an answer like any other.
 * @throws ServiceError `forbidden` for any other server, `invalid_request`, or `unavailable`. None has anything of the request in it.
 */
export async function relayCall(
  call: RelayCall,
  options: RelayOptions,
): Promise<ReadableStream<Uint8Array> | { readonly failed: string }> {
  const url = new URL(call.url);
  if (!options.descriptions.some((description) => isRelayTarget(description, url)))
    throw new ServiceError("forbidden", "Requests go only to servers that an API description of this site names.");
  const body = call.body === undefined ? undefined : Buffer.from(call.body, "base64");
  if (body && body.length > MAX_SENT_BYTES) throw new ServiceError("too_large", "A request through this site has at most 1 MiB.");
  if (running >= MAX_RUNNING)
    throw new ServiceError("unavailable", "Too many requests are under way. Try again in a few seconds.", {
      headers: { "Retry-After": "5" },
    });
  running += 1;
  let isRunning = true;
  const done = () => {
    if (isRunning) running -= 1;
    isRunning = false;
  };
  try {
    const answer = await send(url, { ...call, body }, { ...options, done });
    if (!(answer instanceof ReadableStream)) done();
    return answer;
  } catch (cause) {
    done();
    throw cause;
  }
}

type Sent = Omit<RelayCall, "body" | "url"> & { readonly body: Buffer | undefined };

async function send(url: URL, { method, headers, body }: Sent, options: RelayOptions & { readonly done: () => void }) {
  const { resolveHost, timeoutMs = TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    const addresses = await untilAborted(
      resolveSafely(url, { allowInsecure: false, ...(resolveHost && { resolveHost }) }),
      signal,
    );
    const asked = Object.entries(passedOn(headers)).filter(([name]) => !isDroppedByBrowsers(name));
    const sent = { ...Object.fromEntries(asked), ...(body && { "content-length": String(body.length) }) };
    const response = await requestPinned(url, addresses, { method, headers: sent, body, signal });
    return writeAnswer(response, signal, options.done);
  } catch (cause) {
    if (cause instanceof DescriptionError) throw new ServiceError("forbidden", "The server's address is not public.");
    const failed = timeout.aborted ? "timeout" : "unreachable";
    return { failed };
  }
}

/**
 * Writes an answer as JSON while it comes, so that none is held whole. What comes after 4 MiB, after the deadline or after the
 * connection broke is left out, and `cut` says so. Calls `done` at its end, and when its reader goes.
 */
function writeAnswer(response: IncomingMessage, signal: AbortSignal, done: () => void): ReadableStream<Uint8Array> {
  const { statusCode = 0, statusMessage = "", rawHeaders } = response;
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []));
  const headers = Object.entries(passedOn(pairs)).filter(([name]) => name !== "content-encoding");
  const head = JSON.stringify({ status: statusCode, statusText: statusMessage, headers }).slice(0, -1);
  const body = decompress(response);
  const stop = () => body.destroy(new Error("It took too long."));
  const end = () => {
    signal.removeEventListener("abort", stop);
    response.destroy();
    body.destroy();
    done();
  };
  async function* write() {
    let size = 0;
    // Base64 has four signs for three bytes.
    let rest: Buffer = Buffer.alloc(0);
    let cut = false;
    yield `${head},"body":"`;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        const kept = Buffer.concat([rest, chunk.subarray(0, MAX_RECEIVED_BYTES - size)]);
        size += chunk.length;
        const whole = kept.length - (kept.length % 3);
        rest = kept.subarray(whole);
        yield kept.toString("base64", 0, whole);
        cut = size > MAX_RECEIVED_BYTES;
        if (cut) break;
      }
    } catch {
      // What has come stays.
      cut = true;
    }
    yield `${rest.toString("base64")}","cut":${cut}}`;
  }
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const written = write();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done: isOver, value } = await written.next();
        if (!isOver) return controller.enqueue(encoder.encode(value));
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Hop-by-hop, session and forwarding headers: never passed on, in either direction. */
const KEPT_BACK = new Set([
  ...["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect", "http2-settings"],
  ...["host", "content-length", "cookie", "cookie2", "set-cookie", "set-cookie2", "origin", "referer", "accept-encoding"],
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "x-cluster-client-ip"],
]);
const KEPT_BACK_FAMILIES = /^(?:proxy-|sec-|x-forwarded-|x-docent-|x-vercel-|x-middleware-|x-original-|access-control-)/;

/** Returns the headers that are passed on, by their names in lower case; one that came twice is one. */
function passedOn(headers: RelayCall["headers"]): Record<string, string> {
  const named = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const listed = named.filter(([name]) => name === "connection").flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  const kept = named.filter(([name]) => !KEPT_BACK.has(name) && !KEPT_BACK_FAMILIES.test(name) && !listed.includes(name));
  const joined = new Map<string, string>();
  for (const [name, value] of kept) joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  return Object.fromEntries(joined);
}

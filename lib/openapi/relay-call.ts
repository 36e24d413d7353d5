import type { IncomingMessage } from "node:http";
import { ServiceError } from "../service-error.ts";
import { decompress, type FetchRules, requestPinned, resolveSafely } from "./fetch-description.ts";
import { DescriptionError } from "./json.ts";
import type { OpenApiDocument } from "./reference.ts";
import { isRelayTarget } from "./relay-targets.ts";

/** Most bytes of a body that is sent on. */
export const MAX_SENT_BYTES = 1024 * 1024;
const MAX_RECEIVED_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
/** Calls that one process has under way; each may hold a whole answer. */
const MAX_RUNNING = 50;

/** A request of the playground, as plain data. */
export interface RelayCall {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64; absent for none. */
  readonly body?: string | undefined;
}

/** The answer of a server, as plain data. */
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
 * Sends a request to a server that a description names, at public addresses alone, and returns its answer. A redirect is an answer like
 * any other.
 * @throws ServiceError `forbidden` for any other server, `invalid_request`, or `unavailable`. None has anything of the request in it.
 */
export async function relayCall(call: RelayCall, options: RelayOptions): Promise<RelayedAnswer | { readonly failed: string }> {
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
  try {
    return await send(url, { ...call, body }, options);
  } finally {
    running -= 1;
  }
}

type Sent = Omit<RelayCall, "body" | "url"> & { readonly body: Buffer | undefined };

async function send(url: URL, { method, headers, body }: Sent, options: RelayOptions) {
  const { resolveHost, timeoutMs = TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  ended.catch(() => {});
  try {
    // A look-up cannot be stopped.
    const addresses = await Promise.race([
      resolveSafely(url, { allowInsecure: false, ...(resolveHost && { resolveHost }) }),
      ended,
    ]);
    const sent = { ...passedOn(headers), ...(body && { "content-length": String(body.length) }) };
    const response = await requestPinned(url, addresses, { method, headers: sent, body, signal });
    return await readAnswer(response);
  } catch (cause) {
    if (cause instanceof DescriptionError) throw new ServiceError("forbidden", "The server's address is not public.");
    const failed = timeout.aborted ? "timeout" : "unreachable";
    return { failed };
  }
}

async function readAnswer(response: IncomingMessage): Promise<RelayedAnswer> {
  const { statusCode = 0, statusMessage = "", rawHeaders } = response;
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []));
  const headers = Object.entries(passedOn(pairs)).filter(([name]) => name !== "content-encoding");
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  try {
    for await (const chunk of decompress(response) as AsyncIterable<Buffer>) {
      const room = MAX_RECEIVED_BYTES - size;
      chunks.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size <= MAX_RECEIVED_BYTES) continue;
      cut = true;
      break;
    }
  } catch {
    // What has come stays.
    cut = true;
  } finally {
    response.destroy();
  }
  return { status: statusCode, statusText: statusMessage, headers, body: Buffer.concat(chunks).toString("base64"), cut };
}

/** Headers between two hosts alone, of a session, or of how a request came here: none of them is passed on, either way. */
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
  const kept = named.filter(
    ([name]) => !KEPT_BACK.has(name) && !KEPT_BACK_FAMILIES.test(name) && !listed.includes(name) && name !== "__proto__",
  );
  const joined = new Map<string, string>();
  for (const [name, value] of kept) joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  return Object.fromEntries(joined);
}

import { randomUUID } from "node:crypto";
import type { Caller } from "../auth/auth.ts";
import { getAccess, getConfig, getMainProject } from "../config/config.ts";
import { type StoreFault, storeFault } from "../db/failure.ts";
import { type LogFields, log, toLogFields } from "../log.ts";
import { ServiceError } from "../service-error.ts";
import { ClientGone } from "./body.ts";
import { findClientAddress, toAddressBlock } from "./node-server.ts";
import { internalError, problem } from "./problem.ts";

/** A request on its way to its answer and its log line. */
export interface RequestContext {
  readonly request: Request;
  readonly id: string;
  readonly startedAt: number;
  readonly path: string;
  /** Address of the client, or `unknown`. */
  readonly address: string;
  /** The address as it is counted: IPv6 by its /64 network. */
  readonly addressBlock: string;
  /** Headers of the answer, also of a refusal. */
  readonly headers: Map<string, string>;
  /** More fields of the log line. */
  readonly logFields: Record<string, LogFields[string]>;
}

const retrySeconds = "5";

/**
 * Answers one request: gives it an id, forbids caches to keep the answer unless it says otherwise, turns what is thrown into a problem document that a page of any site may read, and
 * writes a log line.
 */
export async function answerRequest(request: Request, answer: (context: RequestContext) => Promise<Response>): Promise<Response> {
  const context = startContext(request);
  let hasLeft = false;
  const response = await answer(context).catch((thrown: unknown) => {
    hasLeft = isLeft(request, thrown);
    allowReading(context);
    if (hasLeft) return new Response(null, { status: CLIENT_CLOSED });
    return problem(toRefusal(thrown, context), context.path);
  });
  for (const [name, value] of context.headers) if (!response.headers.has(name)) response.headers.set(name, value);
  response.headers.append("Vary", "Origin");
  if (getAccess()) forbidSharing(response.headers);
  if (getConfig().logs.requests) logRequest(context, hasLeft ? CLIENT_CLOSED : response.status);
  return response;
}

/** Keeps an answer out of caches that readers share: the same address has another answer for other readers. */
function forbidSharing(headers: Headers): void {
  if (/^public\b/.test(headers.get("Cache-Control") ?? "")) headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie, Authorization");
}

/** The status in the log of a request whose client left before its answer, as nginx has it: no client sees it. */
const CLIENT_CLOSED = 499;

/** Returns true where a request ended since its client had left, not for a fault that happened to come then. */
export function isLeft({ signal }: Request, thrown: unknown): boolean {
  if (thrown instanceof ClientGone) return true;
  return signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === "AbortError"));
}

const storeMessages: Readonly<Record<StoreFault, string>> = {
  unreachable: "the store cannot be reached",
  busy: "the store is busy",
  disk_full: "the store's disk is full",
  read_only: "the store takes no writes",
  corrupt: "the store is damaged",
  outdated: "the store has the tables of an earlier version; the operator of this site must run `npm run migrate`",
};

/** Returns what was thrown as a refusal: `unavailable` for a store that fails, `internal` for the unexpected. */
export function toRefusal(thrown: unknown, { id, path }: Pick<RequestContext, "id" | "path">): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const fault = storeFault(thrown);
  if (fault) {
    log("error", storeMessages[fault], { requestId: id, path, ...toLogFields(thrown) });
    return new ServiceError("unavailable", `${toSentence(storeMessages[fault])} Try again in a few seconds.`, {
      headers: { "Retry-After": retrySeconds },
      cause: thrown,
    });
  }
  log("error", "a request failed", { requestId: id, path, ...toLogFields(thrown) });
  return internalError(thrown);
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function startContext(request: Request): RequestContext {
  const id = randomUUID();
  const address = findClientAddress(request.headers);
  return {
    request,
    id,
    startedAt: Date.now(),
    path: new URL(request.url).pathname,
    address,
    addressBlock: toAddressBlock(address),
    headers: new Map([
      ["X-Request-Id", id],
      ["Cache-Control", "no-store"],
    ]),
    logFields: {},
  };
}

function logRequest({ request, id, path, startedAt, logFields }: RequestContext, status: number): void {
  const { method } = request;
  log("info", "request", { requestId: id, method, path, status, ms: Date.now() - startedAt, ...logFields });
}

/** The methods that a route file of Next may export. */
export const routeMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

// Clients of the AI SDK 5.0.43 to 6.0.20 set User-Agent, which Chromium alone ignores. Tracing (W3C Trace Context, Sentry) and clients
// of event streams add the others by themselves; nothing reads them.
const ALLOWED_HEADERS = [
  ...["Authorization", "Content-Type", "User-Agent", "X-Request-Id", "Last-Event-ID"],
  ...["traceparent", "tracestate", "baggage", "sentry-trace"],
];
const EXPOSED_HEADERS = "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After";
const PREFLIGHT_SECONDS = "600";

/** A request, and the headers that its answer will have. */
interface Answer {
  readonly request: Request;
  readonly headers: Map<string, string>;
}

/**
 * Allows the page that a request comes from to read the answer, also one whose program sends credentials: what is allowed here reads
 * no cookie. A refusal may be read by all: it says what is wrong.
 */
export function allowReading({ request, headers }: Answer): void {
  const origin = request.headers.get("origin");
  if (!origin) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
}

/**
 * Answers OPTIONS. A preflight has no token, so every origin and method gets the same answer; the request that follows is
 * refused unless its key lists the origin.
 */
export function answerOptions(
  context: Answer,
  { allow, requestHeaders = [] }: { readonly allow?: string; readonly requestHeaders?: readonly string[] } = {},
): Response {
  allowReading(context);
  const headers = {
    ...(allow && { Allow: allow }),
    ...(context.request.headers.has("origin") && {
      "Access-Control-Allow-Methods": routeMethods.join(", "),
      "Access-Control-Allow-Headers": [...ALLOWED_HEADERS, ...requestHeaders].join(", "),
      "Access-Control-Max-Age": PREFLIGHT_SECONDS,
    }),
  };
  return new Response(null, { status: 204, headers });
}

/** Returns true for the request that a browser sends before one to another site. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

/**
 * Throws for a page of another site that the key does not list; allows one that it lists to read the answer.
 * @throws ServiceError `forbidden`.
 */
export function requireAllowedOrigin(context: Answer, caller: Caller): void {
  const origin = context.request.headers.get("origin");
  if (!origin) return;
  const isListed = caller.kind !== "site" && caller.origins.includes(origin);
  if (isListed) allowReading(context);
  if (isListed || isSameOrigin(context.request)) return;
  if (caller.kind === "site")
    throw new ServiceError(
      "forbidden",
      "A site token works on the site's own pages only; from elsewhere use a key that allows your origin.",
    );
  const named = URL.canParse(origin) ? new URL(origin).origin : "https://your.site";
  throw new ServiceError("forbidden", `The key does not list the origin of your page; create the key with --origin ${named}.`);
}

/**
 * Returns true for a request that a browser sent from a page of this site, whatever name the site has there: a page elsewhere
 * cannot choose these headers. Over http, browsers send Sec-Fetch-Site to their own machine alone.
 */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = toUrl(headers.get("origin"));
  const host = headers.get("host");
  if (!origin) return false;
  // Proxies such as nginx with `$host` pass the name without its port on.
  return origin.host === host || origin.hostname === host || origin.host === toUrl(getMainProject().siteUrl)?.host;
}

function toUrl(address: string | null): URL | undefined {
  return address !== null && URL.canParse(address) ? new URL(address) : undefined;
}

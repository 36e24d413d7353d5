// Tested in app/v1/outage.test.ts.
import type { Caller } from "../auth/auth.ts";
import { getEnvironment, getMainProject } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { routeMethods } from "./incoming.ts";
import type { RequestContext } from "./request-context.ts";

const exposed = "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After";
const preflightSeconds = "600";

type Answer = Pick<RequestContext, "request" | "headers">;

/** Lets the page that a request comes from read the answer. A refusal may be read anywhere: it says what is wrong. */
export function allowReading({ request, headers }: Answer): void {
  const origin = request.headers.get("origin");
  if (!origin) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", exposed);
}

/**
 * Answers OPTIONS. A preflight has no token yet, so it is answered alike for every origin and method; it allows no more
 * than to ask, since the request that follows is refused unless its key lists the origin.
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
      "Access-Control-Allow-Headers": ["Authorization", "Content-Type", ...requestHeaders].join(", "),
      "Access-Control-Max-Age": preflightSeconds,
    }),
  };
  return new Response(null, { status: 204, headers });
}

/** Whether this is a browser's question before a request to another site. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

/**
 * Holds a request from a page of another site to the origins that its key lists, and lets that page read the answer.
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

/** Whether a browser sent this from a page of this very site: a page elsewhere cannot choose these headers. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const host = toHost(headers.get("origin"));
  return host !== undefined && (host === headers.get("host") || host === toHost(getMainProject().siteUrl));
}

/**
 * Whether the page that a request comes from is on a host that is known to be the site's. Whoever owns a name can point it
 * at this server (DNS rebinding): to the browser its pages are of the same origin then, so the host's name must tell.
 */
export function isOnKnownHost({ headers }: Request): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return host === toHost(getMainProject().siteUrl) || isLoopback(hostname) || getEnvironment().vercelHosts.includes(host);
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function toHost(address: string | null): string | undefined {
  return address !== null && URL.canParse(address) ? new URL(address).host : undefined;
}

import type { Caller } from "../auth/auth.ts";
import { getEnvironment, getMainProject, isOfThisMachine } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { routeMethods } from "./incoming.ts";

const EXPOSED_HEADERS = "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After";
const PREFLIGHT_SECONDS = "600";

/** A request, and the headers that its answer will have. */
interface Answer {
  readonly request: Request;
  readonly headers: Map<string, string>;
}

/** Allows the page that a request comes from to read the answer. A refusal may be read by all: it says what is wrong. */
export function allowReading({ request, headers }: Answer): void {
  const origin = request.headers.get("origin");
  if (!origin) return;
  headers.set("Access-Control-Allow-Origin", origin);
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
      "Access-Control-Allow-Headers": ["Authorization", "Content-Type", ...requestHeaders].join(", "),
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

/** Returns true for a request that a browser sent from a page of this site: a page elsewhere cannot choose these headers. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const host = toHost(headers.get("origin"));
  return host !== undefined && (host === headers.get("host") || host === toHost(getMainProject().siteUrl));
}

/**
 * Returns true where the page that a request comes from is on a host of the site. Whoever owns a name can point it at this
 * server (DNS rebinding), and its pages are of the same origin to a browser then.
 */
export function isOnKnownHost({ headers }: Request): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === toHost(getMainProject().siteUrl) || isOfThisMachine(origin) || getEnvironment().vercelHosts.includes(host);
}

function toHost(address: string | null): string | undefined {
  return address !== null && URL.canParse(address) ? new URL(address).host : undefined;
}

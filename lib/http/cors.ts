import type { Caller, Scope } from "../auth/auth.ts";
import { listOrigins } from "../auth/keys.ts";
import { getMainProject, type Project } from "../config/config.ts";

const exposed = "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After";
const preflightSeconds = "600";

/** Headers for a browser on another site, when the presented key allows that site; none otherwise. */
export function corsHeaders(request: Request, caller: Caller | undefined): Record<string, string> {
  const origin = request.headers.get("origin");
  if (!origin || !caller || caller.kind === "site" || !caller.origins.includes(origin)) return {};
  return { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed };
}

/** Answers OPTIONS. A preflight carries no token: it is allowed when any key that could follow allows the origin. */
export async function preflight(
  request: Request,
  { scope, project, allow }: { scope: Scope; project: Project | undefined; allow: string },
): Promise<Response> {
  const headers = new Headers({ Allow: allow, Vary: "Origin" });
  const origin = request.headers.get("origin");
  if (origin && (await anyKeyAllows({ origin, scope, project }))) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Methods", allow);
    headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type");
    headers.set("Access-Control-Max-Age", preflightSeconds);
  }
  return new Response(null, { status: 204, headers });
}

/** Whether a browser sent this from a page of this very site: a page elsewhere cannot choose these headers. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const host = toHost(headers.get("origin"));
  return host !== undefined && (host === headers.get("host") || host === toHost(getMainProject().siteUrl));
}

/** Whether a browser says that this comes from a page of another site. */
export function isForeignOrigin(request: Request): boolean {
  return request.headers.has("origin") && !isSameOrigin(request);
}

async function anyKeyAllows({ origin, scope, project }: { origin: string; scope: Scope; project: Project | undefined }) {
  if (scope === "admin") return (await listOrigins({ kind: "account", project: null })).has(origin);
  return project !== undefined && (await listOrigins({ kind: "assistant", project: project.id })).has(origin);
}

function toHost(address: string | null): string | undefined {
  return address !== null && URL.canParse(address) ? new URL(address).host : undefined;
}

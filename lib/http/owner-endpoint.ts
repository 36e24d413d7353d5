import { allowsAddress, authoriseProject, type Caller } from "../auth/auth.ts";
import type { Key } from "../auth/keys.ts";
import { findSession } from "../auth/session.ts";
import { getConfig, getEnvironment, getMainProject, isOfThisMachine, type Project } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { charge, chargeRefusal, identifyCaller, publicEndpoint, type RouteHandler, requireOpenWindow } from "./http.ts";
import { findClientAddress } from "./node-server.ts";
import { type Counts, enforceAddressLimit } from "./rate-limit.ts";
import { isSameOrigin, type RequestContext } from "./request-context.ts";

/** A request of a signed-in owner. */
interface OwnerRequest {
  /** Parameters by name; of one that is given more than once, the last. */
  readonly query: Readonly<Record<string, string>>;
}

/** Creates an endpoint for those who are signed in to the insights. It changes nothing, so no other site can misuse it. */
export function ownerEndpoint(handle: (request: OwnerRequest) => Promise<Response>): RouteHandler {
  return publicEndpoint(async (context) => {
    const { request } = context;
    await enforceAddressLimit(context);
    if (!(await findSignedIn(request.headers, readCookie(request.headers, SESSION_COOKIE))))
      throw new ServiceError("unauthenticated", "Sign in on /insights first.");
    return handle({ query: Object.fromEntries(new URL(request.url).searchParams) });
  });
}

/** Name of the cookie that holds the secret of a session. */
export const SESSION_COOKIE = "docent_insights";

/** Returns the account key that a request is signed in with. */
export async function findSignedIn(headers: Headers, secret: string | undefined): Promise<Key | undefined> {
  return secret === undefined ? undefined : findSession(secret, { allows: (key) => isAllowed(key, headers) });
}

/** Returns true for a key of this organisation that may be used from the address of a request. */
export function isAllowed({ organisation, addresses }: Key, headers: Headers): boolean {
  return organisation === getConfig().organisation.id && allowsAddress(addresses, findClientAddress(headers));
}

/** Returns the `Set-Cookie` header of a session, out of reach of scripts and other sites; without a session, the one that deletes it. */
export function toSetCookie(session?: { readonly secret: string; readonly expiresAt: number }): string {
  const secure = getMainProject().siteUrl.startsWith("https:") ? ["Secure"] : [];
  const parts = [
    `${SESSION_COOKIE}=${session?.secret ?? ""}`,
    `Path=${getConfig().basePath || "/"}`,
    "HttpOnly",
    "SameSite=Strict",
    ...secure,
    `Expires=${new Date(session?.expiresAt ?? 0).toUTCString()}`,
  ];
  return parts.join("; ");
}

/** Returns the value of a cookie of a request. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const cookies = headers.get("cookie")?.split(/; */) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The checks of an open endpoint. */
interface OpenEndpoint<Asked> {
  /** Returns the project that is asked for. @throws ServiceError `not_found`. */
  readonly project: () => Project;
  /** The limits that a request without a token is charged to. */
  readonly counts: Counts;
  /** Throws for a request without a token; also for a page of the site itself. */
  readonly needsToken?: boolean;
  /** Reads what is asked for, from the body or the query, and throws where it is refused. */
  readonly read: (request: Request) => Asked | Promise<Asked>;
}

/** An accepted request to an open endpoint. */
interface PublicRequest<Asked> {
  readonly asked: Asked;
  readonly project: Project;
  /** Undefined for a request without a token. */
  readonly caller: Caller | undefined;
}

/**
 * Checks and charges a request with an optional token, in the order of `endpoint`. A token that is sent must be valid, and
 * its request counts as a search of its key.
 * @throws ServiceError, which was charged to the address.
 */
export async function acceptOpenRequest<Asked>(
  context: RequestContext,
  { project: findProject, counts, read, needsToken = false }: OpenEndpoint<Asked>,
): Promise<PublicRequest<Asked>> {
  const accept = async () => {
    requireOpenWindow(context);
    const caller = await findCaller(context, needsToken);
    const project = findProject();
    if (caller) authoriseProject(caller, project);
    const asked = await read(context.request);
    await charge(context, caller ? "search" : counts, { caller, project });
    return { asked, project, caller };
  };
  return accept().catch((thrown: unknown) => chargeRefusal(context, thrown));
}

async function findCaller(context: RequestContext, needsToken: boolean): Promise<Caller | undefined> {
  const { request } = context;
  if (needsToken || request.headers.has("authorization")) return identifyCaller(context, "assistant");
  requireOwnPage(request, isOwnAddress);
  return undefined;
}

/** Lets programs and the site's own pages through without a key. @throws ServiceError `forbidden` for a page of another site. */
export function requireOwnPage(request: Request, isOwn = isSameOrigin): void {
  if (!request.headers.has("origin") || isOwn(request)) return;
  throw new ServiceError(
    "forbidden",
    "A page of another site needs a key that lists its origin; create one with npm run keys -- create --origin.",
  );
}

/**
 * Returns true for a page of the address that SITE_URL names, or of this machine, whatever Host says: a name that its owner leads to
 * this server makes its own pages look like the server's. Without SITE_URL the address is unknown, and Host decides.
 */
function isOwnAddress(request: Request): boolean {
  const { siteUrl } = getEnvironment();
  if (siteUrl === undefined) return isSameOrigin(request);
  const origin = request.headers.get("origin") ?? "";
  return URL.canParse(origin) && (new URL(origin).host === new URL(siteUrl).host || isOfThisMachine(origin));
}

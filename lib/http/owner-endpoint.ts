import { allowsAddress } from "../auth/auth.ts";
import type { Key } from "../auth/keys.ts";
import { findSession } from "../auth/session.ts";
import { getConfig, getMainProject } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { findAddress } from "./client-address.ts";
import { publicEndpoint, type RouteHandler } from "./http.ts";
import { enforceAddressLimit } from "./rate-limit.ts";

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
  return organisation === getConfig().organisation.id && allowsAddress(addresses, findAddress(headers));
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

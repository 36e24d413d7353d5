import { allowsAddress } from "../auth/address.ts";
import type { Key } from "../auth/keys.ts";
import { findSession } from "../auth/session.ts";
import { getConfig, getMainProject } from "../config/config.ts";
import { findAddress } from "./client-address.ts";

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

// Tested in app/api/insights/session/session.test.ts.
import { allowsAddress } from "../auth/address.ts";
import type { Key } from "../auth/keys.ts";
import { findSession } from "../auth/session.ts";
import { getConfig, getMainProject } from "../config/config.ts";
import { findAddress } from "./client-address.ts";

/** The cookie that holds the secret of a session. */
export const SESSION_COOKIE = "docent_insights";

/** The account key that a request is signed in with. */
export async function findSignedIn(headers: Headers, secret: string | undefined): Promise<Key | undefined> {
  return secret === undefined ? undefined : findSession(secret, { allows: (key) => isAllowed(key, headers) });
}

/** Whether a key belongs to this organisation and may be used from where a request comes. */
export function isAllowed({ organisation, addresses }: Key, headers: Headers): boolean {
  return organisation === getConfig().organisation.id && allowsAddress(addresses, findAddress(headers));
}

/** Sets the cookie of a session, out of reach of scripts and of other sites; without one, deletes it. */
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

/** The value of a cookie as a request sends it. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const cookies = headers.get("cookie")?.split(/; */) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/*
 * Readers who are signed in: a cookie that the site has signed, or the headers of a proxy that it trusts.
 * The headers of a request come in, and the reader comes out. Only loaded where the configuration has `access`.
 * Start at `findReader`. `password.ts`, `oidc.ts` and `proxy-headers.ts` are the ways to sign in.
 */

import { createHash, createHmac, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { getAccess, getConfig, getEnvironment, getMainProject } from "../config/config.ts";
import { getSecret } from "../db/secret.ts";
import { readCookie } from "../http/owner-endpoint.ts";
import { declaredGroups, type Reader } from "./groups.ts";
import { passwordMark } from "./password.ts";
import { findProxyReader } from "./proxy-headers.ts";

/** Name of the cookie of a reader. */
export const READER_COOKIE = "docent_reader";
const PURPOSE = "docent-reader";

const Session = z.object({
  groups: z.array(z.string()),
  name: z.string().optional(),
  /** A mark of the password or the provider: another one ends the sessions of the one before. */
  by: z.string(),
  exp: z.number(),
});

/** Returns the reader of a request; undefined for one who is not signed in. */
export async function findReader(headers: Headers, now = Date.now()): Promise<Reader | undefined> {
  const byProxy = findProxyReader(headers);
  if (byProxy) return byProxy;
  const token = readCookie(headers, READER_COOKIE);
  return token === undefined ? undefined : readSession(token, now);
}

async function readSession(token: string, now: number): Promise<Reader | undefined> {
  try {
    const options = { audience: PURPOSE, algorithms: ["HS256"], requiredClaims: ["exp"], currentDate: new Date(now) };
    const { payload } = await jwtVerify(token, getSecret(PURPOSE), options);
    const { groups, name, by, exp } = Session.parse(payload);
    if (!SIGN_INS.some((way) => markOf(way) === by)) return undefined;
    return { groups: declaredGroups(groups), name, expiresAt: exp * 1_000 };
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError || thrown instanceof z.ZodError) return undefined;
    throw thrown;
  }
}

/** Ways to sign in that begin a session. */
const SIGN_INS = ["password", "oidc"] as const;
type SignIn = (typeof SIGN_INS)[number];

/** Returns what a session has of the way in which it began; undefined for one that the site does not have. */
function markOf(way: SignIn): string | undefined {
  const { password, oidc } = getAccess()?.signIn ?? {};
  if (way === "password") return password && passwordMark();
  const { issuer = "", clientId = "" } = getEnvironment().oidc;
  const mark = createHmac("sha256", getSecret("docent-readers-provider")).update(JSON.stringify([issuer, clientId]));
  return oidc && `oidc:${mark.digest("base64url").slice(0, 16)}`;
}

/**
 * Returns the `Set-Cookie` header that signs a reader in, for the hours of the configuration at most.
 * @throws Error where the site does not have this way to sign in.
 */
export async function signIn(reader: Omit<Reader, "expiresAt">, way: SignIn, now = Date.now()): Promise<string> {
  const by = markOf(way);
  if (by === undefined) throw new Error(`Nobody signs in by ${way} here.`);
  const expiresAt = Math.floor(now / 1_000 + (getAccess()?.hours ?? 0) * 3_600);
  const { groups, name } = reader;
  const token = await new SignJWT({ groups: declaredGroups(groups), name, by })
    .setProtectedHeader({ alg: "HS256" })
    .setJti(randomUUID())
    .setAudience(PURPOSE)
    .setExpirationTime(expiresAt)
    .sign(getSecret(PURPOSE));
  return cookieOf(READER_COOKIE, token, expiresAt * 1_000);
}

/** Returns the `Set-Cookie` header that signs a reader out. */
export function signOut(): string {
  return cookieOf(READER_COOKIE, "", 0);
}

/** Returns a `Set-Cookie` header of a cookie that no script reads, and that a link from another site brings along. */
export function cookieOf(name: string, value: string, expiresAt: number): string {
  const secure = getMainProject().siteUrl.startsWith("https:") ? ["Secure"] : [];
  const expires = `Expires=${new Date(expiresAt).toUTCString()}`;
  return [`${name}=${value}`, `Path=${getConfig().basePath || "/"}`, "HttpOnly", "SameSite=Lax", ...secure, expires].join("; ");
}

/** Returns a name for what a browser keeps of a reader, by which it tells two of them apart; it says nothing about the reader. */
export function browserMark(reader: Reader | undefined): string {
  if (!reader) return "";
  const who = JSON.stringify([reader.name ?? null, reader.groups]);
  return createHash("sha256")
    .update(getSecret(`${PURPOSE}-browser`))
    .update(who)
    .digest("base64url")
    .slice(0, 16);
}

/** Returns a path of this site to go on to after signing in; the first page for anything else. */
export function nextPath(asked: string | null | undefined): string {
  const path = asked ?? "";
  // Browsers read a backslash as a slash, and leave out tabs and line breaks.
  return /^\/(?![/\\])[^\\\s]*$/.test(path) && path.length <= 2_000 ? path : "/";
}

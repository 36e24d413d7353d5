import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { getDatabase } from "../db/db.ts";
import { getSecret } from "../db/secret.ts";
import { createCredential, hashSecret, isSecret, readToken } from "./credential.ts";
import { findActiveKey, findKey, type Key } from "./keys.ts";

const LIFETIME_MS = 12 * 3_600_000;

/** A new session of an owner; its secret goes into a cookie and is stored nowhere. */
interface NewSession {
  readonly secret: string;
  readonly expiresAt: number;
}

/** Creates a session for an account token; returns undefined for any other text. */
export async function createSession(
  token: string,
  { allows, now = Date.now() }: SessionOptions,
): Promise<NewSession | undefined> {
  const credential = readToken(token);
  const key = credential?.kind === "account" ? await findKey(credential, now) : undefined;
  if (!key || !allows(key)) return undefined;
  const { secret } = createCredential("account");
  const expiresAt = Math.min(now + LIFETIME_MS, key.expiresAt ?? Number.POSITIVE_INFINITY);
  await (await getDatabase())
    .insertInto("sessions")
    .values({ hash: hashSecret(secret), key_id: key.id, created_at: now, expires_at: expiresAt })
    .execute();
  return { secret, expiresAt };
}

interface SessionOptions {
  /** Returns true when the key may be used from the address of the request. */
  readonly allows: (key: Key) => boolean;
  readonly now?: number;
}

/** Returns the key of a session while both are valid: revoking a key ends its sessions. */
export async function findSession(secret: string, { allows, now = Date.now() }: SessionOptions): Promise<Key | undefined> {
  if (!isSecret(secret)) return undefined;
  const row = await (await getDatabase())
    .selectFrom("sessions")
    .selectAll()
    .where("hash", "=", hashSecret(secret))
    .executeTakeFirst();
  if (!row || row.expires_at <= now) return undefined;
  const key = await findActiveKey(row.key_id, now);
  return key && allows(key) ? key : undefined;
}

/** Deletes a session, if it exists. */
export async function deleteSession(secret: string): Promise<void> {
  await (await getDatabase()).deleteFrom("sessions").where("hash", "=", hashSecret(secret)).execute();
}

/** The reader and the site that a site token is bound to. */
export const SiteGrant = z.object({
  /** Domain of the project whose pages the reader has open. */
  domain: z.string().min(1).max(63),
  /** Id of the reader's browser. */
  fp: z.string().min(1).max(256),
});
export type SiteGrant = z.infer<typeof SiteGrant>;

/** The signed-in reader of a site token; neither of them is the client's to say. */
const SignedIn = z.object({ groups: z.array(z.string()).optional() });
type SignedIn = z.infer<typeof SignedIn>;

const audience = "docent-site";
const lifetimeMs = 10 * 60_000;
/** Most difference between the clocks of two instances. */
const skewMs = 60_000;

interface NewSiteToken extends SiteGrant {
  /** The signed-in reader who asks for it. */
  readonly reader?: { readonly groups: readonly string[]; readonly expiresAt?: number | undefined } | undefined;
}

/** Creates a token for the site's own pages, valid for ten minutes, and no longer than the session of its reader. No store is needed, neither here nor to check it. */
export async function createSiteToken(
  { domain, fp, reader }: NewSiteToken,
  now = Date.now(),
): Promise<{ token: string; expiresAt: Date }> {
  const end = Math.min(now + lifetimeMs, reader?.expiresAt ?? Number.POSITIVE_INFINITY);
  const expiresAt = new Date(Math.floor(end / 1_000) * 1_000);
  const token = await new SignJWT({ domain, fp, ...(reader && { groups: reader.groups }) })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .sign(getSecret(audience));
  return { token, expiresAt };
}

/** Returns what a token is bound to; undefined for one that is forged, of another deployment or expired. */
export async function readSiteToken(token: string, now = Date.now()): Promise<(SiteGrant & SignedIn) | undefined> {
  try {
    const options = { audience, algorithms: ["HS256"], requiredClaims: ["exp"], currentDate: new Date(now) };
    const { payload } = await jwtVerify(token, getSecret(audience), options);
    // Issued before the clock was set back: it would stay valid for that much longer.
    if (Number(payload.exp) * 1_000 > now + lifetimeMs + skewMs) return undefined;
    return { ...SiteGrant.parse(payload), ...SignedIn.parse(payload) };
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return undefined;
    throw thrown;
  }
}

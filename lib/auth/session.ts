import { getDatabase } from "../db/db.ts";
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
  /** Returns true where the key may be used from the address of the request. */
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

// Tested in app/api/insights/session/session.test.ts.
import { getDatabase } from "../db/client.ts";
import { createCredential, hashSecret, isSecret, readToken } from "./credential.ts";
import { findActiveKey, findKey, type Key } from "./keys.ts";

const LIFETIME_MS = 12 * 3_600_000;

/** A signed-in owner: the secret goes into a cookie and is kept nowhere else. */
export interface NewSession {
  readonly secret: string;
  readonly expiresAt: number;
}

/** Begins a session for an account token; undefined for any other text. The secret is always a new one. */
export async function beginSession(token: string, { allows, now = Date.now() }: SessionOptions): Promise<NewSession | undefined> {
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

export interface SessionOptions {
  /** Whether the key may be used from where the request comes. */
  readonly allows: (key: Key) => boolean;
  readonly now?: number;
}

/** The key that a session was begun with, while both are valid: a revoked key ends its sessions. */
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

/** Ends a session; one that does not exist is no fault. */
export async function endSession(secret: string): Promise<void> {
  await (await getDatabase()).deleteFrom("sessions").where("hash", "=", hashSecret(secret)).execute();
}

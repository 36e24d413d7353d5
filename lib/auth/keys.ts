import { LRUCache } from "lru-cache";
import { type EnvironmentKey, getConfig, getEnvironment } from "../config/config.ts";
import { getDatabase, type StoreTables } from "../db/db.ts";
import { storeFault } from "../db/failure.ts";
import { log, toLogFields } from "../log.ts";
import { type Credential, createCredential, hashSecret, type KeyKind, matchesHash } from "./credential.ts";

/** A stored key, without its secret. */
export interface Key {
  readonly id: string;
  readonly kind: KeyKind;
  /** A name for people, such as the program that uses the key. */
  readonly name: string;
  readonly organisation: string;
  /** Project id; null for account tokens, which are bound to the organisation alone. */
  readonly project: string | null;
  readonly hash: string;
  /** Addresses and CIDR ranges that may use it; empty means any. */
  readonly addresses: readonly string[];
  /** Browser origins that may use it; empty means no other site. */
  readonly origins: readonly string[];
  /** The groups of readers that it reads as, where the site has readers. */
  readonly groups: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** The choices for a new key; none of them can be changed later. */
export type NewKey = Pick<Key, "kind" | "name" | "organisation" | "project" | "addresses" | "origins" | "expiresAt"> &
  Partial<Pick<Key, "groups">>;

const cacheMs = 5_000;
const lastUsedMs = 60_000;

/** Returns the key with this id and secret, if it is neither revoked nor expired. A revocation counts within 5 seconds. */
export async function findKey({ kind, id, secret }: Credential, now = Date.now()): Promise<Key | undefined> {
  const key = findEnvironmentKey(id) ?? (await cachedKeys.read(id, now, () => readKey(id)));
  if (!key || key.kind !== kind || !isActive(key, now) || !matchesHash(secret, key.hash)) return undefined;
  if (key.lastUsedAt === null || now - key.lastUsedAt >= lastUsedMs) await tryNoteUse(key, now);
  return key;
}

/** Returns the key with this id, if it is neither revoked nor expired, regardless of the caller. */
export async function findActiveKey(id: string, now = Date.now()): Promise<Key | undefined> {
  const key = findEnvironmentKey(id) ?? (await cachedKeys.read(id, now, () => readKey(id)));
  return key && isActive(key, now) ? key : undefined;
}

/** Stores a new key and returns its credential, which is shown this once. */
export async function createKey(key: NewKey, now = Date.now()): Promise<Credential> {
  const credential = createCredential(key.kind);
  const { kind, name, organisation, project, addresses, origins, groups = [], expiresAt } = key;
  await (await getDatabase())
    .insertInto("keys")
    .values({
      id: credential.id,
      kind,
      name,
      organisation,
      project,
      hash: hashSecret(credential.secret),
      addresses: JSON.stringify(addresses),
      origins: JSON.stringify(origins),
      reader_groups: JSON.stringify(groups),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return credential;
}

/** Lists every stored key, newest first, also revoked and expired ones. */
export async function listKeys(): Promise<Key[]> {
  const rows = await (await getDatabase()).selectFrom("keys").selectAll().orderBy("created_at", "desc").execute();
  return rows.map(toKey);
}

/** Revokes a key: immediately in this process, within 5 seconds in others. Returns false when there is no such key. */
export async function revokeKey(id: string, now = Date.now()): Promise<boolean> {
  const revoked = await (await getDatabase())
    .updateTable("keys")
    .set((update) => ({ revoked_at: update.fn.coalesce("revoked_at", update.val(now)) }))
    .where("id", "=", id)
    .executeTakeFirst();
  cachedKeys.clear();
  return revoked.numUpdatedRows > 0n;
}

/** Forgets what was read from the store, so that a test sees a change immediately. */
export function forgetKeys(): void {
  cachedKeys.clear();
}

function isActive({ revokedAt, expiresAt }: Key, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

async function readKey(id: string): Promise<Key | undefined> {
  const row = await (await getDatabase()).selectFrom("keys").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toKey(row);
}

/** Stores the use of a key, where the store takes writes: without, a key can still be used to delete. */
async function tryNoteUse(key: Key, now: number): Promise<void> {
  try {
    await noteUse(key, now);
  } catch (thrown) {
    const fault = storeFault(thrown);
    if (fault !== "disk_full" && fault !== "read_only") throw thrown;
    log("warn", "the last use of a key could not be stored", { key: key.id, ...toLogFields(thrown) });
  }
}

/** Stores the use of a key at most once a minute, however many processes serve it. */
async function noteUse(key: Key, now: number): Promise<void> {
  if (findEnvironmentKey(key.id)) return;
  cachedKeys.put(key.id, { ...key, lastUsedAt: now });
  await (await getDatabase())
    .updateTable("keys")
    .set({ last_used_at: now })
    .where("id", "=", key.id)
    .where(({ eb, or }) => or([eb("last_used_at", "is", null), eb("last_used_at", "<=", now - lastUsedMs)]))
    .execute();
}

function findEnvironmentKey(id: string): Key | undefined {
  const found = getEnvironment().keys.find((key) => key.id === id);
  return found && fromEnvironment(found);
}

function fromEnvironment(key: EnvironmentKey): Key {
  return {
    ...key,
    name: "DOCENT_KEYS",
    organisation: getConfig().organisation.id,
    addresses: [],
    origins: [],
    createdAt: 0,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  };
}

function toKey(row: StoreTables["keys"]): Key {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    organisation: row.organisation,
    project: row.project,
    hash: row.hash,
    addresses: JSON.parse(row.addresses) as string[],
    origins: JSON.parse(row.origins) as string[],
    groups: JSON.parse(row.reader_groups) as string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}

interface Read<Value> {
  readonly value: Promise<Value>;
  readonly at: number;
}

/** A cache of recent reads, of at most 2,000 values. A failed read is not kept. */
class RecentReads<Value> {
  readonly #keepMs: number;
  readonly #reads = new LRUCache<string, Read<Value>>({ max: 2_000 });

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** Returns the value of a read that began at most `keepMs` ago. Callers that ask at the same time share one read. */
  read(key: string, now: number, load: () => Promise<Value>): Promise<Value> {
    const cached = this.#reads.get(key);
    if (cached && now - cached.at < this.#keepMs && now >= cached.at) return cached.value;
    return this.#keep(key, { value: load(), at: now });
  }

  /** Replaces a cached value without making it younger. */
  put(key: string, value: Value): void {
    const cached = this.#reads.get(key);
    if (cached) this.#reads.set(key, { value: Promise.resolve(value), at: cached.at });
  }

  /** Removes every value. */
  clear(): void {
    this.#reads.clear();
  }

  #keep(key: string, read: Read<Value>): Promise<Value> {
    this.#reads.set(key, read);
    read.value.catch(() => {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    });
    return read.value;
  }
}

/** Keys by id; also ids that do not exist, so that guesses do not reach the store. */
const cachedKeys = new RecentReads<Key | undefined>(cacheMs);

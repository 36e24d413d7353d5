import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { ContentFiles } from "../../content/files/files.ts";
import type { StoreTables } from "../../db/schema.ts";
import { StoredFiles } from "./artefacts.ts";

const FORMAT = 1;
/** A faulty or forged row must not fill the memory. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
/** Generations that are kept of each line: the one that is served, and those that instances may be loading. */
const KEPT = 3;
/** A line that no instance has served for so long is deleted; a roll-back to its build begins as it was built. */
const UNUSED_KEPT_MS = 30 * 24 * 60 * 60_000;
const USE_NOTED_MS = 24 * 60 * 60_000;

/** All that an instance needs to serve a generation without reading anything else. */
export interface Snapshot {
  readonly files: ContentFiles;
  /** The search engines as lib/search saves them. */
  readonly engines: Uint8Array;
  /** Version tag of the description at its address; null for a file. */
  readonly etag: string | null;
}

/** A stored state of one site. */
export interface Generation {
  readonly domain: string;
  /** Counts up over all sites of the store. */
  readonly number: number;
  readonly siteHash: string;
  readonly usedAt: number;
  /** False for the site as the build made it, which nothing is stored of. */
  readonly stored: boolean;
}

/**
 * Names generations of a site that follow one another: all that began with the content of one build, or all of runtime
 * content folders. An instance follows the newest of its own line, and no other line ever changes what it serves.
 */
interface Line {
  readonly domain: string;
  /** Hash of the build's content, or GIVEN_FOLDER. */
  readonly line: string;
}

/** The line of every process whose content folder was given at its start: no build holds that content. */
export const GIVEN_FOLDER = "given-folder";

interface NewGeneration extends Line {
  readonly siteHash: string;
  readonly snapshot: Uint8Array;
  readonly now: number;
}

/** Returns the newest generation of a line, or the newest one before a number. */
export async function findNewestGeneration(
  database: Kysely<StoreTables>,
  { domain, line }: Line,
  before?: number,
): Promise<Generation | undefined> {
  const row = await database
    .selectFrom("generations")
    .select(({ fn }) => ["number", "site_hash", "used_at", fn<number>("length", ["snapshot"]).as("size")])
    .where("domain", "=", domain)
    .where("line", "=", line)
    .$if(before !== undefined, (query) => query.where("number", "<", Number(before)))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { domain, number: row.number, siteHash: row.site_hash, usedAt: row.used_at, stored: row.size > 0 };
}

/** Notes that a generation is served, once a day, so that no other line deletes it. */
export async function noteUse(database: Kysely<StoreTables>, { number, usedAt }: Generation, now: number): Promise<void> {
  if (now - usedAt < USE_NOTED_MS) return;
  await database.updateTable("generations").set({ used_at: now }).where("number", "=", number).execute();
}

/**
 * Reads what a generation holds. Undefined for the site as the build made it, and for one that has been deleted since: a
 * newer one is there then.
 */
export async function readGeneration(database: Kysely<StoreTables>, number: number): Promise<Snapshot | undefined> {
  const row = await database.selectFrom("generations").select("snapshot").where("number", "=", number).executeTakeFirst();
  return row && row.snapshot.length > 0 ? unpackSnapshot(row.snapshot) : undefined;
}

/**
 * Saves a generation and what `confirm` writes in the same transaction, both or neither. Undefined when `confirm` says no:
 * then nothing is saved.
 */
export async function publishGeneration(
  database: Kysely<StoreTables>,
  generation: NewGeneration,
  confirm: (transaction: Kysely<StoreTables>, number: number) => Promise<boolean>,
): Promise<number | undefined> {
  return database
    .transaction()
    .execute(async (transaction) => {
      const number = await insertGeneration(transaction, generation);
      // The only way to take back what the transaction did is to leave it by an exception.
      if (!(await confirm(transaction, number))) throw new NotConfirmed();
      await deleteOldGenerations(transaction, generation);
      return number;
    })
    .catch((cause: unknown) => {
      if (cause instanceof NotConfirmed) return undefined;
      throw cause;
    });
}

class NotConfirmed extends Error {}

/** Makes the site of a build the first generation of its line, unless it has one already. Returns the newest. */
export async function publishBuild(database: Kysely<StoreTables>, build: Omit<NewGeneration, "snapshot">): Promise<Generation> {
  return database.transaction().execute(async (transaction) => {
    // Counting first takes the lock, so that of several instances that start concurrently one publishes.
    const number = await insertGeneration(transaction, { ...build, snapshot: new Uint8Array() });
    const earlier = await findNewestGeneration(transaction, build, number);
    if (!earlier) return { domain: build.domain, number, siteHash: build.siteHash, usedAt: build.now, stored: false };
    await transaction.deleteFrom("generations").where("number", "=", number).execute();
    return earlier;
  });
}

async function insertGeneration(transaction: Kysely<StoreTables>, generation: NewGeneration): Promise<number> {
  const { number } = await transaction
    .updateTable("generation_count")
    .set(({ eb }) => ({ number: eb("number", "+", 1) }))
    .returning("number")
    .executeTakeFirstOrThrow();
  const { domain, line, siteHash, snapshot, now } = generation;
  await transaction
    .insertInto("generations")
    .values({ domain, number, line, site_hash: siteHash, used_at: now, snapshot })
    .execute();
  return number;
}

async function deleteOldGenerations(transaction: Kysely<StoreTables>, { domain, line, now }: NewGeneration): Promise<void> {
  const kept = await transaction
    .selectFrom("generations")
    .select("number")
    .where("domain", "=", domain)
    .where("line", "=", line)
    .orderBy("number", "desc")
    .limit(KEPT)
    .execute();
  await transaction
    .deleteFrom("generations")
    .where("domain", "=", domain)
    .where("line", "=", line)
    .where("number", "<", Math.min(...kept.map(({ number }) => number)))
    .execute();
  await transaction
    .deleteFrom("generations")
    .where("domain", "=", domain)
    .where("line", "!=", line)
    .where("used_at", "<", now - UNUSED_KEPT_MS)
    .execute();
}

const Header = z.object({
  format: z.literal(FORMAT),
  etag: z.string().nullable(),
  files: StoredFiles,
});

/** Packs a snapshot for storing: length of the JSON part, JSON, engines, all compressed. */
export async function packSnapshot({ files, engines, etag }: Snapshot): Promise<Uint8Array> {
  const json = Buffer.from(JSON.stringify({ format: FORMAT, etag, files }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  // Level 1: five times as fast as the default for a tenth more bytes, and readers wait for this.
  return promisify(gzip)(Buffer.concat([length, json, engines]), { level: 1 });
}

/** Reads a snapshot from the bytes that `packSnapshot` made. @throws Error for other bytes. */
async function unpackSnapshot(bytes: Uint8Array): Promise<Snapshot> {
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  const end = 4 + unpacked.readUInt32LE(0);
  const { files, etag } = Header.parse(JSON.parse(unpacked.toString("utf8", 4, end)));
  return { files: files as ContentFiles, engines: unpacked.subarray(end), etag };
}

import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { ContentFiles } from "../content/files/files.ts";
import type { Schema } from "../db/schema.ts";
import { StoredFiles } from "./artefacts.ts";

const FORMAT = 1;
/** A faulty or forged row must not fill the memory. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
/** Generations that are kept of each project and build: the one that is served, and those that instances may be loading. */
const KEPT = 3;
const OTHER_BUILDS_KEPT_MS = 7 * 24 * 60 * 60_000;

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
  readonly createdAt: number;
  /** False for the site as the build made it, which nothing is stored of. */
  readonly stored: boolean;
}

/** Names the generations of a site that started from one build. Instances of other builds leave them alone. */
interface Line {
  readonly domain: string;
  readonly buildHash: string;
}

interface NewGeneration extends Line {
  readonly siteHash: string;
  readonly snapshot: Uint8Array;
  readonly now: number;
}

/** Returns the newest generation of a site for instances of one build, or the newest one before a number. */
export async function findNewestGeneration(
  database: Kysely<Schema>,
  { domain, buildHash }: Line,
  before?: number,
): Promise<Generation | undefined> {
  const row = await database
    .selectFrom("generations")
    .select(({ fn }) => ["number", "site_hash", "created_at", fn<number>("length", ["snapshot"]).as("size")])
    .where("domain", "=", domain)
    .where("build_hash", "=", buildHash)
    .$if(before !== undefined, (query) => query.where("number", "<", Number(before)))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { domain, number: row.number, siteHash: row.site_hash, createdAt: row.created_at, stored: row.size > 0 };
}

/**
 * Reads what a generation holds. Undefined for the site as the build made it, and for one that has been deleted since: a
 * newer one is there then.
 */
export async function readGeneration(database: Kysely<Schema>, number: number): Promise<Snapshot | undefined> {
  const row = await database.selectFrom("generations").select("snapshot").where("number", "=", number).executeTakeFirst();
  return row && row.snapshot.length > 0 ? unpackSnapshot(row.snapshot) : undefined;
}

/**
 * Saves a generation and what `confirm` writes in the same transaction, both or neither. Undefined when `confirm` says no:
 * then nothing is saved.
 */
export async function publishGeneration(
  database: Kysely<Schema>,
  generation: NewGeneration,
  confirm: (transaction: Kysely<Schema>, number: number) => Promise<boolean>,
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

/** Makes the site of a build the newest generation, unless this build has one already. Returns the newest. */
export async function publishBuild(database: Kysely<Schema>, build: Omit<NewGeneration, "snapshot">): Promise<Generation> {
  return database.transaction().execute(async (transaction) => {
    // Counting first takes the lock, so that of several instances that start at once one publishes.
    const number = await insertGeneration(transaction, { ...build, snapshot: new Uint8Array() });
    const earlier = await findNewestGeneration(transaction, build, number);
    if (!earlier) return { domain: build.domain, number, siteHash: build.siteHash, createdAt: build.now, stored: false };
    await transaction.deleteFrom("generations").where("number", "=", number).execute();
    return earlier;
  });
}

async function insertGeneration(transaction: Kysely<Schema>, generation: NewGeneration): Promise<number> {
  const { number } = await transaction
    .updateTable("generation_count")
    .set(({ eb }) => ({ number: eb("number", "+", 1) }))
    .returning("number")
    .executeTakeFirstOrThrow();
  const { domain, buildHash, siteHash, snapshot, now } = generation;
  await transaction
    .insertInto("generations")
    .values({ domain, number, build_hash: buildHash, site_hash: siteHash, created_at: now, snapshot })
    .execute();
  return number;
}

async function deleteOldGenerations(transaction: Kysely<Schema>, { domain, buildHash, now }: NewGeneration): Promise<void> {
  const kept = await transaction
    .selectFrom("generations")
    .select("number")
    .where("domain", "=", domain)
    .where("build_hash", "=", buildHash)
    .orderBy("number", "desc")
    .limit(KEPT)
    .execute();
  await transaction
    .deleteFrom("generations")
    .where("domain", "=", domain)
    .where("build_hash", "=", buildHash)
    .where("number", "<", Math.min(...kept.map(({ number }) => number)))
    .execute();
  await transaction
    .deleteFrom("generations")
    .where("domain", "=", domain)
    .where("build_hash", "!=", buildHash)
    .where("created_at", "<", now - OTHER_BUILDS_KEPT_MS)
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

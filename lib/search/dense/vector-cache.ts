import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as othersTurn } from "node:timers/promises";
import { log, toLogFields } from "../../log.ts";
import type { Embedding } from "./embedding.ts";
import { type PackedMatrix, pack, stackPacked } from "./matrix.ts";

/** The oldest vectors go first when there are more. */
const MAX_VECTORS = 200_000;
/** Texts that are sent before their vectors are kept: the most that a failure late in a long run loses. */
const TEXTS_PER_ROUND = 480;
/** Vectors that are read before others have their turn. */
const ROWS_PER_TURN = 2_000;
/** SQLite's codes for a file that is damaged, and one that is no database. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** Another process that writes needs milliseconds. */
const BUSY_MS = 1_000;

export interface CacheOptions {
  /** Folder of the cache file. */
  readonly folder: string;
  /** Called after each round with how many of the texts that had to be sent have their vectors. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal;
}

/** A vector by the hash of its text, as a matrix of one row. */
type Rows = ReadonlyMap<string, PackedMatrix>;

/**
 * Embeds texts, each only once: vectors are kept in a file of the folder by the hash of the text and the id of the
 * embedding. What was embedded before a failure is kept too. A folder that cannot be written costs the cache only.
 */
export async function embedCached(
  embedding: Embedding,
  texts: readonly string[],
  { folder, onProgress, signal }: CacheOptions,
): Promise<PackedMatrix> {
  const file = path.join(folder, `${hash(embedding.id).slice(0, 16)}.sqlite`);
  const keys = texts.map(hash);
  const rows = new Map<string, PackedMatrix>();
  for (let from = 0; from < keys.length; from += ROWS_PER_TURN) {
    for (const [key, row] of readRows(file, keys.slice(from, from + ROWS_PER_TURN))) rows.set(key, row);
    await othersTurn();
  }
  const missing = [...new Map(keys.map((key, i) => [key, texts[i] as string]))].filter(([key]) => !rows.has(key));
  for (let from = 0; from < missing.length; from += TEXTS_PER_ROUND) {
    const round = missing.slice(from, from + TEXTS_PER_ROUND);
    const vectors = await embedding.embed(
      round.map(([, text]) => text),
      signal,
    );
    const embedded = new Map(round.map(([key], i) => [key, packRow(vectors[i] as Float32Array)]));
    for (const [key, row] of embedded) rows.set(key, row);
    addRows(file, embedded);
    onProgress?.(from + round.length, missing.length);
  }
  const found = keys.map((key) => rows.get(key) as PackedMatrix);
  return stackPacked(found, found[0]?.columns ?? 0);
}

function packRow(vector: Float32Array): PackedMatrix {
  return pack({ columns: vector.length, values: vector });
}

/** The vectors that are kept of these texts; none of a file that is absent or damaged, since every vector can be asked for again. */
function readRows(file: string, keys: readonly string[]): Rows {
  const rows = new Map<string, PackedMatrix>();
  if (!existsSync(file)) return rows;
  try {
    inDatabase(file, (database) => {
      const find = database.prepare("select key, bytes, scale from vectors where key in (select value from json_each(?))");
      for (const row of find.iterate(JSON.stringify(keys))) {
        const { key, bytes, scale } = row as { key: string; bytes: Uint8Array; scale: number };
        rows.set(key, { columns: bytes.length, bytes: new Int8Array(bytes), scales: Float32Array.of(scale) });
      }
    });
  } catch {
    // They are asked for again, and the file is replaced.
  }
  return rows;
}

function addRows(file: string, rows: Rows): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    if (isDamaged(() => insertRows(file, rows))) {
      rmSync(file);
      insertRows(file, rows);
    }
  } catch (cause) {
    log("warn", "embeddings could not be kept; they will be asked for again", toLogFields(cause));
  }
}

/**
 * Returns true where a step fails because its file is not a readable SQLite database. @throws every other error of the step.
 */
function isDamaged(step: () => void): boolean {
  try {
    step();
    return false;
  } catch (cause) {
    if (DAMAGED.has(((cause as { errcode?: number }).errcode ?? 0) & 0xff)) return true;
    throw cause;
  }
}

function insertRows(file: string, rows: Rows): void {
  inDatabase(file, (database) => {
    // A machine that crashes may damage the file, which costs its vectors; waiting for the disk would cost every round.
    database.exec("pragma synchronous = off; begin immediate");
    database.exec("create table if not exists vectors (id integer primary key, key text unique, bytes blob, scale real)");
    const insert = database.prepare("insert or ignore into vectors (key, bytes, scale) values (?, ?, ?)");
    for (const [key, { bytes, scales }] of rows) insert.run(key, new Uint8Array(bytes), scales[0] as number);
    database.prepare("delete from vectors where id <= (select max(id) from vectors) - ?").run(MAX_VECTORS);
    database.exec("commit");
  });
}

function inDatabase(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    work(database);
  } finally {
    database.close();
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import { log, toLogFields } from "../../log.ts";
import { replaceFile } from "../replace-file.ts";
import type { Embedding } from "./embedding.ts";
import { type PackedMatrix, pack, rowAt, stackPacked } from "./matrix.ts";

/** The oldest vectors go first when there are more. */
const MAX_VECTORS = 200_000;
/** Texts between two writings of the file: the most that a failure late in a long run loses. */
const TEXTS_PER_ROUND = 480;

const Stored = z.object({
  id: z.string(),
  keys: z.array(z.string()),
  columns: z.int(),
  bytes: z.instanceof(Int8Array),
  scales: z.instanceof(Float32Array),
});

export interface CacheOptions {
  /** Where the file is kept. */
  readonly folder: string;
  /** Called after each round with how many of the texts that had to be sent have their vectors. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal;
}

/** Vectors by the hash of their text, each a matrix of one row. */
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
  const file = path.join(folder, `${hash(embedding.id).slice(0, 16)}.bin`);
  const rows = new Map(await readRows(file, embedding.id));
  const keys = texts.map(hash);
  const missing = [...new Map(keys.map((key, i) => [key, texts[i] as string]))].filter(([key]) => !rows.has(key));
  for (let from = 0; from < missing.length; from += TEXTS_PER_ROUND) {
    const round = missing.slice(from, from + TEXTS_PER_ROUND);
    const vectors = await embedding.embed(
      round.map(([, text]) => text),
      signal,
    );
    const embedded = new Map(round.map(([key], i) => [key, packRow(vectors[i] as Float32Array)]));
    for (const [key, row] of embedded) rows.set(key, row);
    await addRows(file, embedding.id, embedded);
    onProgress?.(from + round.length, missing.length);
  }
  return toMatrix(keys.map((key) => rows.get(key) as PackedMatrix));
}

function packRow(vector: Float32Array): PackedMatrix {
  return pack({ columns: vector.length, values: vector });
}

function toMatrix(rows: readonly PackedMatrix[]): PackedMatrix {
  return stackPacked(rows, rows[0]?.columns ?? 0);
}

async function readRows(file: string, id: string): Promise<Rows> {
  try {
    const stored = Stored.parse(deserialize(await readFile(file)));
    return new Map(stored.id === id ? stored.keys.map((key, row) => [key, rowAt(stored, row)]) : []);
  } catch {
    // Absent or damaged: every vector can be asked for again.
    return new Map();
  }
}

/** By file the last addition that was started: engines share a file, and each adds to what the others wrote. */
const additions = new Map<string, Promise<void>>();

async function addRows(file: string, id: string, added: Rows): Promise<void> {
  const addition = (additions.get(file) ?? Promise.resolve()).then(async () => {
    const rows = new Map([...(await readRows(file, id)), ...added]);
    await writeRows(file, id, rows);
  });
  additions.set(file, addition);
  await addition;
  if (additions.get(file) === addition) additions.delete(file);
}

async function writeRows(file: string, id: string, rows: Rows): Promise<void> {
  const kept = [...rows].slice(-MAX_VECTORS);
  const matrix = toMatrix(kept.map(([, row]) => row));
  try {
    await replaceFile(file, serialize({ id, keys: kept.map(([key]) => key), ...matrix }));
  } catch (cause) {
    log("warn", "embeddings could not be kept; they will be asked for again", toLogFields(cause));
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

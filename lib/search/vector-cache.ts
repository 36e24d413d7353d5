import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { log, toLogFields } from "../log.ts";
import { readArchive, writeArchive } from "./archive.ts";
import type { Embedding } from "./embedding.ts";
import { type PackedMatrix, pack } from "./matrix.ts";

/** Older vectors go first when there are more. */
const MOST_VECTORS = 200_000;
/** Texts between two writings of the file: what a failure late in a long run loses at most. */
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
  /** Hears how many of the texts that had to be sent have their vectors. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal;
}

interface Row {
  readonly bytes: Int8Array;
  readonly scale: number;
}

/**
 * Embeds texts, each only once for ever: vectors are kept in a file of the folder by the hash of the text and the id of
 * the embedding. What was embedded before a failure is kept too. A folder that cannot be written costs the cache only.
 */
export async function embedCached(
  embedding: Embedding,
  texts: readonly string[],
  { folder, onProgress, signal }: CacheOptions,
): Promise<PackedMatrix> {
  const file = path.join(folder, `${hash(embedding.id).slice(0, 16)}.bin`);
  const known = await readRows(file, embedding.id);
  const keys = texts.map(hash);
  const missing = [...new Map(keys.map((key, i) => [key, texts[i] as string]))].filter(([key]) => !known.has(key));
  for (let from = 0; from < missing.length; from += TEXTS_PER_ROUND) {
    const round = missing.slice(from, from + TEXTS_PER_ROUND);
    const vectors = await embedding.embed(
      round.map(([, text]) => text),
      signal,
    );
    vectors.forEach((vector, i) => {
      const { bytes, scales } = pack({ columns: vector.length, values: vector });
      known.set((round[i] as [string, string])[0], { bytes, scale: scales[0] as number });
    });
    await writeRows(file, embedding.id, known);
    onProgress?.(from + round.length, missing.length);
  }
  return toMatrix(keys.map((key) => known.get(key) as Row));
}

function toMatrix(rows: readonly Row[]): PackedMatrix {
  const columns = rows[0]?.bytes.length ?? 0;
  const bytes = new Int8Array(rows.length * columns);
  rows.forEach((row, i) => {
    bytes.set(row.bytes, i * columns);
  });
  return { columns, bytes, scales: Float32Array.from(rows, ({ scale }) => scale) };
}

async function readRows(file: string, id: string): Promise<Map<string, Row>> {
  try {
    const stored = Stored.parse(readArchive(await readFile(file)));
    if (stored.id !== id) return new Map();
    const { columns, bytes, scales } = stored;
    const row = (i: number) => ({ bytes: bytes.slice(i * columns, (i + 1) * columns), scale: scales[i] as number });
    return new Map(stored.keys.map((key, i) => [key, row(i)]));
  } catch {
    // Absent or damaged: every vector can be asked for again.
    return new Map();
  }
}

async function writeRows(file: string, id: string, rows: Map<string, Row>): Promise<void> {
  const kept = [...rows].slice(-MOST_VECTORS);
  const { columns, bytes, scales } = toMatrix(kept.map(([, row]) => row));
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, writeArchive({ id, keys: kept.map(([key]) => key), columns, bytes, scales }));
    await rename(`${file}.new`, file);
  } catch (cause) {
    log("warn", "embeddings could not be kept; they will be asked for again", toLogFields(cause));
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as othersTurn } from "node:timers/promises";
import { createOpenAI } from "@ai-sdk/openai";
import { embedMany } from "ai";
import { LRUCache } from "lru-cache";
import { createBreaker } from "../../breaker.ts";
import { getConfig, getEnvironment, type ProviderChoice } from "../../config/config.ts";
import { startDeadline } from "../../deadline.ts";
import { log, toLogFields } from "../../log.ts";
import { perProcess } from "../../process-state.ts";
import { passageText } from "../corpus.ts";
import type { Engine } from "../engine.ts";
import { type Embedding, normalise } from "./embedding.ts";
import { type PackedMatrix, pack, stackPacked } from "./matrix.ts";

/** After a failure the provider gets no request for this long, and the built-in retrievers answer immediately. */
const PAUSE_MS = 30_000;
const MAX_CACHED_QUERIES = 500;

/** An engine, or as much of it as an embedding model reads. */
type Embedded = Pick<Engine, "passages">;

/** A configured embedding model, as search uses it. */
export interface Provider {
  readonly id: string;
  /** Returns the vectors of an engine's passages; undefined until all are embedded. The first call starts embedding them. */
  vectorsOf(engine: Embedded): PackedMatrix | undefined;
  /** Returns the vectors of an engine's passages once all are embedded. @throws the provider's error. */
  embedPassages(engine: Embedded): Promise<PackedMatrix>;
  /** Takes over vectors that were saved with the engine. */
  adopt(engine: Embedded, vectors: PackedMatrix): void;
  /** Returns the vector of a query; undefined when the provider fails or is slower than the deadline. Never throws. */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array | undefined>;
}

interface ProviderSettings {
  /** For passages: patient, with retries. */
  readonly patient: Embedding;
  /** For queries: without retries. */
  readonly prompt: Embedding;
  readonly timeoutMs: number;
  /** Folder of the cached vectors. */
  readonly folder: string;
  /** Called with how many of the passages that had to be sent have their vectors. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly now?: () => number;
}

/** The provider, once it was asked for; false when none is configured. */
const configured = perProcess<{ provider?: Provider | false }>("embedding-provider", () => ({}));

/** Returns the provider that EMBEDDING_MODEL names, one per process; undefined without one. */
export function configuredProvider(): Provider | undefined {
  const { dataDir } = getEnvironment();
  configured.get().provider ??= readProvider({ folder: path.join(/* turbopackIgnore: true */ dataDir, "embeddings") });
  return configured.get().provider || undefined;
}

/** Prepares the provider for a build: vectors are kept where hosts keep what builds may use again, and progress is logged. */
export function prepareProvider(logProgress: (line: string) => void): void {
  configured.get().provider ??= readProvider({
    folder: path.resolve(/* turbopackIgnore: true */ ".next/cache/docent-embeddings"),
    onProgress: (done, total) => logProgress(`Embedded ${done} of ${total} new passages.`),
  });
}

function readProvider(options: Pick<ProviderSettings, "folder" | "onProgress">): Provider | false {
  const { embeddingModel } = getEnvironment();
  if (!embeddingModel) return false;
  return createProvider({
    patient: createProviderEmbedding(embeddingModel),
    prompt: createProviderEmbedding(embeddingModel, { retries: 0 }),
    timeoutMs: getConfig().search.providerTimeoutMs,
    ...options,
  });
}

/** Makes the provider of two views of one embedding model. */
export function createProvider({ patient, prompt, timeoutMs, folder, onProgress, now = Date.now }: ProviderSettings): Provider {
  const passages = new WeakMap<Embedded, { readonly vectors?: PackedMatrix; readonly embedding: Promise<PackedMatrix> }>();
  const queries = new LRUCache<string, Float32Array>({ max: MAX_CACHED_QUERIES });
  const breaker = createBreaker({ failures: 1, windowMs: PAUSE_MS, openMs: PAUSE_MS, now });
  const recordFailure = (event: string, cause: unknown) => {
    if (breaker.failed()) log("warn", event, toLogFields(cause));
  };
  const adopt = (engine: Embedded, vectors: PackedMatrix) =>
    void passages.set(engine, { vectors, embedding: Promise.resolve(vectors) });
  const embedPassages = (engine: Embedded) => {
    const known = passages.get(engine);
    if (known) return known.embedding;
    const started = embedCached(patient, engine.passages.map(passageText), { folder, onProgress });
    passages.set(engine, { embedding: started });
    started.then(
      (vectors) => adopt(engine, vectors),
      () => passages.delete(engine),
    );
    return started;
  };
  return {
    id: patient.id,
    adopt,
    embedPassages,
    vectorsOf: (engine) => {
      const vectors = passages.get(engine)?.vectors;
      if (!vectors && !breaker.isOpen())
        embedPassages(engine).catch((cause) =>
          recordFailure("passages could not be embedded; search goes on with its built-in retrievers", cause),
        );
      return vectors;
    },
    embedQuery: async (query, signal) => {
      const cached = queries.get(query);
      if (cached) return cached;
      if (breaker.isOpen()) return undefined;
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const [vector] = await withDeadline(prompt.embed([query], deadline.signal), deadline.signal);
        if (vector) queries.set(query, vector);
        breaker.succeeded();
        return vector;
      } catch (cause) {
        if (!signal?.aborted) recordFailure("the embedding provider failed; search goes on with its built-in retrievers", cause);
        return undefined;
      } finally {
        deadline.end();
      }
    },
  };
}

/** Rejects at the deadline, even where the request is slow to stop. */
function withDeadline<Result>(result: Promise<Result>, deadline: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason), { once: true });
    result.then(resolve, reject);
  });
}

interface ProviderOptions {
  /** Retries of a refused or failed request, each after the time that the provider names. Default 4. */
  readonly retries?: number;
}

/** Requests stay far below the limits of providers: 2,048 texts and 300,000 tokens at OpenAI. */
const MAX_TEXTS = 96;
const MAX_CHARACTERS = 150_000;
/** The time for one batch with its retries. */
const MAX_BATCH_MS = 120_000;
/** A model reads 8,191 tokens; in scripts such as Chinese a character is about one. */
const MAX_TEXT_LENGTH = 8_000;

/** Creates the embedding of an OpenAI-compatible provider's model. `dimensions` is 0 until its first answer. */
export function createProviderEmbedding(choice: ProviderChoice, { retries = 4 }: ProviderOptions = {}): Embedding {
  const model = createOpenAI({
    apiKey: choice.apiKey ?? "none",
    ...(choice.baseUrl && { baseURL: choice.baseUrl }),
  }).embeddingModel(choice.model);
  let dimensions = 0;
  const embedBatch = async (texts: readonly string[], signal?: AbortSignal) => {
    const deadline = startDeadline(MAX_BATCH_MS, signal);
    const { embeddings } = await embedMany({
      model,
      // The provider refuses an empty text, and takes a space.
      values: texts.map((text) => text.slice(0, MAX_TEXT_LENGTH) || " "),
      maxRetries: retries,
      abortSignal: deadline.signal,
    }).finally(deadline.end);
    dimensions ||= embeddings[0]?.length ?? 0;
    return embeddings.map((embedding) => toVector(embedding, dimensions, choice.model));
  };
  return {
    id: `${choice.model}@${createHash("sha256")
      .update(choice.baseUrl ?? "")
      .digest("hex")
      .slice(0, 12)}`,
    get dimensions() {
      return dimensions;
    },
    embed: async (texts, signal) => {
      const batches: Float32Array[][] = [];
      for (const batch of toBatches(texts)) batches.push(await embedBatch(batch, signal));
      const vectors = batches.flat();
      return texts.map((text, i) => (text.trim() ? (vectors[i] as Float32Array) : new Float32Array(dimensions)));
    },
  };
}

function toVector(embedding: readonly number[], dimensions: number, model: string): Float32Array {
  if (embedding.length !== dimensions || embedding.some((value) => !Number.isFinite(value)))
    throw new Error(`The embedding model ${model} answered a vector of ${embedding.length} numbers instead of ${dimensions}.`);
  return normalise(Float32Array.from(embedding));
}

function toBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const length = Math.min(text.length, MAX_TEXT_LENGTH);
    const last = batches[batches.length - 1];
    if (last && last.length < MAX_TEXTS && characters + length <= MAX_CHARACTERS) {
      last.push(text);
      characters += length;
    } else {
      batches.push([text]);
      characters = length;
    }
  }
  return batches;
}

/** The oldest vectors go first when there are more. */
const MAX_VECTORS = 200_000;
/** Texts that are sent before their vectors are kept: the most that a failure late in a long run loses. */
const TEXTS_PER_ROUND = 480;
/** Vectors that are read before others have their turn. */
const ROWS_PER_TURN = 2_000;
/** SQLite's codes for a file that is damaged, and one that is not a database. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** Another process that writes needs milliseconds. */
const BUSY_MS = 1_000;

interface CacheOptions {
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

/** Reads the cached vectors of texts; none when the file is absent or damaged, since every vector can be requested again. */
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
    // They are requested again, and the file is replaced.
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
 * Returns true when a step fails because its file is not a readable SQLite database. @throws every other error of the step.
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

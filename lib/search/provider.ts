import path from "node:path";
import { getConfig, getEnvironment } from "../config/config.ts";
import { startDeadline } from "../deadline.ts";
import { log, toLogFields } from "../log.ts";
import { passageText } from "./corpus.ts";
import type { Embedding } from "./embedding.ts";
import { createProviderEmbedding } from "./embedding-openai.ts";
import type { Engine } from "./engine.ts";
import { type Matrix, type PackedMatrix, unpack } from "./matrix.ts";
import { embedCached } from "./vector-cache.ts";

/** After a failure the provider is left alone for this long, and the built-in arms answer at once. */
const REST_MS = 30_000;
const MOST_QUERIES = 500;

/** What a configured embedding model gives to search. */
export interface Provider {
  readonly id: string;
  /** The vectors of an engine's passages; undefined until they are there. The first call starts embedding them. */
  vectorsOf(engine: Engine): Matrix | undefined;
  /** Waits for the vectors of an engine's passages. @throws what the provider threw. */
  embedPassages(engine: Engine): Promise<PackedMatrix>;
  /** Takes over vectors that were saved with the engine. */
  adopt(engine: Engine, vectors: PackedMatrix): void;
  /** The vector of a query; undefined when the provider fails or is slower than the deadline. Never throws. */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array | undefined>;
}

export interface ProviderSettings {
  /** For passages: patient, with retries. */
  readonly patient: Embedding;
  /** For queries: without retries. */
  readonly prompt: Embedding;
  readonly timeoutMs: number;
  /** Where vectors are kept. */
  readonly folder: string;
  /** Hears how many of the passages that had to be sent have their vectors. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly now?: () => number;
}

const shared = globalThis as { docentEmbeddingProvider?: Provider | false };

/** The provider that EMBEDDING_MODEL names, one per process; undefined without one. */
export function configuredProvider(): Provider | undefined {
  const { dataDir } = getEnvironment();
  shared.docentEmbeddingProvider ??= readProvider({ folder: path.join(/* turbopackIgnore: true */ dataDir, "embeddings") });
  return shared.docentEmbeddingProvider || undefined;
}

/** The same for a build: vectors are kept where hosts keep what builds may use again, and progress is told. */
export function prepareProvider(tell: (line: string) => void): void {
  shared.docentEmbeddingProvider ??= readProvider({
    folder: path.resolve(/* turbopackIgnore: true */ ".next/cache/docent-embeddings"),
    onProgress: (done, total) => tell(`Embedded ${done} of ${total} new passages.`),
  });
}

function readProvider(own: Pick<ProviderSettings, "folder" | "onProgress">): Provider | false {
  const { embeddingModel } = getEnvironment();
  if (!embeddingModel) return false;
  return createProvider({
    patient: createProviderEmbedding(embeddingModel),
    prompt: createProviderEmbedding(embeddingModel, { retries: 0 }),
    timeoutMs: getConfig().search.providerTimeoutMs,
    ...own,
  });
}

/** Makes the provider of two views of one embedding model. */
export function createProvider({ patient, prompt, timeoutMs, folder, onProgress, now = Date.now }: ProviderSettings): Provider {
  const ready = new WeakMap<Engine, Matrix>();
  const waiting = new WeakMap<Engine, Promise<PackedMatrix>>();
  const queries = new Map<string, Float32Array>();
  let restsUntil = 0;
  let failing = false;

  const noteFailure = (event: string, cause: unknown) => {
    restsUntil = now() + REST_MS;
    // Said once for each time that the provider goes away, not for every query in it.
    if (!failing) log("warn", event, toLogFields(cause));
    failing = true;
  };
  const adopt = (engine: Engine, vectors: PackedMatrix) => {
    ready.set(engine, unpack(vectors));
  };
  const embedPassages = (engine: Engine) => {
    const known = waiting.get(engine);
    if (known) return known;
    const started = embedCached(patient, engine.passages.map(passageText), { folder, onProgress });
    waiting.set(engine, started);
    started.then(
      (vectors) => adopt(engine, vectors),
      () => waiting.delete(engine),
    );
    return started;
  };
  return {
    id: patient.id,
    adopt,
    embedPassages,
    vectorsOf: (engine) => {
      const vectors = ready.get(engine);
      if (!vectors && now() >= restsUntil)
        embedPassages(engine).catch((cause) =>
          noteFailure("passages could not be embedded; search goes on with its own arms", cause),
        );
      return vectors;
    },
    embedQuery: async (query, signal) => {
      const known = queries.get(query);
      if (known) return known;
      if (now() < restsUntil) return undefined;
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const [vector] = await withDeadline(prompt.embed([query], deadline.signal), deadline.signal);
        if (queries.size >= MOST_QUERIES) queries.delete(queries.keys().next().value as string);
        if (vector) queries.set(query, vector);
        failing = false;
        return vector;
      } catch (cause) {
        if (!signal?.aborted) noteFailure("the embedding provider failed; search goes on with its own arms", cause);
        return undefined;
      } finally {
        deadline.end();
      }
    },
  };
}

/** Does not wait for a request that takes long to notice that it was given up. */
function withDeadline<Result>(result: Promise<Result>, deadline: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason), { once: true });
    result.then(resolve, reject);
  });
}

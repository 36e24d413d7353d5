import path from "node:path";
import { LRUCache } from "lru-cache";
import { getConfig, getEnvironment } from "../../config/config.ts";
import { startDeadline } from "../../deadline.ts";
import { log, toLogFields } from "../../log.ts";
import { perProcess } from "../../process-state.ts";
import { passageText } from "../corpus.ts";
import type { Engine } from "../engine.ts";
import type { Embedding } from "./embedding.ts";
import type { PackedMatrix } from "./matrix.ts";
import { createProviderEmbedding } from "./provider-embedding.ts";
import { embedCached } from "./vector-cache.ts";

/** After a failure the provider gets no request for this long, and the built-in retrievers answer at once. */
const PAUSE_MS = 30_000;
const MAX_CACHED_QUERIES = 500;

/** A configured embedding model, as search uses it. */
export interface Provider {
  readonly id: string;
  /** Returns the vectors of an engine's passages; undefined until all are embedded. The first call starts embedding them. */
  vectorsOf(engine: Engine): PackedMatrix | undefined;
  /** Returns the vectors of an engine's passages once all are embedded. @throws the provider's error. */
  embedPassages(engine: Engine): Promise<PackedMatrix>;
  /** Takes over vectors that were saved with the engine. */
  adopt(engine: Engine, vectors: PackedMatrix): void;
  /** Returns the vector of a query; undefined when the provider fails or is slower than the deadline. Never throws. */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array | undefined>;
}

export interface ProviderSettings {
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

/** The provider, once it was asked for; false where none is configured. */
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
  const ready = new WeakMap<Engine, PackedMatrix>();
  const waiting = new WeakMap<Engine, Promise<PackedMatrix>>();
  const queries = new LRUCache<string, Float32Array>({ max: MAX_CACHED_QUERIES });
  let pausedUntil = 0;
  let failing = false;

  const recordFailure = (event: string, cause: unknown) => {
    pausedUntil = now() + PAUSE_MS;
    // Logged once for each outage, not for every query in it.
    if (!failing) log("warn", event, toLogFields(cause));
    failing = true;
  };
  const adopt = (engine: Engine, vectors: PackedMatrix) => void ready.set(engine, vectors);
  const embedPassages = (engine: Engine) => {
    const pending = waiting.get(engine);
    if (pending) return pending;
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
      if (!vectors && now() >= pausedUntil)
        embedPassages(engine).catch((cause) =>
          recordFailure("passages could not be embedded; search goes on with its built-in retrievers", cause),
        );
      return vectors;
    },
    embedQuery: async (query, signal) => {
      const cached = queries.get(query);
      if (cached) return cached;
      if (now() < pausedUntil) return undefined;
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const [vector] = await withDeadline(prompt.embed([query], deadline.signal), deadline.signal);
        if (vector) queries.set(query, vector);
        failing = false;
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

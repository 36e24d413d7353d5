import { createHash } from "node:crypto";
import { createOpenAI } from "@ai-sdk/openai";
import { embedMany } from "ai";
import type { ProviderChoice } from "../../config/config.ts";
import { type Embedding, normalise } from "./embedding.ts";

export interface ProviderOptions {
  /** Retries of a refused or failed request, each after the time that the provider names. Default 4. */
  readonly retries?: number;
}

/** Requests stay far below the limits of providers: 2,048 texts and 300,000 tokens at OpenAI. */
const MAX_TEXTS = 96;
const MAX_CHARACTERS = 150_000;
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
    const { embeddings } = await embedMany({
      model,
      // The provider refuses an empty text, and takes a space.
      values: texts.map((text) => text.slice(0, MAX_TEXT_LENGTH) || " "),
      maxRetries: retries,
      ...(signal && { abortSignal: signal }),
    });
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

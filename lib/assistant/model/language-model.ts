import type { LanguageModel } from "ai";
import type { Cite } from "../sources/retrieval.ts";
import type { AnswerMode } from "../wire/data-stream.ts";

/** The port that every engine of the assistant implements. */
export type LanguageModelV4 = Extract<LanguageModel, { specificationVersion: "v4" }>;

export type ModelCallOptions = Parameters<LanguageModelV4["doStream"]>[0];

export type ModelStreamPart =
  Awaited<ReturnType<LanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** The engine of one answer. */
export interface ChosenModel {
  readonly model: LanguageModelV4;
  /** The engine that writes, as far as it is decided. */
  readonly engine: () => AnswerMode;
  /** Chooses what will be cited of what a search found, before the result is given; a model cites what it likes of the result. */
  readonly cite: Cite;
  /** Writes the parts of the next step, instead of the model, where the engine is this process alone. */
  readonly steps?: () => Generator<ModelStreamPart, void, void>;
}

/** Returns a model that is streamed: nothing asks for an answer as a whole. */
export function streamedModel(
  { provider, modelId }: Pick<LanguageModelV4, "provider" | "modelId">,
  doStream: LanguageModelV4["doStream"],
): LanguageModelV4 {
  const doGenerate = () => Promise.reject(new Error("Answers are streamed; use streamText."));
  return { specificationVersion: "v4", provider, modelId, supportedUrls: {}, doGenerate, doStream };
}

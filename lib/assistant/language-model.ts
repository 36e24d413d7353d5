// Tested in budget.test.ts.
import type { LanguageModel } from "ai";

/** The port that every engine of the assistant implements. */
export type LanguageModelV4 = Extract<LanguageModel, { specificationVersion: "v4" }>;

/** What a model is called with. */
export type ModelCallOptions = Parameters<LanguageModelV4["doStream"]>[0];

/** A part of a model's stream. */
export type ModelStreamPart =
  Awaited<ReturnType<LanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

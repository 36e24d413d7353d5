import type { LanguageModel as SdkModel } from "ai";
import type { Engine } from "./answer-event.ts";
import type { Cite } from "./retrieval.ts";

type SdkModelV4 = Extract<SdkModel, { specificationVersion: "v4" }>;

/** Options of a call of a model. */
export type ModelCallOptions = Parameters<SdkModelV4["doStream"]>[0];

/** A part of a model's answer to a call. */
export type ModelStreamPart =
  Awaited<ReturnType<SdkModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/**
 * The port that every engine of the assistant implements: what it says to a call, as fast as it is read. It leaves off where its
 * reader closes it or the call's signal fires.
 */
export type LanguageModel = (call: ModelCallOptions) => AsyncIterable<ModelStreamPart>;

/** The engine of one answer. */
export interface ChosenModel {
  readonly model: LanguageModel;
  /** The engine that writes, as far as it is decided. */
  readonly engine: () => Engine;
  /** Chooses what will be cited of what a search found, before the result is given; a model cites what it likes of the result. */
  readonly cite: Cite;
}

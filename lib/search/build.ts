import { Worker } from "node:worker_threads";
import type { Passage } from "../content/model/passage.ts";
import { log, toLogFields } from "../log.ts";
import type { EarlierRetriever } from "./dense/dense.ts";
import { buildEngine, buildSaved, type Engine, restoreEngine, reusableOf, type SavedEngine } from "./engine.ts";

/** The input of a thread that builds an engine. */
export interface BuildInput {
  readonly passages: readonly Passage[];
  readonly language: string;
  readonly reusable: EarlierRetriever | undefined;
}

/** Fewer passages are built in less time than a thread takes to start. */
const MIN_PASSAGES = 300;
/**
 * Limits the young generation, so that it is collected often. That saves a third of the memory (3,200 passages: 270 MB instead of
 * 405) and costs 5 % of the time.
 */
const MEMORY = { maxYoungGenerationSizeMb: 16 };

/**
 * Builds the engine of passages that share a language and a version, from an earlier one where little has changed. Many passages take
 * seconds, so a thread builds their engine while this one keeps answering.
 */
export async function buildAside(passages: readonly Passage[], language: string, earlier?: Engine): Promise<Engine> {
  if (passages.length < MIN_PASSAGES) return buildEngine(passages, language, earlier);
  try {
    const saved = buildInThread({ passages: withoutBlocks(passages), language, reusable: earlier && reusableOf(earlier) });
    return await restoreEngine(saved, passages, language);
  } catch (cause) {
    logNoThread(cause);
    return buildEngine(passages, language, earlier);
  }
}

/** Builds the saved form of the engine alone, which takes half of the memory. */
export async function buildSavedAside(passages: readonly Passage[], language: string): Promise<SavedEngine> {
  if (passages.length < MIN_PASSAGES) return buildSaved(passages, language);
  try {
    return await buildInThread({ passages: withoutBlocks(passages), language, reusable: undefined });
  } catch (cause) {
    logNoThread(cause);
    return buildSaved(passages, language);
  }
}

/** Blocks are most of a passage, and the saved engine contains none of them. */
function withoutBlocks(passages: readonly Passage[]): Passage[] {
  return passages.map((passage) => ({ ...passage, blocks: [] }));
}

function logNoThread(cause: unknown): void {
  log("warn", "no thread could build the search; it is built where requests are answered, which wait", toLogFields(cause));
}

async function buildInThread(input: BuildInput): Promise<SavedEngine> {
  // Turbopack makes a chunk of it, with all that it imports; Node reads the file as it is.
  const thread = new Worker(new URL("./build-thread.ts", import.meta.url), {
    workerData: input,
    execArgv: [],
    resourceLimits: MEMORY,
  });
  return new Promise<SavedEngine>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("The thread that builds the search has ended before it was done.")));
  });
}

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { Passage } from "../../lib/content/model/passage.ts";
import { buildEngine, type Engine, restoreEngine, type SavedEngine, type SearchWeights } from "../../lib/search/engine.ts";
import { percentile } from "./search-metrics.ts";
import { readDefaultSets } from "./search-sets.ts";

/** The cost of an engine of that many passages. */
export const ScaleFigures = z.object({
  passages: z.number(),
  buildMs: z.number(),
  loadMs: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  /** The same by keywords alone. */
  keywordP95Ms: z.number(),
  /** Memory of the loaded engine: JavaScript objects and arrays of numbers. */
  megabytes: z.number(),
  /** Size of the saved engine. */
  savedMegabytes: z.number(),
  compressedMegabytes: z.number(),
});
export type ScaleFigures = z.infer<typeof ScaleFigures>;

const QUERIES = 300;
const WARM_UP = 20;

/** Measures one size in a separate process, so that memory is that of this engine alone. */
export function measureScale(passages: number): ScaleFigures {
  const script = fileURLToPath(import.meta.url);
  const options = ["--expose-gc", "--max-old-space-size=8192", "--disable-warning=ExperimentalWarning", script, String(passages)];
  const { stdout, status } = spawnSync(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`Measuring ${passages} passages ended with code ${status}.`);
  return ScaleFigures.parse(JSON.parse(String(stdout).trim().split("\n").at(-1) ?? ""));
}

/**
 * Passages of that number, made of the paragraphs of real documentation drawn at random: words and lengths are those of
 * documentation, and no passage is a copy.
 */
function drawPassages(pool: readonly Passage[], wanted: number): Passage[] {
  const next = numbers(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const paragraphs = pool
    .map(({ text }) => text.split("\n\n").filter((part) => part.length > 40))
    .filter((parts) => parts.length > 0);
  return Array.from({ length: wanted }, (_, i) => {
    const base = pick(pool);
    const text = Array.from({ length: 4 }, () => pick(pick(paragraphs)))
      .join("\n\n")
      .slice(0, 1_400);
    const page = `/docs/page-${Math.floor(i / 5)}`;
    return { ...base, id: `${page}#${i % 5}`, path: page, text, language: "en", version: null, hash: String(i) };
  });
}

async function measureHere(wanted: number): Promise<ScaleFigures> {
  const sets = (await readDefaultSets()).filter(({ language }) => language === "en");
  const passages = drawPassages(
    sets.flatMap(({ passages }) => passages),
    wanted,
  );
  const queries = sets.flatMap(({ queries }) => queries.map(({ text }) => text)).slice(-QUERIES);
  // Compiles the code and fills the caches that a running process has filled.
  buildEngine(passages.slice(0, 500), "en");
  const before = await settledMemory();
  let started = performance.now();
  const saved = serialize(buildEngine(passages, "en").save());
  const buildMs = performance.now() - started;
  started = performance.now();
  const engine = await restoreEngine(deserialize(saved) as SavedEngine, passages, "en");
  const loadMs = performance.now() - started;
  const megabytes = ((await settledMemory()) - before - saved.length) / 1e6;
  const measured = await timeQueries(engine, queries, { words: 0.5, thesaurus: 0.35, provider: 0 });
  const byKeyword = await timeQueries(engine, queries, { words: 0, thesaurus: 0, provider: 0 });
  return {
    passages: wanted,
    buildMs,
    loadMs,
    p50Ms: percentile(measured, 0.5),
    p95Ms: percentile(measured, 0.95),
    keywordP95Ms: percentile(byKeyword, 0.95),
    megabytes,
    savedMegabytes: saved.length / 1e6,
    compressedMegabytes: gzipSync(saved, { level: 4 }).length / 1e6,
  };
}

/** Measures the time of each query, after some that warm up. */
async function timeQueries(engine: Engine, queries: readonly string[], weights: SearchWeights): Promise<number[]> {
  const times: number[] = [];
  for (const query of [...queries.slice(0, WARM_UP), ...queries]) {
    const begun = performance.now();
    await engine.search({ query, limit: 10, completeLastWord: true, perPage: 3, weights });
    times.push(performance.now() - begun);
  }
  return times.slice(WARM_UP);
}

/** Bytes in use once garbage is gone; arrays of numbers are given free only after the turn in which they became garbage. */
async function settledMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await measureHere(Number(process.argv[2]))));

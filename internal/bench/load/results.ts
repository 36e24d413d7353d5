import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ALL, type TrafficName } from "./kinds.ts";
import type { Capacity, Measurement } from "./measure.ts";
import type { MemoryFigures } from "./memory.ts";
import type { Prediction } from "./prediction.ts";
import type { StreamFigures } from "./streams.ts";
import type { Setup } from "./target.ts";

/** The file that the bench writes and the manual's page reads. */
export const RESULTS_FILE = "internal/bench/results/sizing.json";

/** Figures at one rate, as they are kept. */
export interface RateFigures {
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly residentMiB: number;
  readonly loopP99Ms: number;
}

/** Figures of one kind of traffic, as they are kept. */
export interface CapacityFigures {
  readonly traffic: TrafficName;
  readonly highest: number;
  readonly perCore: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  /** Processors that the generator took at four fifths of the highest rate. */
  readonly generatorShare: number;
  readonly queries: number | null;
  readonly storeBytes: number | null;
  readonly half: RateFigures;
  readonly fourFifths: RateFigures;
}

/** Figures of one store with a number of processes. */
export interface SetupFigures extends Setup {
  /** Memory of the servers before any traffic. */
  readonly idleMiB: number;
  readonly capacities: readonly CapacityFigures[];
  readonly prediction?: Prediction;
}

/** Everything that is known of one machine. */
export interface Results {
  readonly commit: string;
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  readonly seed: number;
  readonly secondsEach: number;
  readonly setups: readonly SetupFigures[];
  readonly memory?: MemoryFigures;
  readonly streams?: readonly StreamFigures[];
}

/** The commit, machine and seed of a run. */
export type About = Omit<Results, "setups" | "memory" | "streams">;

/** Returns the commit, machine and seed of a run that begins now. */
export function describeRun({ seed, seconds }: { seed: number; seconds: number }): About {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const isClean = git("status", "--porcelain", "--untracked-files=no") === "";
  return {
    commit: git("rev-parse", "--short", "HEAD") + (isClean ? "" : " and changes"),
    node: process.version,
    processor: os.cpus()[0]?.model ?? "unknown",
    cores: os.availableParallelism(),
    seed,
    secondsEach: seconds,
  };
}

/** Returns what is kept of a measurement, in three digits. */
export function toFigures({ traffic, highest, perCore, half, fourFifths, storeBytes }: Capacity): CapacityFigures {
  const { cpuMs, databaseCpuMs, generatorShare, queries } = fourFifths;
  return {
    traffic,
    highest: round(highest),
    perCore: round(perCore),
    cpuMs: round(cpuMs),
    databaseCpuMs: round(databaseCpuMs),
    generatorShare: round(generatorShare),
    queries: queries === null ? null : round(queries),
    storeBytes,
    half: toRateFigures(half),
    fourFifths: toRateFigures(fourFifths),
  };
}

function toRateFigures({ rate, p50Ms, p99Ms, errors, residentMiB, loop }: Measurement): RateFigures {
  return { rate: round(rate), p50Ms: round(p50Ms), p99Ms: round(p99Ms), errors, residentMiB, loopP99Ms: round(loop.p99Ms) };
}

/** Rounds to three digits. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Reads what was written last; undefined before the first time. */
export function readResults(): Results | undefined {
  return existsSync(RESULTS_FILE) ? (JSON.parse(readFileSync(RESULTS_FILE, "utf8")) as Results) : undefined;
}

/** Writes results, and returns all that the file then has: parts that were not measured now stay as they were. */
export async function writeResults(about: About, measured: Partial<Results>): Promise<Results> {
  const kept = readResults();
  const setups = mergeSetups(kept?.setups ?? [], measured.setups ?? []);
  const all = { ...kept, ...about, ...measured, setups };
  await mkdir(path.dirname(RESULTS_FILE), { recursive: true });
  writeFileSync(RESULTS_FILE, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

/** Returns what was measured now, and of each setup the kinds of traffic that were measured before alone. */
export function mergeSetups(before: readonly SetupFigures[], now: readonly SetupFigures[]): SetupFigures[] {
  const isSame = (one: Setup) => (other: Setup) => one.store === other.store && one.processes === other.processes;
  const merged = now.map((setup) => {
    const earlier = before.find(isSame(setup))?.capacities ?? [];
    const others = earlier.filter(({ traffic }) => !setup.capacities.some((one) => one.traffic === traffic));
    const capacities = [...others, ...setup.capacities].sort((a, b) => ALL.indexOf(a.traffic) - ALL.indexOf(b.traffic));
    return { ...setup, capacities };
  });
  return [...merged, ...before.filter((setup) => !now.some(isSame(setup)))];
}

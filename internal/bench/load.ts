import { mkdtemp, rm } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { readArguments, UsageError } from "../../scripts/command-line.ts";
import { copyBuild } from "../exercises/standalone.ts";
import { measureSetups, withTarget } from "./load/capacities.ts";
import { ALL, kindOf, needsModel, type TrafficName } from "./load/kinds.ts";
import { measureAt } from "./load/measure.ts";
import { measureMemory } from "./load/memory.ts";
import { startSlowModel } from "./load/model.ts";
import { readProfile } from "./load/profile.ts";
import { printProfile } from "./load/report.ts";
import { describeRun, type Results, writeResults } from "./load/results.ts";
import { measureStreams, type StreamFigures } from "./load/streams.ts";
import { writeTables } from "./load/tables.ts";
import type { Setup } from "./load/target.ts";

export const help = `Measures what servers of the last standalone build bear (DOCENT_STANDALONE=1 npm run build). Requests arrive by a rate, not by
answers, and times count from when a request was due, so waiting is part of them. Loopback only; it ends by itself
within 15 minutes.

  npm run bench -- load [--seconds 4] [--kinds page,search,…] [--stores sqlite,postgres-1,…] [--seed 1] [--profile] [--streams 1000] [--write]

  --seconds  length of one measurement; a step of the search for the highest rate takes half of it
  --kinds    ${ALL.join(", ")}
  --stores   sqlite, postgres-1, postgres-2, postgres-4: the store, and the number of processes
  --seed     of the arrivals and of all that varies in requests
  --profile  instead: what the CPU does for each kind on SQLite, at the rate with which the search begins
  --streams  instead: so many open answers of a slow model on one process
  --write    writes internal/bench/results/sizing.json and the tables of the manual's page "Sizing" from it;
             kinds, stores and sizes that were not measured now stay as they were`;

interface Options {
  readonly seconds: number;
  readonly seed: number;
  readonly kinds: readonly TrafficName[] | undefined;
  readonly setups: readonly Setup[];
  readonly profile: boolean;
  readonly streams: number;
  readonly write: boolean;
}

const SETUPS: Readonly<Record<string, Setup>> = {
  sqlite: { store: "sqlite", processes: 1 },
  "postgres-1": { store: "postgres", processes: 1 },
  "postgres-2": { store: "postgres", processes: 2 },
  "postgres-4": { store: "postgres", processes: 4 },
};
/** Measures, prints, and writes on request. */
export async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const root = await mkdtemp(path.join(tmpdir(), "docent-load-"));
  const site = path.join(root, "site");
  const about = describeRun(options);
  console.log(`Commit ${about.commit}, Node ${about.node}, ${about.cores} cores (${about.processor}), seed ${about.seed}.`);
  try {
    await copyBuild(site);
    if (options.profile) return await profileKinds(site, root, options);
    const measured = options.streams > 0 ? await runStreams(site, root, options) : await runAll(site, root, options);
    if (options.write) writeTables(await writeResults(about, measured));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function runAll(site: string, root: string, options: Options): Promise<Partial<Results>> {
  const setups = await measureSetups({ ...options, site, root, cores: os.availableParallelism() });
  if (options.kinds) return { setups };
  const memory = await measureMemory(site, root);
  for (const { pages, residentMiB, firstSearchSeconds } of memory.measured)
    console.log(`${pages} pages: ${residentMiB} MiB after the first search, which took ${firstSearchSeconds} s`);
  return { setups, memory };
}

async function runStreams(site: string, root: string, { streams: count, setups, seed }: Options): Promise<Partial<Results>> {
  const streams: StreamFigures[] = [];
  for (const store of new Set(setups.map((setup) => setup.store))) {
    console.log(`\n${store}: ${count} open answers`);
    const figures = await measureStreams(count, { store, site, root: path.join(root, store) }, seed);
    for (const [name, value] of Object.entries(figures)) console.log(`  ${name}: ${value}`);
    streams.push(figures);
  }
  return { streams };
}

async function profileKinds(site: string, root: string, { kinds = ALL, seconds, seed }: Options): Promise<void> {
  for (const traffic of kinds) {
    const profileTo = path.join(root, `${traffic}.cpuprofile`);
    const model = needsModel(traffic) ? await startSlowModel() : undefined;
    const setup = { store: "sqlite", processes: 1, site, root: path.join(root, traffic), modelUrl: model?.baseUrl } as const;
    await withTarget(setup, async (target, generator) => {
      const options = { target, generator, facts: await target.facts(), seed, seconds, profileTo };
      const measured = await measureAt(traffic, kindOf(traffic).start, options);
      const { parts, functions } = readProfile(profileTo);
      printProfile(traffic, measured, [parts, functions]);
    });
    await model?.close();
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = readArguments(args, {
    options: {
      seconds: { type: "string", default: "4" },
      seed: { type: "string", default: "1" },
      kinds: { type: "string" },
      stores: { type: "string", default: Object.keys(SETUPS).join() },
      streams: { type: "string", default: "0" },
      profile: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const number = (name: "seconds" | "seed" | "streams", least: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least && value <= 100_000) return value;
    throw new UsageError(`--${name} takes a whole number of ${least} or more, not "${values[name]}".`);
  };
  return {
    seconds: number("seconds", 2),
    seed: number("seed", 0),
    streams: number("streams", 0),
    kinds: values.kinds?.split(",").map((name) => choose("kinds", name, ALL)),
    setups: values.stores.split(",").map((name) => SETUPS[choose("stores", name, Object.keys(SETUPS))] as Setup),
    profile: values.profile,
    write: values.write,
  };
}

function choose<Name extends string>(option: string, name: string, known: readonly Name[]): Name {
  if ((known as readonly string[]).includes(name)) return name as Name;
  throw new UsageError(`--${option} knows no "${name}"; it knows ${known.join(", ")}.`);
}

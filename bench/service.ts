import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCredential, hashSecret, toToken } from "../lib/auth/credential.ts";
import { readArguments, UsageError } from "../scripts/command-line.ts";
import { type Load, type LoadFigures, measureLoad, send } from "./closed-loop.ts";
import { type BenchServer, buildBenchApp, startBenchApp } from "./service-app.ts";

export const help = `Measures the guard in front of every endpoint on its own server: SQLite, and Postgres when TEST_DATABASE_URL is set.

  npm run bench -- service [--seconds 5] [--rounds 3] [--streams 10000] [--port 4180] [--no-faults]`;

const goalRatio = 0.6;
const goalGrowth = 1.1;
const connections = 16;

interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly streams: number;
  readonly port: number;
  readonly faults: boolean;
}

/** Runs every part and prints a table of each; fails when a goal is missed. */
export async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  console.log("Building the bench app.");
  await buildBenchApp();
  const stores = ["sqlite", ...(process.env.TEST_DATABASE_URL ? ["postgres"] : [])];
  const missed: string[] = [];
  for (const store of stores) missed.push(...(await measureStore(store, options)));
  if (options.faults) missed.push(...runFaults());
  console.log(missed.length === 0 ? "\nEvery goal is met." : `\nMissed: ${missed.join("; ")}`);
  if (missed.length > 0) process.exitCode = 1;
}

function readOptions(args: readonly string[]): Options {
  const { values } = readArguments(args, {
    options: {
      seconds: { type: "string", default: "5" },
      rounds: { type: "string", default: "3" },
      streams: { type: "string", default: "10000" },
      port: { type: "string", default: "4180" },
      "no-faults": { type: "boolean", default: false },
    },
  });
  const count = (name: "seconds" | "rounds" | "streams" | "port") => {
    if (/^[1-9]\d{0,5}$/.test(values[name])) return Number(values[name]);
    throw new UsageError(`--${name} takes a whole number of 1 or more, not "${values[name]}".`);
  };
  return {
    seconds: count("seconds"),
    rounds: count("rounds"),
    streams: count("streams"),
    port: count("port"),
    faults: !values["no-faults"],
  };
}

async function measureStore(store: string, options: Options): Promise<string[]> {
  const data = await mkdtemp(path.join(tmpdir(), "docent-bench-"));
  const key = createCredential("assistant");
  const server = await startBenchApp(options.port, {
    DOCENT_DATA_DIR: data,
    DOCENT_KEYS: `dk_${key.id}:${hashSecret(key.secret)}:bench`,
    ...(store === "postgres" && { DATABASE_URL: process.env.TEST_DATABASE_URL ?? "" }),
  });
  try {
    const token = toToken(key);
    return [
      ...(await measureGuard(store, { server, token }, options)),
      ...(await measureStreams(store, { server, token }, options)),
    ];
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

interface Target {
  readonly server: BenchServer;
  readonly token: string;
}

/** Rounds in turn, so that whatever else the machine does falls on all alike. */
async function measureGuard(store: string, { server, token }: Target, { seconds, rounds }: Options): Promise<string[]> {
  const load = (address: string): Load => ({
    url: `${server.url}${address}`,
    token,
    body: { query: "create a key" },
    connections,
  });
  const loads = { bare: load("/bare"), guarded: load("/guarded/bench"), search: load("/v1/search/bench") };
  const figures: Record<keyof typeof loads, LoadFigures[]> = { bare: [], guarded: [], search: [] };
  for (const one of Object.values(loads)) await measureLoad(one, 2);
  for (let round = 0; round < rounds; round++)
    for (const name of ["bare", "guarded", "search"] as const) figures[name].push(await measureLoad(loads[name], seconds));
  const bare = median(figures.bare.map(({ perSecond }) => perSecond));
  console.log(`\n${store}: ${connections} connections, ${rounds} rounds of ${seconds} s\n`);
  console.log("endpoint   requests/s   of bare   p99 ms   statuses");
  for (const [name, rows] of Object.entries(figures)) {
    const perSecond = median(rows.map((row) => row.perSecond));
    const p99 = median(rows.map((row) => row.p99Ms));
    const statuses = JSON.stringify(rows.at(-1)?.statuses ?? {});
    console.log(
      `${name.padEnd(10)} ${perSecond.toFixed(0).padStart(10)} ${(perSecond / bare).toFixed(2).padStart(9)} ${p99.toFixed(1).padStart(8)}   ${statuses}`,
    );
  }
  const ratio = median(
    figures.guarded.map(({ perSecond }, round) => perSecond / (figures.bare[round]?.perSecond ?? Number.POSITIVE_INFINITY)),
  );
  console.log(`guarded / bare, median of the rounds: ${ratio.toFixed(2)} (goal ${goalRatio})`);
  const failed = Object.values(figures)
    .flat()
    .some(({ statuses }) => Object.keys(statuses).some((status) => status !== "200"));
  return [
    ...(ratio < goalRatio ? [`${store}: guarded is ${ratio.toFixed(2)} of bare`] : []),
    ...(failed ? [`${store}: not all answers were 200`] : []),
  ];
}

/** Streams of answers, one in ten aborted in the middle and one in ten read slowly; memory must not grow with their number. */
async function measureStreams(store: string, { server, token }: Target, { streams }: Options): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const body = { fp: "bench", messages: [{ id: "1", role: "user", content: "How do I create a key?", parts: [] }] };
  const load: Load = { url: `${server.url}/v1/assistant/bench/message`, token, body, connections: 200 };
  const [first, half] = [Math.max(1, Math.round(streams / 10)), Math.round(streams / 2)];
  let bad = await stream(load, agent, { count: first, concurrency: 200 });
  const early = residentMiB(server.pid);
  bad += await stream(load, agent, { count: half - first, concurrency: 50 });
  const middle = residentMiB(server.pid);
  bad += await stream(load, agent, { count: streams - half, concurrency: 50 });
  const late = residentMiB(server.pid);
  agent.destroy();
  console.log(
    `\n${store}: ${streams} streams; resident ${early} MiB after ${first}, ${middle} after ${half}, ${late} after ${streams}: ${(late / early).toFixed(2)} (goal ${goalGrowth})`,
  );
  console.log(`refused or failed: ${bad}`);
  return [
    ...(late / early > goalGrowth ? [`${store}: memory grew ${(late / early).toFixed(2)} times`] : []),
    ...(bad > 0 ? [`${store}: ${bad} streams were refused`] : []),
  ];
}

async function stream(load: Load, agent: Agent, { count, concurrency }: { count: number; concurrency: number }): Promise<number> {
  let [next, bad] = [0, 0];
  const lanes = Array.from({ length: concurrency }, async () => {
    while (next < count) {
      const index = next++;
      const { status } = await send(load, agent, () => index % 10 !== 0).catch((cause: Error) => ({ status: cause.message }));
      if (status !== 200) console.log(`stream ${index}: ${status}`);
      if (status !== 200) bad += 1;
      if (index % 10 === 1) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await Promise.all(lanes);
  return bad;
}

/** The fault tests of `npm test` with their full counts: 50 kills, 10,000 bodies. */
function runFaults(): string[] {
  const environment = { ...process.env, DOCENT_KILLS: "50", DOCENT_BODIES: "2500" };
  const files = [
    "lib/db/faults.test.ts",
    "bench/kills.test.ts",
    "app/v1/assistant/readers.test.ts",
    "lib/limits/limits.test.ts",
    "app/v1/bodies.test.ts",
    "app/v1/outage.test.ts",
  ];
  const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
    env: environment,
    stdio: "inherit",
  });
  return status === 0 ? [] : ["the fault tests failed"];
}

function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kibibytes) / 1_024);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

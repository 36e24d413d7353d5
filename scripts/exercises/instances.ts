import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findPostgres, startPostgres } from "../../lib/db/testing-server.ts";
import { readArguments, runCommand, UsageError } from "../command-line.ts";
import { type Deployment, DOMAIN, startDeployment } from "./instances/deployment.ts";
import { createTally, get, runTraffic, type Tally } from "./instances/traffic.ts";
import type { Instance } from "./standalone.ts";

const help = `npm run exercise:instances -- [--seconds NUMBER] [--alternate]

Starts a Postgres server and two instances of the last standalone build (DOCENT_STANDALONE=1 npm run build), and sends both mixed
searches, messages, updates, pages and insights, while each instance and Postgres are started again. Fails when an answered message
is in no thread or insight, when an update fails, or when an instance that is up serves an update later than five seconds after
its success.

  --seconds    how long; 60 without it, at least 40
  --alternate  sends every request to the other instance than the one before, also within a conversation, and kills an instance`;

const FOLLOWS_MS = 5_000;
/** Time between two writes of insights: a process that is killed loses what it recorded since the last one. */
const FLUSH_MS = 5_000;

await runCommand(help, async (args) => {
  const options = { seconds: { type: "string", default: "60" }, alternate: { type: "boolean", default: false } } as const;
  const { values } = readArguments(args, { options });
  const [seconds, { alternate }] = [Number(values.seconds), values];
  if (!Number.isInteger(seconds) || seconds < 40) throw new UsageError("--seconds: must be a whole number from 40 on");
  const programs = findPostgres();
  if (!programs) throw new UsageError("There is no Postgres server here. On Debian: apt-get install -y postgresql");
  const root = mkdtempSync(path.join(os.tmpdir(), "docent-instances-"));
  const postgres = await startPostgres(programs);
  const deployment = await startDeployment(root, postgres.url);
  try {
    const restartPostgres = () => postgres.kill().then(postgres.start);
    const tally = await exercise(deployment, { seconds, alternate, restartPostgres });
    printTally(tally);
    await requireNothingLost(deployment, tally);
    const slowest = Math.max(...tally.followedMs);
    if (slowest > FOLLOWS_MS) throw new Error(`An update was served ${Math.round(slowest)} ms after its success.`);
  } finally {
    for (const instance of deployment.instances) await instance.stop();
    await postgres.kill();
    await postgres.remove();
    rmSync(root, { recursive: true, force: true });
  }
});

interface Plan {
  readonly seconds: number;
  readonly alternate: boolean;
  readonly restartPostgres: () => Promise<void>;
}

/** Sends traffic for so long; each instance and Postgres are started again meanwhile, a quarter of the time apart. */
async function exercise(deployment: Deployment, { seconds, alternate, restartPostgres }: Plan): Promise<Tally> {
  const [a, b] = deployment.instances;
  const stopping = new AbortController();
  const tally = createTally();
  const traffic = runTraffic(deployment, { tally, alternate, signal: stopping.signal });
  // A fault in it ends the exercise immediately.
  const pause = () => Promise.race([wait((seconds / 4) * 1_000), traffic]);
  try {
    const restarts: [name: string, restart: () => Promise<void>][] = [
      alternate ? ["instance A, killed", () => killAndStart(a, tally)] : ["instance A", a.restart],
      ["instance B", b.restart],
      ["Postgres, by a crash", restartPostgres],
    ];
    for (const [name, restart] of restarts) {
      await pause();
      const started = performance.now();
      await restart();
      tally.upSince = performance.now();
      console.log(`Started again: ${name} (${Math.round(performance.now() - started)} ms).`);
    }
    await pause();
  } finally {
    stopping.abort();
  }
  await traffic;
  return tally;
}

/** Kills an instance, and with it the questions of its last seconds, which only the insights lose. */
async function killAndStart({ kill, restart }: Instance, tally: Tally): Promise<void> {
  const answered = sumOf(tally.answered);
  await wait(FLUSH_MS);
  await kill();
  tally.unrecorded = sumOf(tally.answered) - answered;
  await restart();
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function printTally({ done, failed, answered, followedMs }: Tally): void {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([kind, count]) => `${kind} ${count}`).join(", ") || "none";
  const sorted = followedMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  console.log(`Answered: ${list(done)}. Whole answers: ${sumOf(answered)}.`);
  console.log(`Refused or cut: ${list(failed)}.`);
  console.log(`From success until both serve the update: ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(1)} ms at most.`);
}

/** Looks for each answered message in its thread and in the insights, at both instances. */
async function requireNothingLost({ instances, keys }: Deployment, { answered, unrecorded }: Tally): Promise<void> {
  const missing: string[] = [];
  for (const [index, [fp, answers]] of [...answered].entries()) {
    const { url } = instances[index % 2] as Instance;
    const { status, text } = await get(`${url}/v1/assistant/${DOMAIN}/threads?fp=${fp}`, keys.account);
    const threads = status === 200 ? (JSON.parse(text) as { threads: { messageCount: number }[] }).threads : [];
    // A question that was cut is in the thread, too.
    if (threads.length !== 1 || (threads[0]?.messageCount ?? 0) < 2 * answers) missing.push(`${fp}: ${status} ${text}`);
  }
  if (missing.length > 0) throw new Error(`${missing.length} answered messages are in no thread, such as ${missing[0]}`);
  const counted = await Promise.all(instances.map(({ url }) => countQuestions(url, keys.account)));
  const all = sumOf(answered);
  console.log(`All ${all} are in their threads; insights count ${counted.join(" and ")} questions.`);
  if (counted.some((questions) => questions < all - unrecorded))
    throw new Error("Insights have fewer questions than were answered.");
}

async function countQuestions(url: string, key: string): Promise<number> {
  const { text } = await get(`${url}/v1/insights/${DOMAIN}/overview`, key);
  const { rows } = JSON.parse(text) as { rows: readonly { question?: number }[] };
  return rows.reduce((sum, { question = 0 }) => sum + question, 0);
}

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import defaultConfig from "../docent.config.ts";
import { getEnvironment, getMainProject } from "../lib/config/config.ts";
import { replaceSettings } from "../lib/config/testing.ts";
import { closeStore, getStore } from "../lib/db/db.ts";
import { DAY_MS } from "../lib/insights/batch.ts";
import { readDashboard } from "../lib/insights/dashboard.ts";
import {
  flushInsights,
  recordMissing,
  recordOpenedResult,
  recordPageFeedback,
  recordQuestion,
  recordSearch,
} from "../lib/insights/insights.ts";
import type { Visit } from "../lib/insights/kinds.ts";
import { lastDays } from "../lib/insights/period.ts";
import { createRandom } from "../lib/testing-random.ts";

const SEARCHES = 100_000;
const QUESTIONS = 10_000;
const BATCH = 400;
const DAYS = 90;

const words =
  "install deploy token key cache webhook invoice export image table python docker proxy error limit thread stream search page theme".split(
    " ",
  );
const verbs = "rotate,delete,create,change,find,copy,share,move,test,log".split(",");

export const help = `npm run bench -- insights [folder]

Makes up the traffic of 90 days in the store that DATABASE_URL names, else in SQLite in a new folder: 100,000 searches and
10,000 questions. Prints what recording and storing them takes, how the store grows, and how long the data of /insights takes.
With a folder, the SQLite store is left there for a server to show. Never point it at a store that is in use.`;

export async function run([kept]: readonly string[]): Promise<void> {
  const folder = kept ?? (await mkdtemp(path.join(tmpdir(), "docent-bench-")));
  const url = process.env.DATABASE_URL;
  const restore = replaceSettings(defaultConfig, { DOCENT_DATA_DIR: folder, ...(url && { DATABASE_URL: url }) });
  try {
    const before = await sizeOf(folder);
    printFigures(await writeTraffic(), (await sizeOf(folder)) - before);
    for (const days of [7, 30, 90]) console.log(`data of /insights, ${days} days: ${await timeDashboard(days)}`);
  } finally {
    await closeStore();
    restore();
    if (!kept) await rm(folder, { recursive: true });
  }
}

function printFigures({ recordMs, flushMs, flushes }: Awaited<ReturnType<typeof writeTraffic>>, grown: number): void {
  const each = (ms: number) => `${((ms / (SEARCHES + QUESTIONS)) * 1_000).toFixed(0)} µs`;
  console.log(`store: ${getEnvironment().databaseUrl ? "Postgres" : "SQLite"}, grown by ${(grown / 1_000_000).toFixed(1)} MB`);
  console.log(`recording: ${each(recordMs)} for each search or question`);
  console.log(`storing: ${each(flushMs)} for each, in ${flushes} batches of ${(flushMs / flushes).toFixed(1)} ms`);
}

async function writeTraffic() {
  const random = createRandom(7);
  const now = Date.now();
  let [recordMs, flushMs, flushes] = [0, 0, 0];
  for (let index = 0; index < SEARCHES + QUESTIONS; index++) {
    const at = now - Math.floor(((SEARCHES + QUESTIONS - index) / (SEARCHES + QUESTIONS)) * (DAYS - 1) * DAY_MS);
    const started = performance.now();
    recordOne(index, { random, at });
    recordMs += performance.now() - started;
    if (index % BATCH !== BATCH - 1) continue;
    const flushing = performance.now();
    await flushInsights(at);
    flushMs += performance.now() - flushing;
    flushes += 1;
  }
  await flushInsights(now);
  return { recordMs, flushMs, flushes };
}

function recordOne(index: number, { random, at }: { random: () => number; at: number }): void {
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() ** 2 * list.length)] as Item;
  const { id: project, languages, versions } = getMainProject();
  const visit: Visit = {
    project,
    agent: random() < 0.9 ? "reader" : "robot",
    language: pick(languages).id,
    version: pick(versions)?.id,
  };
  const text = `${pick(verbs)} ${pick(words)}${random() < 0.4 ? ` ${pick(words)} ${Math.floor(random() * 50)}` : ""}`;
  if (index % 11 === 0) {
    const outcome = pick(["answered", "answered", "low", "refused"] as const);
    recordQuestion(
      visit,
      {
        text: `How do I ${text}?`,
        outcome,
        threadId: `th_${index}`,
        messageId: "m",
        sections: [`/docs/${pick(words)}#${pick(verbs)}`],
      },
      at,
    );
  } else recordSearch(visit, { query: text, results: random() < 0.2 ? 0 : 5 }, at);
  if (random() < 0.4) recordOpenedResult(visit, { query: text, page: "/docs/quickstart" }, at);
  if (index % 100 === 0) recordMissing(visit, { path: `/docs/old-${pick(words)}`, from: "/docs" }, at);
  if (index % 200 === 0) recordPageFeedback(visit, { page: "/docs/quickstart", rating: pick(["down", "up"] as const), text }, at);
}

async function timeDashboard(days: number): Promise<string> {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    const now = Date.now();
    await readDashboard({ project: getMainProject().id }, lastDays(days, now), now);
    times.push(performance.now() - started);
  }
  return times.map((time) => `${time.toFixed(0)} ms`).join(", ");
}

async function sizeOf(folder: string): Promise<number> {
  const { dialect, database } = await getStore();
  if (dialect === "postgres") {
    const { rows } = await sql<{ bytes: number }>`
      select pg_total_relation_size('insight_sums') + pg_total_relation_size('insight_texts') as bytes`.execute(database);
    return Number(rows[0]?.bytes);
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  return (await stat(path.join(folder, "docent.db"))).size;
}

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createSchema } from "../../internal/testing/db-server.ts";
import { makeFolder } from "../../internal/testing/folder.ts";
import { agree, askState, createBuild, endInstance, startInstance } from "../../internal/testing/updates-instances.ts";
import { openStore, type Store } from "../db/db.ts";
import { enqueueJob, findJob, reclaimJobs } from "./jobs.ts";

const ROUNDS = Number(process.env.UPDATE_KILL_ROUNDS ?? 3);
const PAGES = 100;
/** A bound against hanging alone: on a busy machine the start of a process takes ten seconds. */
const MAX_MS = 90_000;

const { TEST_DATABASE_URL } = process.env;
const stores = [
  { name: "one SQLite file", openDatabase: async () => ({ url: undefined, remove: async () => {} }) },
  ...(TEST_DATABASE_URL ? [{ name: "one Postgres", openDatabase: () => createSchema(TEST_DATABASE_URL) }] : []),
];

describe.each(stores)("two server processes on $name", ({ openDatabase }) => {
  test(`${ROUNDS} times kill -9 in mid-update: every update ends, none overlaps, both serve the same`, {
    timeout: ROUNDS * 2 * MAX_MS,
  }, async () => {
    const { url, remove } = await openDatabase();
    const folder = makeFolder();
    await createBuild(folder, writePages());
    const variables = { DOCENT_DATA_DIR: path.join(folder, "data"), ...(url && { DATABASE_URL: url }) };
    const store = await openStore({ databaseUrl: url, dataDir: path.join(folder, "data"), dataDirGiven: true });
    const processes = [await startInstance(folder, variables), await startInstance(folder, variables)];
    const ids = new Set<string>();
    // They serve the build, whose hash names their line.
    const line = (await askState(processes[0] as ChildProcess)).siteHash;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await writeFile(path.join(folder, "content/page-1.mdx"), `# Page of round ${round}\n`);
        const isKilled = new AbortController();
        const triggering = triggerRepeatedly(store, line, ids, isKilled.signal);
        const killed = await killWorking(store, processes).finally(() => isKilled.abort());
        await expireLease(store, killed);
        processes[processes.findIndex(({ pid }) => pid === killed)] = await startInstance(folder, variables);
        await triggering;
        await allEnded(store, ids);
      }
      const ends = await Promise.all([...ids].map((id) => findJob(store.database, id)));
      expect(ends.map((job) => job?.status).filter((status) => status !== "success" && status !== "failure")).toEqual([]);
      expect(ends.at(-1)?.status).toBe("success");
      expect(await listOverlaps(store)).toEqual([]);
      const states = await agree(processes);
      expect(states[0]).toEqual(states[1]);
      expect(states[0]?.generation).toBeGreaterThan(1);
    } finally {
      for (const child of processes) await endInstance(child);
      await store.close();
      await remove();
    }
  });
});

/** Enough pages for an update to take so long that it is hit in the middle. */
function writePages(): Record<string, string> {
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const lines = Array.from({ length: 30 }, (_, line) => `Line ${line} of page ${page} says **something** about \`things\`.`);
    return [`page-${page}.mdx`, `# Page ${page}\n\n${lines.join("\n\n")}\n`];
  });
  return Object.fromEntries(pages);
}

/** Asks for updates until one of them was hit, and fifteen times at least. */
async function triggerRepeatedly(store: Store, line: string, ids: Set<string>, isKilled: AbortSignal): Promise<void> {
  for (let trigger = 0; trigger < 15 || !isKilled.aborted; trigger++) {
    ids.add((await enqueueJob(store.database, { project: "pets", line }, Date.now())).id);
    await wait(40);
  }
}

/** Kills the process that works on an update at this moment, and returns its id. */
async function killWorking(store: Store, processes: readonly ChildProcess[]): Promise<number> {
  const job = await eventually(async () => findRunning(store));
  await wait(Math.random() * 100);
  const pid = Number(job.owner?.split("-")[0]);
  const child = processes.find((candidate) => candidate.pid === pid);
  if (!child) throw new Error(`No process has the id ${pid}.`);
  child.kill("SIGKILL");
  await once(child, "exit");
  return pid;
}

/** Lets the lease of the killed process have ended already, and looks for such jobs. */
async function expireLease({ database }: Store, pid: number): Promise<void> {
  const lapsed = database.updateTable("jobs").set({ lease_until: Date.now() - 1 });
  await lapsed.where("status", "=", "in_progress").where("owner", "like", `${pid}-%`).execute();
  await reclaimJobs(database, Date.now());
}

function findRunning({ database }: Store) {
  return database.selectFrom("jobs").selectAll().where("status", "=", "in_progress").executeTakeFirst();
}

async function allEnded(store: Store, ids: ReadonlySet<string>): Promise<void> {
  await eventually(async () => {
    const jobs = await Promise.all([...ids].map((id) => findJob(store.database, id)));
    return jobs.every((job) => job?.endedAt != null) || undefined;
  });
}

/** Each run that began before the one before it had ended, with that one. */
async function listOverlaps({ database }: Store): Promise<object[]> {
  const runs = await database.selectFrom("jobs").selectAll().orderBy("started_at").execute();
  return runs.flatMap((run, index) => {
    const before = runs[index - 1];
    return before && Number(run.started_at) < Number(before.ended_at) ? [{ before, run }] : [];
  });
}

/** Polls, since this process gets no event from another one. */
function eventually<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  const find = async () => {
    const found = await look();
    if (found === undefined) throw new Error("It has not happened.");
    return found;
  };
  return vi.waitFor(find, { timeout: MAX_MS, interval: 5 });
}

import { type ChildProcess, execFile, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { openStore, type Store } from "../db/db.ts";
import { enqueueJob, findJob, reclaimJobs } from "./jobs.ts";
import type { ProcessState } from "./testing-process.ts";

const ROUNDS = Number(process.env.UPDATE_KILL_ROUNDS ?? 3);
const PAGES = 100;
const LONGEST_MS = 20_000;

const { TEST_DATABASE_URL } = process.env;
const stores = [
  { name: "one SQLite file", openDatabase: async () => ({ databaseUrl: undefined, remove: async () => {} }) },
  ...(TEST_DATABASE_URL ? [{ name: "one Postgres", openDatabase: () => openSchema(TEST_DATABASE_URL) }] : []),
];

describe.each(stores)("two server processes on $name", ({ openDatabase }) => {
  test(`${ROUNDS} times kill -9 in mid-update: every update ends, none overlaps, both serve the same`, {
    timeout: ROUNDS * 30_000,
  }, async () => {
    const { databaseUrl, remove } = await openDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), "docent-processes-"));
    const variables = await writeProject(folder, databaseUrl);
    const store = await openStore({ databaseUrl, dataDir: path.join(folder, "data"), dataDirGiven: true });
    const processes = [await start(folder, variables), await start(folder, variables)];
    const ids = new Set<string>();
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await writeFile(path.join(folder, "content/page-1.mdx"), `# Page of round ${round}\n`);
        const triggering = triggerRepeatedly(store, ids);
        const killed = await killWorking(store, processes);
        await expireLease(store, killed);
        processes[processes.findIndex(({ pid }) => pid === killed)] = await start(folder, variables);
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
      for (const child of processes) await end(child);
      await store.close();
      await remove();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** A separate schema on a server that other tests use too. */
async function openSchema(url: string): Promise<{ databaseUrl: string; remove: () => Promise<void> }> {
  const { default: pg } = await import("pg");
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  const databaseUrl = new URL(url);
  databaseUrl.searchParams.set("options", `-c search_path=${schema}`);
  const remove = async () => {
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  };
  return { databaseUrl: databaseUrl.href, remove };
}

/** A project with so many pages that an update takes long enough to be hit in the middle. */
async function writeProject(folder: string, databaseUrl: string | undefined): Promise<Record<string, string>> {
  const content = path.join(folder, "content");
  await mkdir(content);
  await mkdir(path.join(folder, "data"));
  // The snapshot lies below the working folder, and so does what search brings along.
  await symlink(path.resolve("lib"), path.join(folder, "lib"));
  for (let page = 0; page < PAGES; page++) {
    const body = Array.from(
      { length: 30 },
      (_, line) => `Line ${line} of page ${page} says **something** about \`things\`.`,
    ).join("\n\n");
    await writeFile(path.join(content, `page-${page}.mdx`), `# Page ${page}\n\n${body}\n`);
  }
  const config = path.join(folder, "config.json");
  const project = { id: "pets", domain: "pets", name: "Pets", content };
  await writeFile(config, JSON.stringify({ organisation: { id: "pets", name: "Pets" }, projects: [project] }));
  const variables = {
    PATH: process.env.PATH ?? "",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    NODE_ENV: "production",
    DOCENT_CONFIG: config,
    DOCENT_DATA_DIR: path.join(folder, "data"),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  await promisify(execFile)(process.execPath, [path.resolve("scripts/snapshot.ts")], {
    cwd: folder,
    env: variables as NodeJS.ProcessEnv,
  });
  return variables;
}

async function start(folder: string, variables: Record<string, string>): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, "testing-process.ts"), {
    cwd: folder,
    env: variables as NodeJS.ProcessEnv,
    execArgv: [],
  });
  await once(child, "message");
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function triggerRepeatedly(store: Store, ids: Set<string>): Promise<void> {
  for (let trigger = 0; trigger < 15; trigger++) {
    ids.add((await enqueueJob(store.database, "pets", Date.now())).id);
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

/** What the processes serve, once all serve the same. */
function agree(processes: readonly ChildProcess[]): Promise<ProcessState[]> {
  return eventually(async () => {
    const states = await Promise.all(processes.map(askState));
    const isSame = ({ siteHash, generation }: ProcessState) =>
      siteHash === states[0]?.siteHash && generation === states[0]?.generation;
    return states.every(isSame) ? states : undefined;
  });
}

async function askState(child: ChildProcess): Promise<ProcessState> {
  child.send("state");
  const [state] = await once(child, "message");
  return state;
}

/** Looks again and again, since what happens in another process says nothing here. */
function eventually<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  const find = async () => {
    const found = await look();
    if (found === undefined) throw new Error("It has not happened.");
    return found;
  };
  return vi.waitFor(find, { timeout: LONGEST_MS, interval: 5 });
}

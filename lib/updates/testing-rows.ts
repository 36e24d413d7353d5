import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openStore, type Store } from "../db/db.ts";
import { enqueueJob, findJob } from "./jobs.ts";
import {
  agree,
  askPage,
  askState,
  createBuild,
  endInstance,
  openSchema,
  startInstance,
  wakeInstance,
} from "./testing-instances.ts";

const RECORD = "docs/decisions/0006-updates.md";
const { TEST_DATABASE_URL } = process.env;
/** A look at the store every 2 seconds, on a machine that has other things to do. */
const FOLLOWS_MS = 30_000;
const MAX_MS = 300_000;
const PAGE = "/docs";

/**
 * Tests of a section of the table in docs/decisions/0006-updates.md: two processes on one store, in every order of start,
 * update, restart and new build; on a Postgres server where there is one. A last test compares the names of the rows.
 */
export function inTable(section: string) {
  const root = mkdtempSync(path.join(tmpdir(), "docent-instances-"));
  const [first, second] = [path.join(root, "first-build"), path.join(root, "second-build")];
  let store: Store;
  let shared: Record<string, string>;
  let removeSchema: () => Promise<void>;
  let contents: string;
  let running: ChildProcess[];
  beforeAll(async () => {
    await Promise.all([
      createBuild(first, { "index.mdx": page("first build") }),
      createBuild(second, { "index.mdx": page("second build") }),
    ]);
  }, MAX_MS);
  afterAll(() => rm(root, { recursive: true, force: true }));
  beforeEach(async () => {
    contents = await mkdtemp(path.join(root, "contents-"));
    running = [];
    const data = path.join(contents, "data");
    const schema = TEST_DATABASE_URL ? await openSchema(TEST_DATABASE_URL) : undefined;
    removeSchema = async () => schema?.remove();
    shared = { DOCENT_DATA_DIR: data, ...(schema && { DATABASE_URL: schema.databaseUrl }) };
    store = await openStore({ databaseUrl: schema?.databaseUrl, dataDir: data, dataDirGiven: true });
  });
  afterEach(async () => {
    await Promise.all(running.map(endInstance));
    await store.close();
    await removeSchema();
  });

  const rows: string[] = [];
  /** Defines the test of a row of the table. */
  const row = (name: string, run: () => Promise<void>) => {
    rows.push(name);
    test(name, { timeout: MAX_MS }, run);
  };
  // A site has no records of decisions.
  test.runIf(existsSync(RECORD))("where the record is, its table has a row for each of these tests, and no other", () => {
    const table = readFileSync(RECORD, "utf8").split(`| **${section}** |`)[1]?.split("| **")[0] ?? "";
    expect([...table.matchAll(/^\| ([^*|]+) \|/gm)].map(([, name]) => name)).toEqual(rows);
  });

  /** Copies a build whose content a test edits. */
  const copyOf = async (build: string) => {
    const copy = path.join(await mkdtemp(path.join(contents, "build-")), "site");
    await cp(build, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  };
  const start = async (build: string, variables: Record<string, string> = {}) => {
    const child = await startInstance(build, { ...shared, ...variables });
    running.push(child);
    return child;
  };
  const restart = async (child: ChildProcess | undefined, build: string, variables?: Record<string, string>) => {
    if (child) await endInstance(child);
    return start(build, variables);
  };
  /** Triggers an update, wakes the workers as the endpoint does, and waits for its success. */
  const update = async () => {
    const { id } = await enqueueJob(store.database, "pets", Date.now());
    await Promise.all(running.filter(({ connected }) => connected).map(wakeInstance));
    await expect.poll(async () => (await findJob(store.database, id))?.status, { timeout: 20_000 }).toBe("success");
  };
  return {
    row,
    first,
    second,
    contents: () => contents,
    copyOf,
    start,
    restart,
    stop: endInstance,
    update,
    generationOf,
    expectPage,
    writeIndex,
  };
}

function page(words: string): string {
  return `# Pets\n\nThis is the ${words} page.\n`;
}

function writeIndex(folder: string, words: string): Promise<void> {
  return writeFile(path.join(folder, "index.mdx"), page(words));
}

/** Waits until all serve one generation, and returns its number. */
async function generationOf(instances: readonly ChildProcess[]): Promise<number> {
  await expect
    .poll(async () => Math.min(...(await Promise.all(instances.map(askState))).map(({ generation }) => generation)), {
      timeout: FOLLOWS_MS,
    })
    .toBeGreaterThan(0);
  const states = await agree(instances);
  expect(new Set(states.map(({ generation }) => generation)).size).toBe(1);
  return states[0]?.generation ?? 0;
}

/** Waits until all serve the words. */
async function expectPage(instances: readonly ChildProcess[], words: string): Promise<void> {
  const served = async () => {
    const pages = await Promise.all(instances.map((child) => askPage(child, PAGE)));
    return pages.map((shown) => /This is the (.*) page/.exec(shown?.html ?? "")?.[1] ?? shown?.html);
  };
  await expect.poll(served, { timeout: FOLLOWS_MS }).toEqual(instances.map(() => words));
}

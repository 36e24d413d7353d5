import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStore, type Store } from "../db/db.ts";
import { enqueueJob, findJob } from "./jobs.ts";
import { agree, askPage, askState, createBuild, endInstance, openSchema, startInstance } from "./testing-instances.ts";

/*
 * The cases of docs/decisions/0006-updates.md: two processes on one store, in every order of start, update, restart and new
 * build. On a Postgres server where there is one.
 */
const RECORD = "docs/decisions/0006-updates.md";
const { TEST_DATABASE_URL } = process.env;
/** A look at the store every 2 seconds, on a machine that has other things to do. */
const FOLLOWS_MS = 30_000;
const MAX_MS = 300_000;
const PAGE = "/docs";

let root: string;
let first: string;
let second: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "docent-instances-"));
  first = path.join(root, "first-build");
  second = path.join(root, "second-build");
  await Promise.all([
    createBuild(first, { "index.mdx": page("first build") }),
    createBuild(second, { "index.mdx": page("second build") }),
  ]);
}, MAX_MS);
afterAll(() => rm(root, { recursive: true, force: true }));

let store: Store;
let shared: Record<string, string>;
let removeSchema: () => Promise<void>;
let contents: string;
let running: ChildProcess[];
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
  for (const child of running) await endInstance(child);
  await store.close();
  await removeSchema();
});

const rows: string[] = [];
/** Defines the test of a row of the record. */
function row(name: string, run: () => Promise<void>): void {
  rows.push(name);
  test(name, run);
}

describe("A build's own content", { timeout: MAX_MS }, () => {
  row("start A, start B", async () => {
    const both = [await start(first), await start(first)];
    expect(await generationOf(both)).toBe(1);
    await expectPage(both, "first build");
  });

  row("start A, update, start B", async () => {
    const build = await copyOf(first);
    const a = await start(build);
    await writeIndex(path.join(build, "content"), "updated");
    await update();
    await expectPage([a, await start(build)], "updated");
  });

  row("update, restart A, restart B, update, …", async () => {
    const build = await copyOf(first);
    let both = [await start(build), await start(build)];
    for (const words of ["one", "two"]) {
      await writeIndex(path.join(build, "content"), words);
      await update();
      await expectPage(both, words);
      both = [await restart(both[1], build), await restart(both[0], build)];
      await expectPage(both, words);
    }
  });

  row("edit without an update, start B", async () => {
    const build = await copyOf(first);
    const a = await start(build);
    await generationOf([a]);
    await writeIndex(path.join(build, "content"), "not published");
    const both = [a, await start(build)];
    expect(await generationOf(both)).toBe(1);
    await expectPage(both, "first build");
  });

  row("update, B starts with a new build, restart B", async () => {
    const build = await copyOf(first);
    const old = await start(build);
    await writeIndex(path.join(build, "content"), "updated");
    await update();
    const fresh = await start(second);
    const number = await generationOf([fresh]);
    expect(number).toBeGreaterThan(await generationOf([old]));
    await expectPage([fresh], "second build");
    await expectPage([old], "updated");
    const again = await restart(fresh, second);
    expect(await generationOf([again])).toBe(number);
    await expectPage([again], "second build");
  });

  row("B starts with a new build, update, update, …", async () => {
    const [old, fresh] = [await copyOf(first), await copyOf(second)];
    const both = [await start(old), await start(fresh)];
    for (const words of ["one", "two"]) {
      await writeIndex(path.join(old, "content"), `old ${words}`);
      await writeIndex(path.join(fresh, "content"), `fresh ${words}`);
      await update();
      await expectPage(both.slice(0, 1), `old ${words}`);
      await expectPage(both.slice(1), `fresh ${words}`);
    }
  });

  row("update, new build, roll-back to the first build", async () => {
    const build = await copyOf(first);
    const a = await start(build);
    await writeIndex(path.join(build, "content"), "updated");
    await update();
    await endInstance(a);
    await endInstance(await start(second));
    await expectPage([await start(build), await start(build)], "updated");
  });
});

describe("A content folder given at the start", { timeout: MAX_MS }, () => {
  let folder: string;
  let given: Record<string, string>;
  beforeEach(async () => {
    folder = path.join(contents, "folder");
    await mkdir(folder);
    await writeIndex(folder, "start");
    given = { DOCENT_CONTENT_DIR: folder };
  });

  row("start A, start B", async () => {
    const both = [await start(first, given), await start(first, given)];
    expect(await generationOf(both)).toBe(1);
    await expectPage(both, "start");
  });

  row("update, restart B, update, restart A, …", async () => {
    let both = [await start(first, given), await start(first, given)];
    for (const words of ["one", "two"]) {
      await writeIndex(folder, words);
      await update();
      await expectPage(both, words);
      both = [await restart(both[1], first, given), both[0] as ChildProcess];
      await expectPage(both, words);
    }
  });

  row("update, restart B", async () => {
    const both = [await start(first, given), await start(first, given)];
    await writeIndex(folder, "updated");
    await update();
    const before = await generationOf(both);
    expect(await generationOf([both[0] as ChildProcess, await restart(both[1], first, given)])).toBe(before);
  });

  row("edit, restart B, later an update", async () => {
    const a = await start(first, given);
    const b = await start(first, given);
    await writeIndex(folder, "edited");
    const both = [a, await restart(b, first, given)];
    await expectPage(both, "edited");
    await writeIndex(folder, "updated");
    await update();
    await expectPage(both, "updated");
  });

  row("update, the edit undone, restart B", async () => {
    const both = [await start(first, given), await start(first, given)];
    await writeIndex(folder, "updated");
    await update();
    await writeIndex(folder, "start");
    await expectPage([both[0] as ChildProcess, await restart(both[1], first, given)], "start");
  });

  row("B starts with a new build, update, restart both, …", async () => {
    let both = [await start(first, given), await start(second, given)];
    await expectPage(both, "start");
    for (const words of ["one", "two"]) {
      await writeIndex(folder, words);
      await update();
      await expectPage(both, words);
      both = [await restart(both[0], first, given), await restart(both[1], second, given)];
      await expectPage(both, words);
    }
    await generationOf(both);
  });

  row("B starts with another folder", async () => {
    const a = await start(first, given);
    const other = path.join(contents, "other");
    await mkdir(other);
    await writeIndex(other, "other folder");
    await expectPage([a, await start(first, { DOCENT_CONTENT_DIR: other })], "other folder");
  });

  row("a fault in the folder, start B, repaired, update", async () => {
    const a = await start(first, given);
    expect(await generationOf([a])).toBe(1);
    await writeFile(path.join(folder, "index.mdx"), "# Broken\n\n<Card>\n");
    const both = [a, await start(first, given)];
    await expectPage(both, "start");
    await writeIndex(folder, "repaired");
    await update();
    await expectPage(both, "repaired");
  });

  row("edit, both start at once", async () => {
    const both = await Promise.all([start(first, given), start(first, given)]);
    expect(await generationOf(both)).toBe(1);
    await writeIndex(folder, "edited");
    await Promise.all(both.map(endInstance));
    const again = await Promise.all([start(first, given), start(second, given)]);
    await expectPage(again, "edited");
    expect(await generationOf(again)).toBe(2);
  });
});

// A site has no records of decisions.
test.runIf(existsSync(RECORD))("where the record is, its table has a row for each of these tests, and no other", () => {
  const table = readFileSync(RECORD, "utf8").split("## Which content wins")[1] ?? "";
  const [, ...listed] = [...table.matchAll(/^\| ([^*|]+) \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(rows);
});

function page(words: string): string {
  return `# Pets\n\nThis is the ${words} page.\n`;
}

function writeIndex(folder: string, words: string): Promise<void> {
  return writeFile(path.join(folder, "index.mdx"), page(words));
}

/** Copies a build whose content a test edits. */
async function copyOf(build: string): Promise<string> {
  const copy = path.join(await mkdtemp(path.join(contents, "build-")), "site");
  await cp(build, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function start(build: string, variables: Record<string, string> = {}): Promise<ChildProcess> {
  const child = await startInstance(build, { ...shared, ...variables });
  running.push(child);
  return child;
}

async function restart(
  child: ChildProcess | undefined,
  build: string,
  variables?: Record<string, string>,
): Promise<ChildProcess> {
  if (child) await endInstance(child);
  return start(build, variables);
}

/** Triggers an update and waits for its success. */
async function update(): Promise<void> {
  const { id } = await enqueueJob(store.database, "pets", Date.now());
  await expect.poll(async () => (await findJob(store.database, id))?.status, { timeout: 20_000 }).toBe("success");
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

import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test, vi } from "vitest";
import { openStore } from "../../lib/db/db.ts";
import { findJob } from "../../lib/updates/jobs.ts";
import { createSchema } from "./db-server.ts";
import {
  agree,
  askPage,
  askState,
  askUpdate,
  createBuild,
  endInstance,
  type SharedVariables,
  startInstance,
} from "./updates-instances.ts";

const RECORD = "internal/decisions/0015-which-content-wins.md";
const { TEST_DATABASE_URL } = process.env;
/** A look at the store every 2 seconds, on a machine that has other things to do. */
const FOLLOWS_MS = 30_000;
const MAX_MS = 300_000;
const PAGE = "/docs";

/** Two processes on one store, and what a row does with them. */
export interface Instances {
  /** A folder of this row alone. */
  readonly contents: string;
  /** Copies a build whose content a row edits. */
  readonly copyOf: (build: string) => Promise<string>;
  readonly start: (build: string, variables?: SharedVariables) => Promise<ChildProcess>;
  readonly restart: (child: ChildProcess | undefined, build: string, variables?: SharedVariables) => Promise<ChildProcess>;
  /** Asks an instance for an update, and waits for its success. */
  readonly update: (asked: ChildProcess | undefined) => Promise<void>;
}

/**
 * Tests of a section of the table in internal/decisions/0015-which-content-wins.md: two processes on one store, in every order
 * of start, update, restart and new build; on a Postgres server where there is one. A last test compares the names of the rows.
 * Rows run beside each other, since most of their time is waiting for a process that follows the store.
 */
export function inTable(section: string) {
  const root = mkdtempSync(path.join(tmpdir(), "docent-instances-"));
  const [first, second] = [path.join(root, "first-build"), path.join(root, "second-build")];
  beforeAll(async () => {
    await Promise.all([
      createBuild(first, { "index.mdx": page("first build") }),
      createBuild(second, { "index.mdx": page("second build") }),
    ]);
  }, MAX_MS);
  afterAll(() => rm(root, { recursive: true, force: true }));

  const rows: string[] = [];
  /** Defines the test of a row of the table. */
  const row = (name: string, run: (instances: Instances) => Promise<void>) => {
    rows.push(name);
    test.concurrent(name, { timeout: MAX_MS }, async ({ onTestFinished }) => run(await openInstances(root, onTestFinished)));
  };
  // A site has no records of decisions.
  test.runIf(existsSync(RECORD))("where the record is, its table has a row for each of these tests, and no other", () => {
    const table = readFileSync(RECORD, "utf8").split(`| **${section}** |`)[1]?.split("| **")[0] ?? "";
    expect([...table.matchAll(/^\| ([^*|]+) \|/gm)].map(([, name]) => name)).toEqual(rows);
  });
  return { row, first, second };
}

async function openInstances(root: string, onEnd: TestContext["onTestFinished"]): Promise<Instances> {
  const contents = await mkdtemp(path.join(root, "contents-"));
  const data = path.join(contents, "data");
  const schema = TEST_DATABASE_URL ? await createSchema(TEST_DATABASE_URL) : undefined;
  const shared = { DOCENT_DATA_DIR: data, ...(schema && { DATABASE_URL: schema.url }) };
  const store = await openStore({ databaseUrl: schema?.url, dataDir: data, dataDirGiven: true });
  const running: ChildProcess[] = [];
  onEnd(async () => {
    await Promise.all(running.map(endInstance));
    await store.close();
    await schema?.remove();
  });
  const start: Instances["start"] = async (build, variables = {}) => {
    const child = await startInstance(build, { ...shared, ...variables });
    running.push(child);
    return child;
  };
  return {
    contents,
    copyOf: async (build) => {
      const copy = path.join(await mkdtemp(path.join(contents, "build-")), "site");
      await cp(build, copy, { recursive: true, verbatimSymlinks: true });
      return copy;
    },
    start,
    restart: async (child, build, variables) => {
      if (child) await endInstance(child);
      return start(build, variables);
    },
    update: async (asked) => {
      const id = asked && (await askUpdate(asked));
      if (id === undefined) throw new Error("No instance was asked.");
      await eventually(async () => expect((await findJob(store.database, id))?.status).toBe("success"));
    },
  };
}

function page(words: string): string {
  return `# Pets\n\nThis is the ${words} page.\n`;
}

export function writeIndex(folder: string, words: string): Promise<void> {
  return writeFile(path.join(folder, "index.mdx"), page(words));
}

/** Waits until all serve one generation, and returns its number. */
export async function generationOf(instances: readonly ChildProcess[]): Promise<number> {
  await eventually(async () => {
    const states = await Promise.all(instances.map(askState));
    expect(Math.min(...states.map(({ generation }) => generation))).toBeGreaterThan(0);
  });
  const [state] = await agree(instances);
  return state?.generation ?? 0;
}

/** Waits until all serve the words, or each its own. */
export function expectPage(instances: readonly ChildProcess[], words: string | readonly string[]): Promise<void> {
  return eventually(async () => {
    const pages = await Promise.all(instances.map((child) => askPage(child, PAGE)));
    const shown = pages.map((page) => /This is the (.*) page/.exec(page?.html ?? "")?.[1] ?? page?.html);
    expect(shown).toEqual(typeof words === "string" ? instances.map(() => words) : words);
  });
}

/** Vitest's own poll belongs to one test, and rows run beside each other. */
function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: FOLLOWS_MS, interval: 100 });
}

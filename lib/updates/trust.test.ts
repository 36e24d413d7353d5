import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStore } from "../db/db.ts";
import type { Job } from "./job.ts";
import { enqueueJob, findJob } from "./jobs.ts";
import type { ShownPage } from "./testing-process.ts";

// Each test starts processes, up to five.
vi.setConfig({ testTimeout: 120_000 });

const PROJECT = { id: "pets", domain: "pets", name: "Pets" };
const SUM = "# Sum\n\nTogether {1 + 1}.\n";
/** Writes a file into the working folder, which shows that it ran. */
const CODE = '# Code\n\nWords.\n\n{process.getBuiltinModule("node:fs").writeFileSync("ran", "")}\n';

/** The expression is in the page as it was written. */
const SHOWN_AS_TEXT = { html: expect.stringMatching(/Words\.[\s\S]*process\.getBuiltinModule/) };

let root: string;
let project: string;
let elsewhere: string;
let children: ChildProcess[];

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "docent-trust-"));
  project = path.join(root, "project");
  elsewhere = path.join(root, "elsewhere");
  children = [];
  await mkdir(path.join(project, "content"), { recursive: true });
  // Search and the sandbox read their data below the working folder.
  for (const name of ["lib", "node_modules"]) await symlink(path.resolve(name), path.join(project, name));
  await write(path.join(project, "content"), { "index.mdx": "# Pets\n", "sum.mdx": SUM, "braces.md": CODE });
});

afterEach(async () => {
  await Promise.all(children.map(stop));
  await rm(root, { recursive: true, force: true });
});

test("a folder that is given at the start is data, before and after a restart; what its pages hold reaches nothing of the server", async () => {
  await build({ content: "content" });
  await cp(path.join(project, "content"), elsewhere, { recursive: true });
  const first = await start({ DOCENT_CONTENT_DIR: elsewhere });
  expect(await show(first, "/docs/sum")).toMatchObject({ html: expect.stringContaining("Together 2.") });

  await write(elsewhere, { "code.mdx": CODE });
  expect(await update()).toMatchObject({
    status: "success",
    logs: expect.arrayContaining([expect.stringContaining("code.mdx:5:1: ")]),
  });
  expect(await show(first, "/docs/code")).toMatchObject(SHOWN_AS_TEXT);
  await stop(first);
  const second = await start({ DOCENT_CONTENT_DIR: elsewhere });

  expect(await show(second, "/docs/code")).toMatchObject(SHOWN_AS_TEXT);
  expect(await show(second, "/docs/sum")).toMatchObject({ html: expect.stringContaining("Together 2.") });
  expect(existsSync(path.join(project, "ran"))).toBe(false);
});

test("a text that the build read as Markdown does not run as MDX", async () => {
  await build({ content: "content" });
  await write(elsewhere, { "braces.mdx": CODE });
  const child = await start({ DOCENT_CONTENT_DIR: elsewhere });
  expect(await show(child, "/docs/braces")).toMatchObject(SHOWN_AS_TEXT);
  expect(existsSync(path.join(project, "ran"))).toBe(false);
});

test("a folder outside the project is data at build too, unless the configuration says otherwise; its code reaches nothing in either", async () => {
  await write(elsewhere, { "code.mdx": `${CODE}\n<div style={{ position: "fixed" }}>Held.</div>\n` });
  await build({ content: elsewhere });
  const data = await start({});
  expect(await show(data, "/docs/code")).toMatchObject(SHOWN_AS_TEXT);
  expect((await show(data, "/docs/code")).html).not.toContain("fixed");
  await stop(data);

  await build({ content: elsewhere }, { content: { trusted: true } });
  const child = await start({});
  expect(await show(child, "/docs/code")).toMatchObject(SHOWN_AS_TEXT);
  expect((await show(child, "/docs/code")).html).toContain("position:fixed");
  expect(existsSync(path.join(project, "ran"))).toBe(false);
});

test("a build that is moved keeps its content and its trust", async () => {
  await build({ content: "content" });
  const before = project;
  project = path.join(root, "moved");
  await rename(before, project);
  await write(path.join(project, "content"), { "sum.mdx": "# Edited after the build\n" });
  const child = await start({});
  expect(await show(child, "/docs/sum")).toMatchObject({ html: expect.stringContaining("Together 2.") });
});

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Reads and checks the content as `npm run build` does. */
async function build(changes: { content: string }, config: object = {}): Promise<void> {
  const text = JSON.stringify({ organisation: { id: "pets", name: "Pets" }, projects: [{ ...PROJECT, ...changes }], ...config });
  await writeFile(path.join(project, "config.json"), text);
  await promisify(execFile)(process.execPath, [path.resolve("scripts/snapshot.ts")], { cwd: project, env: variables() });
}

function variables(others: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const dataDir = path.join(root, "data");
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", DOCENT_CONFIG: "config.json", DOCENT_DATA_DIR: dataDir, ...others };
}

async function start(others: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const script = path.join(import.meta.dirname, "testing-process.ts");
  const child = fork(script, { cwd: project, env: variables(others), execArgv: [] });
  children.push(child);
  await once(child, "message");
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function show(child: ChildProcess, pagePath: string): Promise<ShownPage> {
  child.send(pagePath);
  return (await once(child, "message"))[0];
}

/** Asks for an update and waits for its end. */
async function update(): Promise<Job | undefined> {
  const store = await openStore({ databaseUrl: undefined, dataDir: path.join(root, "data"), dataDirGiven: true });
  try {
    const { id } = await enqueueJob(store.database, "pets", Date.now());
    const job = () => findJob(store.database, id);
    await expect.poll(job, { timeout: 60_000 }).toMatchObject({ endedAt: expect.anything() });
    return await job();
  } finally {
    await store.close();
  }
}

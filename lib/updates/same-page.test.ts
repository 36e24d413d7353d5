import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";
import type { ShownPage } from "../../internal/testing/updates-process.ts";
import { openStore } from "../db/db.ts";
import { GIVEN_FOLDER } from "../site/stored/generations.ts";
import type { Job } from "./job.ts";
import { enqueueJob, findJob } from "./jobs.ts";

// Each test starts processes, up to five.
vi.setConfig({ testTimeout: 400_000 });

const PROJECT = { id: "pets", domain: "pets", name: "Pets" };
/** Pages with every kind of part, one with code and one with what a page may not run. */
const PAGES = path.resolve("e2e/site/content/en/v2");
const OWN = {
  "sum.mdx": '# Sum\n\nTogether {1 + 1}, with <Badge color="green">a badge</Badge>.\n',
  "looks.mdx":
    '# Looks\n\n<div className="absolute p-4 my-own" style={{ position: "fixed", color: "red" }}>Held.</div>\n\n- [x] Done\n\n![x](https://pictures.example/x.png)\n\n<a href="javascript:x()">Left out</a>\n',
  // Writes a file into the working folder, which would show that it ran.
  "code.mdx": '# Code\n\nWords.\n\n{process.getBuiltinModule("node:fs").writeFileSync("ran", "")}\n',
};

let root: string;
let project: string;
let elsewhere: string;
let children: ChildProcess[];

beforeEach(async () => {
  root = makeFolder();
  project = path.join(root, "project");
  elsewhere = path.join(root, "elsewhere");
  children = [];
  await mkdir(path.join(project, "content"), { recursive: true });
  // Search and the sandbox read their data below the working folder.
  for (const name of ["lib", "node_modules"]) await symlink(path.resolve(name), path.join(project, name));
  await cp(PAGES, path.join(project, "content"), { recursive: true });
  await write(path.join(project, "content"), OWN);
});

afterEach(async () => {
  await Promise.all(children.map(stop));
});

test("a page is the same by a build, in a runtime content folder and by an update, and none reaches the server", async () => {
  await build({ content: "content" });
  const paths = await listPaths(path.join(project, "content"));
  const built = await start({});
  const pages = await showAll(built, paths);
  await stop(built);
  expect(pages["/docs/sum"]?.html).toContain("Together 2");
  expect(pages["/docs/looks"]?.html).toContain('class="absolute p-4 my-own" style="position:fixed;color:red"');
  expect(pages["/docs/looks"]?.html).not.toContain("javascript:");
  expect(pages["/docs/code"]?.html).toMatch(/Words\.[\s\S]*process\.getBuiltinModule/);

  await cp(path.join(project, "content"), elsewhere, { recursive: true });
  const given = await start({ DOCENT_CONTENT_DIR: elsewhere });
  expect(await showAll(given, paths)).toEqual(pages);
  await stop(given);

  const updated = path.join(root, "updated");
  await write(updated, { "index.mdx": "# Pets\n" });
  const child = await start({ DOCENT_CONTENT_DIR: updated });
  await cp(path.join(project, "content"), updated, { recursive: true });
  expect(await update()).toMatchObject({
    status: "success",
    logs: expect.arrayContaining([expect.stringContaining("code.mdx:5:1: ")]),
  });
  expect(await showAll(child, paths)).toEqual(pages);
  expect(existsSync(path.join(project, "ran"))).toBe(false);
});

test("a build that is moved keeps its content", async () => {
  await build({ content: "content" });
  const before = project;
  project = path.join(root, "moved");
  await rename(before, project);
  await write(path.join(project, "content"), { "sum.mdx": "# Edited after the build\n" });
  const child = await start({});
  expect(await show(child, "/docs/sum")).toMatchObject({ html: expect.stringContaining("Together 2,") });
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
  const script = path.resolve("internal/testing/updates-process.ts");
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

async function listPaths(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".mdx") && name !== "index.mdx");
  return files.map((name) => `/docs/${name.replace(".mdx", "")}`);
}

async function showAll(child: ChildProcess, paths: readonly string[]): Promise<Record<string, ShownPage>> {
  const shown: Record<string, ShownPage> = {};
  for (const each of paths) shown[each] = await show(child, each);
  return shown;
}

async function show(child: ChildProcess, pagePath: string): Promise<ShownPage> {
  child.send(pagePath);
  return (await once(child, "message"))[0];
}

/** Asks for an update and waits for its end. */
async function update(): Promise<Job | undefined> {
  const store = await openStore({ databaseUrl: undefined, dataDir: path.join(root, "data"), dataDirGiven: true });
  try {
    const { id } = await enqueueJob(store.database, { project: "pets", line: GIVEN_FOLDER }, Date.now());
    const job = () => findJob(store.database, id);
    await expect.poll(job, { timeout: 60_000 }).toMatchObject({ endedAt: expect.anything() });
    return await job();
  } finally {
    await store.close();
  }
}

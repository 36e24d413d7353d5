import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readLastModified } from "./last-modified.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "docent-git-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function git(cwd: string, date: string, ...command: string[]): void {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "protocol.file.allow=always"];
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  execFileSync("git", [...author, ...command], { cwd, env, stdio: "pipe" });
}

async function createRepository(): Promise<string> {
  const root = path.join(folder, "origin");
  await mkdir(path.join(root, "content", "guías"), { recursive: true });
  git(root, "2026-01-01T00:00:00Z", "init", "-q");
  for (const name of ["old.mdx", "guías/uno dos.mdx"]) await writeFile(path.join(root, "content", name), "one");
  git(root, "2026-01-01T00:00:00Z", "add", ".");
  git(root, "2026-01-01T00:00:00Z", "commit", "-qm", "first");
  await writeFile(path.join(root, "content", "old.mdx"), "two");
  git(root, "2026-02-02T00:00:00Z", "commit", "-qam", "second");
  await writeFile(path.join(root, "content", "uncommitted.mdx"), "three");
  return root;
}

const toDates = (found: Record<string, string>) =>
  Object.entries(found).map(([name, date]) => [name, new Date(date).toISOString().slice(0, 10)]);

test("each file has the date of its last commit, a file without one has none", async () => {
  const root = await createRepository();
  expect(toDates(await readLastModified(path.join(root, "content"))).sort()).toEqual([
    ["guías/uno dos.mdx", "2026-01-01"],
    ["old.mdx", "2026-02-02"],
  ]);
});

test("a shallow clone does not date files by its oldest commit", async () => {
  const root = await createRepository();
  const clone = path.join(folder, "clone");
  git(folder, "2026-03-03T00:00:00Z", "clone", "-q", "--depth", "1", `file://${root}`, clone);
  expect(await readLastModified(path.join(clone, "content"))).toEqual({});
});

test("a folder outside a checkout, and one that is not there, have no dates", async () => {
  expect(await readLastModified(folder)).toEqual({});
  expect(await readLastModified(path.join(folder, "nowhere"))).toEqual({});
});

test("dates.json dates what git does not know, and git's dates win", async () => {
  const root = await createRepository();
  const content = path.join(root, "content");
  const dates = { "old.mdx": "2020-01-01T00:00:00Z", "uncommitted.mdx": "2026-03-03T00:00:00+02:00" };
  await writeFile(path.join(content, "dates.json"), JSON.stringify(dates));
  expect(toDates(await readLastModified(content)).sort()).toEqual([
    ["guías/uno dos.mdx", "2026-01-01"],
    ["old.mdx", "2026-02-02"],
    ["uncommitted.mdx", "2026-03-02"],
  ]);
});

test.each([
  ["no JSON", "{"],
  ["another shape", "[]"],
  ["a date that is none", '{ "a.mdx": "yesterday" }'],
])("a dates.json that is %s dates nothing, and is no fault", async (_, text) => {
  await writeFile(path.join(folder, "dates.json"), text);
  expect(await readLastModified(folder)).toEqual({});
});

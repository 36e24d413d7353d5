import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { buildSite } from "../../content/content.ts";
import { lastParsed } from "../../content/site/parsed-page.ts";
import { resetProcessState } from "../../process-state.ts";
import {
  type BuildSnapshot,
  readBuildSnapshot,
  readBuiltClasses,
  restoreParsed,
  writeBuildSnapshot,
  writeParsed,
} from "./artefacts.ts";

let folder: string;
let cwd: string;
beforeEach(async () => {
  folder = makeFolder();
  cwd = path.join(folder, "built");
  await mkdir(path.join(cwd, "content"), { recursive: true });
  vi.spyOn(process, "cwd").mockImplementation(() => cwd);
});
afterEach(async () => {
  vi.restoreAllMocks();
});

const files = createFiles({ "a.mdx": "# A\n\nText." });
const project = createProject({ content: "content" });
const snapshot: BuildSnapshot = { files, builtAt: 1, etag: null, classes: ["flex"] };

test("a build is read wherever it is moved, also without its content folder", async () => {
  await writeBuildSnapshot(project, snapshot);
  await rm(path.join(cwd, "content"), { recursive: true });
  await rename(cwd, path.join(folder, "task"));
  cwd = path.join(folder, "task");
  expect(await readBuildSnapshot(project)).toEqual(snapshot);
});

test("two concurrent writers leave a whole snapshot of one of them", async () => {
  const builds = [snapshot, { ...snapshot, builtAt: 2 }];
  await Promise.all(builds.map((build) => writeBuildSnapshot(project, build)));
  expect(builds).toContainEqual(await readBuildSnapshot(project));
});

test("a build of a part of its folder is read as that", async () => {
  await writeBuildSnapshot(project, { ...snapshot, files: { ...files, left: 7 } });
  expect((await readBuildSnapshot(project))?.files.left).toBe(7);
});

test("a build does not speak for a project that is configured otherwise", async () => {
  await writeBuildSnapshot(project, snapshot);
  expect(await readBuildSnapshot({ ...project, content: "elsewhere" })).toBeUndefined();
  expect(await readBuildSnapshot({ ...project, apiDescription: "https://api.test/openapi.json" })).toBeUndefined();
  expect(await readBuildSnapshot({ ...project, exclude: ["drafts/"] })).toBeUndefined();
});

test("pages that a build has parsed are not parsed again, and a damaged cache file costs only time", async () => {
  const site = await buildSite(project, files);
  await writeParsed(project);
  const restart = () => resetProcessState("parsed");
  restart();
  await restoreParsed(project);
  const [restored] = [...(lastParsed.get().pages.get(project.id)?.values() ?? [])];
  const again = await buildSite(project, files);
  expect(again.pages[0]).toBe(restored?.page);
  expect(again).toEqual(site);
  const file = path.join(cwd, ".snapshot/acme.parsed.json.gz");
  for (const damaged of [(await readFile(file)).subarray(0, -9), "damaged"]) {
    await writeFile(file, damaged);
    restart();
    await restoreParsed(project);
    expect(lastParsed.get().pages.size).toBe(0);
    expect(await buildSite(project, files)).toEqual(site);
  }
});

test("what is parsed is kept in the file alone once it is written", async () => {
  await buildSite(project, files);
  await writeParsed(project);
  expect(lastParsed.get().pages.has(project.id)).toBe(false);
});

test("a build of an earlier version is none", async () => {
  const file = path.join(cwd, ".snapshot/acme.content.json.gz");
  await mkdir(path.dirname(file));
  await writeFile(file, gzipSync(JSON.stringify({ format: 2, classes: ["flex"], files })));
  expect(await readBuildSnapshot(project)).toBeUndefined();
  expect(await readBuiltClasses(project)).toBeUndefined();
});

test("the classes of a build are read of any project with its domain", async () => {
  await writeBuildSnapshot(project, snapshot);
  expect(await readBuiltClasses({ ...project, content: "elsewhere" })).toEqual(new Set(["flex"]));
});

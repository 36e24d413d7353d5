import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFiles, createProject } from "../content/fixtures/project.ts";
import { buildSite, hashSite } from "../content/site.ts";
import { type BuildSnapshot, readBuildSnapshot, readPreparedSite, writeBuildSnapshot, writePreparedSite } from "./artefacts.ts";

let folder: string;
let cwd: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docent-artefacts-"));
  cwd = path.join(folder, "built");
  await mkdir(path.join(cwd, "content"), { recursive: true });
  vi.spyOn(process, "cwd").mockImplementation(() => cwd);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const files = createFiles({ "a.mdx": "# A\n\nText." });
const project = createProject({ content: "content" });
const snapshot: BuildSnapshot = { files, builtAt: 1, etag: null, trusted: true };

test("a build is read wherever it is moved, also without its content folder", async () => {
  await writeBuildSnapshot(project, snapshot);
  await rm(path.join(cwd, "content"), { recursive: true });
  await rename(cwd, path.join(folder, "task"));
  cwd = path.join(folder, "task");
  expect(await readBuildSnapshot(project)).toEqual(snapshot);
});

test("a build does not speak for a project that is configured otherwise", async () => {
  await writeBuildSnapshot(project, snapshot);
  expect(await readBuildSnapshot({ ...project, content: "elsewhere" })).toBeUndefined();
  expect(await readBuildSnapshot({ ...project, apiDescription: "https://api.test/openapi.json" })).toBeUndefined();
});

test("a prepared site is taken while it fits its input, and left when it does not", async () => {
  const site = await buildSite(project, files);
  expect(await readPreparedSite(project, site.hash)).toBeUndefined();
  await writePreparedSite(site);
  expect(await readPreparedSite(project, site.hash)).toEqual(JSON.parse(JSON.stringify(site)));
  const other = hashSite(project, createFiles({ "a.mdx": "# Other" }));
  expect(await readPreparedSite(project, other)).toBeUndefined();
  await writeFile(path.join(cwd, ".snapshot/acme.site.json.gz"), "damaged");
  expect(await readPreparedSite(project, site.hash)).toBeUndefined();
});

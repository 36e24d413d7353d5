import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Project } from "../config/config.ts";
import { createFiles, createProject } from "../content/fixtures/project.ts";
import { buildSite } from "../content/site.ts";
import { resetProcessState } from "../process-state.ts";
import { currentGeneration, currentSite, replaceSite, siteChanges } from "./site.ts";
import { configHasChanged, startWatching } from "./watch.ts";

const settings = vi.hoisted(() => ({ projects: [] as Project[], development: true, configFile: "" }));
vi.mock("../config/config.ts", async (original) => ({
  ...(await original<typeof import("../config/config.ts")>()),
  getConfig: () => ({ projects: settings.projects, content: { trusted: false } }),
  getEnvironment: () => ({ development: settings.development, configFile: settings.configFile }),
}));

let folder: string;
const page = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "docent-live-"));
  settings.projects = [createProject({ content: folder })];
  settings.development = true;
  settings.configFile = page("no-config.json");
  resetProcessState("sites");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const titles = async () => (await currentSite("acme")).pages.map(({ title }) => title);

test("an unknown site is refused in words", () => {
  expect(() => currentSite("nobody")).toThrow('There is no site "nobody" here.');
});

test("one load serves all who ask, and a failed one is tried again", async () => {
  await rm(folder, { recursive: true });
  await expect(currentSite("acme")).rejects.toThrow("cannot be read");
  folder = await mkdtemp(path.join(os.tmpdir(), "docent-live-"));
  settings.projects = [createProject({ content: folder })];
  await writeFile(page("a.mdx"), "# A");
  expect(await titles()).toEqual(["A"]);
  expect(currentSite("acme")).toBe(currentSite("acme"));
});

test("a replaced site is served at once, counted and announced", async () => {
  await writeFile(page("a.mdx"), "# A");
  await titles();
  const announced = vi.fn();
  siteChanges().addEventListener("change", announced);
  const other = await buildSite(createProject(), createFiles({ "b.mdx": "# B" }));
  replaceSite("acme", other);
  expect(await currentSite("acme")).toBe(other);
  expect(currentGeneration()).toBe(1);
  expect(announced).toHaveBeenCalledTimes(1);
});

test("while the folder is watched, edits, new, broken and deleted pages show", async () => {
  await writeFile(page("a.mdx"), "# A");
  expect(await titles()).toEqual(["A"]);
  const stop = startWatching();
  try {
    expect(startWatching()).toBe(stop);
    const change = () => new Promise((resolve) => siteChanges().addEventListener("change", resolve, { once: true }));
    const edit = async (work: Promise<unknown>) => {
      const changed = change();
      await work;
      await changed;
      return titles();
    };
    expect(await edit(writeFile(page("a.mdx"), "# Better A"))).toEqual(["Better A"]);
    expect(await edit(writeFile(page("b.mdx"), "---\ndraft: true\n---\n# B"))).toEqual(["Better A", "B"]);
    expect(await edit(writeFile(page("b.mdx"), "# B\n\n<Note>"))).toEqual(["Better A", "B"]);
    expect((await currentSite("acme")).pages[1]?.problem).toMatchObject({ file: "b.mdx", line: 3 });
    expect(await edit(rm(page("a.mdx")))).toEqual(["B"]);
    await edit(writeFile(page("meta.json"), '{"pages":["b"]}'));
    await edit(writeFile(page("meta.json"), '{"pages":['));
    const { folders, problems } = await currentSite("acme");
    expect(folders[""]).toEqual({ pages: ["b"] });
    expect(problems.map(({ file }) => file)).toEqual(["meta.json", "b.mdx"]);
  } finally {
    stop();
  }
});

test("while the folder is watched, a config file that changed asks for a restart, until it says the same again", async () => {
  const file = page("config.json");
  const text = '{ "projects": [] }';
  settings.configFile = file;
  await writeFile(file, text);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const stop = startWatching();
  try {
    await writeFile(file, `${text} `);
    await vi.waitFor(() => expect(configHasChanged()).toBe(true), { timeout: 10_000 });
    expect(written.mock.calls.map(String).join("")).toContain("Restart");
    await writeFile(file, text);
    await vi.waitFor(() => expect(configHasChanged()).toBe(false), { timeout: 10_000 });
  } finally {
    stop();
    written.mockRestore();
  }
});

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { buildFiles, createProject } from "../../../internal/testing/content.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import type { Project } from "../../config/config.ts";
import type { Page } from "../../content/model/page.ts";
import { completePage, completeSite, findPageAt, pagesByPath } from "../../content/site/site.ts";
import { resetProcessState } from "../../process-state.ts";
import { pauseAfter, startWatching } from "../made/watch.ts";
import { configHasChanged, currentGeneration, replaceSite, siteChanges } from "../stored/sites.ts";
import { currentSite } from "./current.ts";

const settings = vi.hoisted(() => ({ projects: [] as Project[], development: true, configFile: "" }));
vi.mock("../../config/config.ts", async (original) => ({
  ...(await original<typeof import("../../config/config.ts")>()),
  getConfig: () => ({
    projects: settings.projects,
    images: { allow: [] },
    embeds: { allow: [] },
    links: { schemes: [] },
    redirects: [],
  }),
  getEnvironment: () => ({ development: settings.development, configFile: settings.configFile }),
}));

/** Code of pages runs once this is settled. */
const code = vi.hoisted(() => ({ ready: Promise.resolve() }));
vi.mock("../../content/sandbox/run-page.ts", async (original) => {
  const { runPage } = await original<typeof import("../../content/sandbox/run-page.ts")>();
  return { runPage: (...given: Parameters<typeof runPage>) => code.ready.then(() => runPage(...given)) };
});

let folder: string;
const page = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = makeFolder();
  settings.projects = [createProject({ content: folder })];
  settings.development = true;
  settings.configFile = page("no-config.json");
  resetProcessState("sites");
});

const wholeSite = async () => completeSite(await currentSite("acme"));
const titles = async () => (await currentSite("acme")).pages.map(({ title }) => title);

test("an unknown site is refused with a message", async () => {
  await expect(currentSite("nobody")).rejects.toThrow('There is no site "nobody" here.');
});

test("one load serves all who ask, and a failed one is tried again", async () => {
  settings.projects = [createProject({ content: page("none") })];
  await expect(currentSite("acme")).rejects.toThrow("cannot be read");
  settings.projects = [createProject({ content: folder })];
  await writeFile(page("a.mdx"), "# A");
  expect(await titles()).toEqual(["A"]);
  const [one, other] = await Promise.all([currentSite("acme"), currentSite("acme")]);
  expect(one).toBe(other);
});

test("a replaced site is served immediately, counted and announced", async () => {
  await writeFile(page("a.mdx"), "# A");
  await titles();
  const announced = vi.fn();
  siteChanges().addEventListener("change", announced);
  const other = await buildFiles({ "b.mdx": "# B" });
  replaceSite("acme", other);
  expect(await currentSite("acme")).toBe(other);
  expect(currentGeneration()).toBe(1);
  expect(announced).toHaveBeenCalledTimes(1);
});

describe("a large folder", () => {
  const many = Array.from({ length: 160 }, (_, index) => `p${index}.mdx`);
  beforeEach(async () => {
    for (const name of many) await writeFile(page(name), `# Page ${name}\n\n[Next](./p1.mdx) ![](./a.png)\n\nWords of ${name}.`);
    await writeFile(page("a.png"), "");
    await writeFile(page("docs.json"), JSON.stringify({ navigation: { pages: many.map((name) => name.replace(".mdx", "")) } }));
  });

  test("lists its pages immediately and reads the one that is asked for", async () => {
    const site = await currentSite("acme");
    const found = findPageAt(site, "/docs/p7")?.page;
    expect([site.passages.length, found?.title, found?.links]).toEqual([0, "Page p7.mdx", {}]);
    expect(found && (await completePage(site, found))).toMatchObject({
      links: { "./p1.mdx": "/docs/p1", "./a.png": "/docs/a.png" },
    });
    await wholeSite();
  });

  test("is listed as it is when all of it is read", async () => {
    const { pages } = await currentSite("acme");
    const whole = await wholeSite();
    const listed = ({ hash, links, ...rest }: Page) => rest;
    expect(whole.pages.map(listed)).toEqual(pages.map(listed));
  });

  test("is searched when all of it is read, and served whole from then on", async () => {
    const opened = await currentSite("acme");
    const whole = await wholeSite();
    expect(whole.passages.length).toBeGreaterThanOrEqual(160);
    const served = await currentSite("acme");
    expect([served === opened, served.unread]).toEqual([false, undefined]);
    expect(await wholeSite()).toBe(served);
    expect(await completePage(served, pagesByPath(served).get("/docs/p7") as never)).toMatchObject({
      links: { "./p1.mdx": "/docs/p1" },
    });
  });

  test("leaves what was served since as it is", async () => {
    await currentSite("acme");
    const whole = wholeSite();
    const newer = await buildFiles({ "b.mdx": "# B" });
    replaceSite("acme", newer);
    await whole;
    expect([await currentSite("acme"), await wholeSite()]).toEqual([newer, newer]);
  });
});

test("a few pages that take very long to read hold nobody up: the others are served, and each page when it is read", async () => {
  const held = Promise.withResolvers<void>();
  code.ready = held.promise;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await writeFile(page("a.mdx"), "# A");
    await writeFile(page("b.mdx"), "# B\n\n{1 + 1}");
    const opening = currentSite("acme");
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    vi.runAllTimers();
    const opened = await opening;
    expect(opened.pages.map(({ title }) => title)).toEqual(["A", "B"]);
    expect(opened.passages).toEqual([]);
    held.resolve();
    const whole = await wholeSite();
    expect([whole.unread, whole.passages.length]).toEqual([undefined, 2]);
    expect(await currentSite("acme")).toBe(await wholeSite());
  } finally {
    vi.useRealTimers();
    code.ready = Promise.resolve();
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

test.each([
  [3, 300],
  [80, 800],
  [5_000, 2_000],
])("a folder whose scan took %d ms is scanned again after %d ms", (scanMs, pauseMs) => expect(pauseAfter(scanMs)).toBe(pauseMs));

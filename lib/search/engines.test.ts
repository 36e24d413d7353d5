import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { serialize } from "node:v8";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";
import { type PassageFixture, projectFixture, siteFixture } from "../../internal/testing/search-site.ts";
import { replaceLogSink } from "../log.ts";
import { buildEngine } from "./engine.ts";
import { enginesOf, hasEngines, loadEngines, prepareEngines, saveEngines } from "./engines.ts";
import { searchPassages } from "./search.ts";

const subjects = ["webhooks", "billing", "tokens", "regions", "exports", "alerts", "teams", "quotas"];

function passages(count = 40, project = "docs"): PassageFixture[] {
  return Array.from({ length: count }, (_, i) => ({
    path: `/docs/${project}-${i}`,
    version: "v2",
    title: `Page ${i}`,
    text: `How ${subjects[i % 8]} and ${subjects[(i * 3 + 1) % 8]} work together in part ${i} of the service`,
  }));
}

/** Each test has another project, since engines of one project are used again. */
function siteOf(id: string, count?: number) {
  return siteFixture(passages(count, id), { ...projectFixture(), id });
}

const queries = ["webhooks billing", "how do tokens work", "regons", "service part 7", "alerts teams quotas exports"];
const answers = (site: ReturnType<typeof siteOf>) =>
  Promise.all(queries.map((query) => searchPassages(site, { query, limit: 20 })));

test("loaded engines answer as the saved ones did", async () => {
  const site = siteOf("saved");
  const expected = await answers(site);
  const again = siteOf("saved");
  const other = { ...again, project: { ...again.project, id: "loaded" } };
  await loadEngines(other, await saveEngines(site));
  expect(await answers(other)).toEqual(expected);
  expect((await enginesOf(other))[0]?.hash).toBe((await enginesOf(site))[0]?.hash);
});

test("a site with different passages builds its own engines from any bytes", async () => {
  const site = siteOf("fresh", 30);
  await loadEngines(site, await saveEngines(siteOf("foreign")));
  const [best] = await searchPassages(site, { query: "webhooks billing", limit: 5 });
  expect(best?.passage.path).toMatch(/^\/docs\/fresh-/);
});

test.each([
  ["empty", new Uint8Array()],
  ["not compressed", Buffer.from("nonsense")],
  ["cut off", gzipSync(serialize({ format: 3, engines: [] })).subarray(0, -9)],
  ["of another format", gzipSync(serialize({ format: 0, engines: [] }))],
  ["compressed nonsense", gzipSync("nonsense")],
])("bytes that are %s are logged, and the engines are built", async (name, bytes) => {
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  const site = siteOf(`broken-${name}`);
  await loadEngines(site, bytes);
  restore();
  expect(lines).toHaveLength(1);
  expect((await searchPassages(site, { query: "webhooks", limit: 5 })).length).toBeGreaterThan(0);
});

test("a new site of a project takes over engines whose passages stayed the same", async () => {
  const before = siteOf("same");
  const after = siteFixture(
    [...passages(40, "same"), { path: "/es/docs/nuevo", language: "es", version: "v2", text: "Una página nueva" }],
    before.project,
  );
  const [old] = await enginesOf(before);
  const engines = await enginesOf(after);
  expect(engines[0]).toBe(old);
  expect(engines).toHaveLength(2);
});

test("a small change is found immediately, and what was learned before is kept", async () => {
  const before = siteOf("grows");
  const [old] = await enginesOf(before);
  const after = siteFixture(
    [...passages(40, "grows"), { path: "/docs/zebras", version: "v2", text: "Feeding zebras" }],
    before.project,
  );
  const [hit] = await searchPassages(after, { query: "zebras", limit: 1 });
  expect(hit?.passage.path).toBe("/docs/zebras");
  const [engine] = await enginesOf(after);
  const learnedFrom = old?.save().dense?.learnedFrom;
  expect(learnedFrom).toHaveLength(40);
  expect(engine?.save().dense?.learnedFrom).toEqual(learnedFrom);
});

test("prepared engines are written as a whole to the snapshot folder", async () => {
  const folder = makeFolder();
  const site = siteOf("prepared");
  await writeFile(path.join(folder, "prepared.search.bin.gz"), "an earlier build");
  await prepareEngines(site, { folder });
  expect(hasEngines(site)).toBe(false);
  const other = { ...site, project: { ...site.project, id: "prepared-2" } };
  await loadEngines(other, await readFile(path.join(folder, "prepared.search.bin.gz")));
  expect(await answers(other)).toEqual(await answers(site));
});

test("a prepared engine is built in a thread where it has many passages, and needs no blocks of them", async () => {
  const folder = makeFolder();
  const site = siteOf("prepared-large", 600);
  await prepareEngines({ ...site, passages: site.passages.map((passage) => ({ ...passage, blocks: [] })) }, { folder });
  const other = { ...site, project: { ...site.project, id: "prepared-large-2" } };
  await loadEngines(other, await readFile(path.join(folder, "prepared-large.search.bin.gz")));
  const [engine] = await enginesOf(other);
  expect(engine?.save()).toEqual(buildEngine(site.passages, "en").save());
});

test("while the engine of many passages is built, the process goes on, and the engine is the one that it would have built", async () => {
  const site = siteOf("large", 600);
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  });
  const [engine] = await enginesOf(site);
  clearInterval(count);
  // Built here, all would be one turn.
  expect(turns).toBeGreaterThan(5);
  expect(engine?.save()).toEqual(buildEngine(site.passages, "en").save());
});

test("when no thread can build an engine, it is built in this one, and that is logged", async () => {
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  const site = siteOf("unsendable", 300);
  const unsendable = { ...site, passages: site.passages.map((passage) => ({ ...passage, send: () => {} })) };
  const [engine] = await enginesOf(unsendable);
  restore();
  expect(engine?.passages).toHaveLength(300);
  expect(lines.join()).toContain("no thread could build the search");
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";
import { projectFixture, siteFixture } from "../../internal/testing/search-site.ts";
import { replaceLogSink } from "../log.ts";
import { perProcess } from "../process-state.ts";
import type { Embedding } from "./dense/embedding.ts";
import { createProvider, type Provider } from "./dense/provider.ts";
import { enginesOf } from "./engines.ts";
import { searchPassages } from "./search.ts";

// Where the process keeps the provider that the environment names; a test puts its own there.
const configured = perProcess<{ provider?: Provider | false }>("embedding-provider", () => ({}));

let folder: string;
let failing: boolean;
let restoreLog: () => void;

/** Knows two subjects, whatever language and words they are put in. */
const bilingual: Embedding = {
  id: "bilingual",
  dimensions: 2,
  embed: async (texts) => {
    if (failing) throw new Error("The provider is unavailable.");
    return texts.map((text) => Float32Array.from(/cat|gato|feline/i.test(text) ? [1, 0] : [0, 1]));
  },
};

beforeEach(async () => {
  folder = makeFolder();
  failing = false;
  restoreLog = replaceLogSink(() => {});
  configured.get().provider = createProvider({ patient: bilingual, prompt: bilingual, timeoutMs: 500, folder });
});
afterEach(async () => {
  configured.get().provider = false;
  restoreLog();
});

function makeSite(id: string) {
  const texts = { cats: "The cat sleeps all day", ships: "A ship crosses the sea", roads: "Roads lead to the harbour" };
  const passages = Object.entries(texts).map(([name, text]) => ({ path: `/docs/${name}`, version: "v2", text }));
  return siteFixture(passages, { ...projectFixture(), id });
}

const best = async (site: ReturnType<typeof makeSite>, query: string) =>
  (await searchPassages(site, { query, limit: 1 }))[0]?.passage.path;

async function embedded(site: ReturnType<typeof makeSite>) {
  for (const engine of await enginesOf(site)) await (configured.get().provider as Provider).embedPassages(engine);
}

test("a question in words that the pages do not have is found by the provider's model", async () => {
  const site = makeSite("bilingual");
  await embedded(site);
  expect(await best(site, "¿cuánto duerme un gato?")).toBe("/docs/cats");
});

test("search answers with its built-in retrievers until the passages are embedded, and while the provider is unavailable", async () => {
  failing = true;
  const site = makeSite("unavailable");
  expect(await best(site, "ship on the sea")).toBe("/docs/ships");
  failing = false;
  await embedded(site);
  failing = true;
  expect(await best(site, "roads to a harbour")).toBe("/docs/roads");
});

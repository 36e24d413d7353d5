import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScriptedProvider, startScriptedProvider } from "../../../internal/testing/search-provider.ts";
import { type Embedding, lengthOf } from "./embedding.ts";
import { createProviderEmbedding } from "./provider.ts";
import { type WordTable, wordTableOf } from "./word-table.ts";
import { adaptWords, createWordsEmbedding, restoreWords } from "./words-embedding.ts";

const table = wordTableOf("en") as WordTable;
const texts = [
  "Rotate an API key from the settings of the project",
  "An API key expires after ninety days unless you rotate it",
  "Deploy the site to a server with Docker",
  "Docker builds the image and the server runs it",
  "Write pages in Markdown with components",
  "Components and Markdown make up the pages of the site",
];

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider();
});
afterAll(() => provider.close());

const engines: [name: string, create: () => Embedding][] = [
  ["the word table", () => createWordsEmbedding(table)],
  ["the word table adapted to a site", () => adaptWords(table, texts)],
  ["a provider's model", () => createProviderEmbedding({ model: "letters", apiKey: undefined, baseUrl: provider.baseUrl })],
];

describe.each(engines)("%s", (_, create) => {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

  test("gives one vector of length 1 for each text, in order", async () => {
    const embedding = create();
    const vectors = await embedding.embed(texts);
    expect(vectors).toHaveLength(texts.length);
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedding.dimensions);
      expect(lengthOf(vector)).toBeCloseTo(1, 4);
    }
    const [alone] = await embedding.embed([texts[2] as string]);
    expect(dot(alone as Float32Array, vectors[2] as Float32Array)).toBeCloseTo(1, 4);
  });

  test("brings texts of one subject nearer than others", async () => {
    const [query, same, other] = (await create().embed(["rotate the API key", texts[1] as string, texts[3] as string])) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    expect(dot(query, same)).toBeGreaterThan(dot(query, other));
  });

  test("gives zeros for an empty text, and nothing for no text", async () => {
    const embedding = create();
    const [, empty] = await embedding.embed([texts[0] as string, ""]);
    expect([...(empty as Float32Array)].every((value) => value === 0)).toBe(true);
    expect(await embedding.embed([])).toEqual([]);
  });

  test("takes any text", async () => {
    const odd = ["\ud800", "__proto__ constructor", "安装", "!?", "x".repeat(50_000)];
    for (const vector of await create().embed(odd)) expect(vector.every(Number.isFinite)).toBe(true);
  });

  test("has an id that stays the same", () => expect(create().id).toBe(create().id));
});

test("a restored embedding gives the same vectors under the same id", async () => {
  const built = adaptWords(table, texts);
  const restored = restoreWords(table, built.save());
  expect(restored.id).toBe(built.id);
  expect(await restored.embed(texts)).toEqual(await built.embed(texts));
});

test("other passages give another id", () => {
  // Words count as the site's own from the second passage on, and not where most passages have them.
  const site = [
    ...texts,
    ...texts.map((text) => `${text} zebra`),
    ...Array.from({ length: 100 }, (_, i) => `Filler number ${i}`),
  ];
  const ids = [site, site.slice(1)].map((passages) => adaptWords(table, passages).id);
  expect(ids[0]).not.toBe(ids[1]);
});

import { describe, expect, test } from "vitest";
import { passageFixture } from "../testing/search-site.ts";
import { plotBars } from "./plot.ts";
import { contenders, typedContenders } from "./search-engines.ts";
import { compare, judge, misspell, percentile, swapLetters } from "./search-metrics.ts";
import { typedSets } from "./search-typed.ts";

describe("every engine under test", () => {
  const texts = ["Rotate the signing key", "Deploy with Docker", "Write pages in Markdown", "Limits of the service"];
  const passages = texts.map((text, i) => ({
    id: `/docs/${i}#0`,
    kind: "guide" as const,
    path: `/docs/${i}`,
    anchor: "",
    title: text,
    heading: "",
    description: "",
    language: "en",
    version: null,
    blocks: [],
    text: `${text} and what else there is to know of it.`,
    hash: text,
  }));

  test.each([...contenders, ...typedContenders])("$name finds the page of a plain question", async ({ prepare }) => {
    const search = await prepare(passages, "en");
    expect((await search("docker deploy"))[0]).toBe("/docs/1");
    expect(await search("?!")).toBeInstanceOf(Array);
  });
});

test("queries are made from the pages: what one page has, parts of its sentences, its headings in another form", () => {
  const page = (path: string, title: string, text: string) =>
    passageFixture({ path, title, text, blocks: [{ kind: "paragraph", text, markdown: text }] });
  const pages = [
    page("/docs/limits", "Rate limits", "The proxy answers 524 after ninety seconds; ask the [porcelain](/docs/kilns) first."),
    page("/docs/kilns", "Kilns", "A kiln answers `cannot open the heavy door` for ninety seconds, or `if (door) throw error`."),
    page("/docs/glaze", "Glaze recipe", "Of `cannot find a recipe here` and `cannot find a recipe` both pages say the second."),
    page("/docs/oven", "Baking", "An oven says `cannot find a recipe` as well."),
  ];
  const asked = [
    { text: "how hot is a kiln?", gains: new Map([["/docs/kilns", 1]]) },
    { text: "which porcelain?", gains: new Map([["/docs/kilns", 1]]) },
  ];
  const sets = typedSets(pages, "en", asked);
  const queriesOf = (kind: string) =>
    sets.find((set) => set.kind === kind)?.queries.map(({ text, gains }) => [text, ...gains.keys()]);
  expect(queriesOf("error number")).toEqual([["error 524", "/docs/limits"]]);
  expect(queriesOf("heading without s")).toEqual(expect.arrayContaining([["rate limit", "/docs/limits"]]));
  expect(queriesOf("short")).toEqual(expect.arrayContaining([["porcelain", "/docs/kilns"]]));
  expect(queriesOf("rare word")).toEqual(expect.arrayContaining([["porcelain", "/docs/limits"]]));
  expect(queriesOf("heading with s")).toEqual([["glaze recipes", "/docs/glaze"]]);
  expect(queriesOf("error message")).toEqual(
    expect.arrayContaining([
      ["cannot open the heavy door", "/docs/kilns"],
      ["cannot find a recipe here", "/docs/glaze"],
    ]),
  );
  expect(queriesOf("error message")).toHaveLength(2);
  expect(queriesOf("error message from a log")?.[0]?.[0]).toMatch(/ERROR \[web-2\] cannot/);
  expect(queriesOf("question")).toHaveLength(2);
  expect(queriesOf("question, two letters swapped")).toHaveLength(1);
  expect(typedSets([])).toEqual([]);
});

test("nDCG counts a right page more the higher it ranks", () => {
  const gains = new Map([["a", 1]]);
  expect(judge(["a", "b"], gains).ndcg).toBe(1);
  expect(judge(["b", "a"], gains).ndcg).toBeCloseTo(1 / Math.log2(3), 10);
  expect(judge(["b", "c"], gains)).toEqual({ ndcg: 0, mrr: 0, hit5: 0 });
  expect(judge(["b", "a"], gains).mrr).toBe(0.5);
});

test("percentile gives the value at that share of the order", () => {
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
  expect(percentile([], 0.95)).toBe(0);
});

test("misspell changes one word, always in the same way, and leaves short words alone", () => {
  const typo = misspell("configure the sidebar") as string;
  expect(typo).toMatch(/ the sidebar$/);
  expect(typo).not.toBe("configure the sidebar");
  expect(misspell("configure the sidebar")).toBe(typo);
  expect(misspell("how do I")).toBeUndefined();
});

test("swapLetters swaps two different letters of the longest word, always the same ones, and leaves short words alone", () => {
  const typo = swapLetters("a letter") as string;
  expect(typo).not.toBe("a letter");
  expect([...typo].sort()).toEqual([..."a letter"].sort());
  expect(swapLetters("a letter")).toBe(typo);
  expect([swapLetters("how do I"), swapLetters("baaaa")]).toEqual([undefined, undefined]);
});

test("a drawing names every engine and keeps markup out of its labels", () => {
  const svg = plotBars({ title: "a < b", series: ["one", "two"], groups: [{ label: "X & Y", values: [0.5, 0.25] }] });
  expect(svg).toContain("X &amp; Y");
  expect(svg).toContain('aria-label="a &lt; b"');
  expect(svg).toContain(">0.500<");
});

test("two engines are compared query by query, and the same figures give the same interval", () => {
  const [better, worse] = [Array.from({ length: 40 }, () => 1), Array.from({ length: 40 }, (_, query) => (query % 2 ? 1 : 0.5))];
  const difference = compare(better, worse);
  expect(difference).toEqual(compare(better, worse));
  expect(difference.mean).toBeCloseTo(0.25);
  expect([difference.from > 0.1, difference.to < 0.4]).toEqual([true, true]);
  expect(compare(better, better)).toEqual({ mean: 0, from: 0, to: 0 });
});

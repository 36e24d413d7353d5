import { describe, expect, test } from "vitest";
import { passageFixture, siteFixture } from "../../../internal/testing/search-site.ts";
import { createAnalyzer } from "../analyze/analyze.ts";
import { roundVector } from "../dense/matrix.ts";
import { searchPassages } from "../search.ts";
import { createPassageReader, RERANK_DEPTH, rerank } from "./rerank.ts";

/** Two directions: what is about login, and all else. */
const reader = createPassageReader(createAnalyzer("en"), {
  dimensions: 2,
  encode: (text) => Float32Array.from(/login/i.test(text) ? [1, 0] : [0, 1]),
});
const hit = (
  path: string,
  rank: number,
  { expandedCoverage = 0, ...more }: { heading?: string; expandedCoverage?: number } = {},
) => ({
  rank,
  expandedCoverage,
  pageShare: 1,
  passage: passageFixture({ path, title: "Page", text: "text", ...more }),
});
const order = (...hits: ReturnType<typeof hit>[]) =>
  rerank(hits, { queryVector: roundVector(Float32Array.from([1, 0])), top: 1 }, reader).map(({ passage }) => passage.path);

describe("reranking", () => {
  test("raises a passage whose heading says what the query says", () => {
    expect(order(hit("/a", 1), hit("/b", 0.7, { heading: "Login" }))).toEqual(["/b", "/a"]);
  });

  test("reads the headings inside of a passage too", () => {
    const inside = passageFixture({
      path: "/b",
      text: "First\nLogin",
      blocks: [
        { kind: "paragraph", text: "First", markdown: "First" },
        { kind: "label", text: "Login", markdown: "**Login**", anchor: "login" },
      ],
    });
    expect(order(hit("/a", 1), { rank: 0.7, expandedCoverage: 0, pageShare: 1, passage: inside })).toEqual(["/b", "/a"]);
  });

  test("does not overturn a clear order", () => {
    expect(order(hit("/a", 1), hit("/b", 0.2, { heading: "Login" }))).toEqual(["/a", "/b"]);
  });

  test("raises a passage that holds more of the query", () => {
    expect(order(hit("/a", 1, { expandedCoverage: 0.3 }), hit("/b", 0.9, { expandedCoverage: 1 }))).toEqual(["/b", "/a"]);
    expect(order(hit("/a", 1, { expandedCoverage: 0.3 }), hit("/b", 0.6, { expandedCoverage: 1 }))).toEqual(["/a", "/b"]);
  });

  test("raises a passage with one sentence that says what the query says", () => {
    const blocks = ["Much else.", "Login is here."].map((text) => ({ kind: "paragraph" as const, text, markdown: text }));
    const inside = passageFixture({ path: "/b", text: "Much else.\nLogin is here.", blocks });
    expect(order(hit("/a", 1), { rank: 0.7, expandedCoverage: 0, pageShare: 1, passage: inside })).toEqual(["/b", "/a"]);
  });

  test("leaves what is far behind where it was", () => {
    const hits = Array.from({ length: RERANK_DEPTH + 2 }, (_, i) => hit(`/${i}`, 1 - i / 100));
    const paths = order(...hits, hit("/last", 0.8, { heading: "Login" }));
    expect(paths).toEqual([...hits.map(({ passage }) => passage.path), "/last"]);
  });

  test("of nothing is nothing", () => {
    expect(order()).toEqual([]);
  });
});

test("search reranks its best hits", async () => {
  const site = siteFixture([
    { path: "/docs/a", title: "Page", heading: "Colours", text: "Users sign in by one of three ways." },
    {
      path: "/docs/b",
      title: "Page",
      heading: "Authentication",
      text: "Users sign in by one of three ways that an owner sets up first.",
    },
    ...["x", "y", "z"].map((name) => ({ path: `/docs/${name}`, title: "Page", text: `Other things, such as ${name}.` })),
  ]);
  const [first] = await searchPassages(site, { query: "login sign in", limit: 2 });
  expect(first?.passage.path).toBe("/docs/b");
});

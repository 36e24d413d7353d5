import { expect, test } from "vitest";
import type { Analyzer } from "./analyze/analyze.ts";
import { passageFixture, projectFixture } from "./fixture.ts";
import { findSection } from "./rank/section.ts";
import { toSearchResult } from "./results.ts";

const project = { ...projectFixture(), siteUrl: "https://docs.acme.test" };
const hit = (given: { anchor?: string }) => ({
  passage: passageFixture({
    path: "/docs/keys",
    title: "Keys",
    heading: "Rotate",
    text: "Rotate a key.",
    version: "v2",
    ...given,
  }),
  score: 0.7,
  relativeRank: 1,
  expandedCoverage: 1,
  oovShare: 0,
  termMatches: [],
  section: { heading: "Rotate", anchor: given.anchor ?? "", from: 0, to: 1, coverage: 1 },
});

test("a passage comes with its text, its path and what is known of its place, and nothing internal", () => {
  expect(toSearchResult(project, hit({ anchor: "rotate" }))).toEqual({
    content: "Rotate a key.",
    path: "/docs/keys",
    url: "https://docs.acme.test/docs/keys#rotate",
    metadata: {
      title: "Keys",
      heading: "Rotate",
      anchor: "rotate",
      url: "https://docs.acme.test/docs/keys#rotate",
      version: "v2",
      language: "en",
      score: 0.7,
      kind: "guide",
    },
  });
});

test("a passage at the top of a page has the address of the page", () => {
  expect(toSearchResult(project, hit({})).metadata.url).toBe("https://docs.acme.test/docs/keys");
});

test("a passage of one section is not read for it, and of very long blocks no more than their beginning is", async () => {
  const read: number[] = [];
  const terms = (text: string) => {
    read.push(text.length);
    return text.split(" ");
  };
  const query = { words: [], analyzer: { terms } as unknown as Analyzer, vector: undefined };
  const long = passageFixture({ path: "/docs/keys", text: "key ".repeat(100_000), heading: "Rotate" });
  expect(await findSection(long, query)).toMatchObject({ heading: "Rotate", from: 0, to: 1 });
  expect(read).toEqual([]);
  const label = { kind: "label" as const, text: "Part", markdown: "**Part**", anchor: "part" };
  expect(await findSection({ ...long, blocks: [...long.blocks, label, ...long.blocks] }, query)).toMatchObject({ from: 0 });
  expect(Math.max(...read)).toBe(10_000);
});

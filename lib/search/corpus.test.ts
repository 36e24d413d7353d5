import { expect, test } from "vitest";
import { passageFixture } from "../../internal/testing/search-site.ts";
import { createAnalyzer } from "./analyze/analyze.ts";
import { createCorpus, readKeywordSources, slugOf } from "./corpus.ts";

const passages = [
  passageFixture({ path: "/docs/keys", title: "Keys", heading: "Rotate", description: "All about", text: "one two" }, 0),
  passageFixture({ path: "/docs/fonts", title: "Fonts", text: "three" }, 1),
  passageFixture({ path: "/docs/keys", title: "Keys", heading: "Revoke", text: "four two" }, 2),
];
const corpus = createCorpus(passages);
const sources = readKeywordSources(corpus, createAnalyzer("xx"));

test("groups passages by page, in the order in which pages first appear", () => {
  expect([...corpus.pageOf]).toEqual([0, 1, 0]);
  expect(corpus.membersOf).toEqual([[0, 2], [1]]);
});

test("gives title with slug, headings with description, and text as fields of each passage", () => {
  expect(sources.passages.map(({ documents }) => documents[0])).toEqual([
    ["keys", "keys"],
    ["rotate", "all", "about"],
    ["keys", "rotate", "one", "two"],
  ]);
});

test("words that a page gives for search alone are in its headings and its text", () => {
  const page = passageFixture({ path: "/docs/keys", title: "Keys", text: "one", keywords: ["API token", "secret"] }, 0);
  const { passages, words } = readKeywordSources(createCorpus([page]), createAnalyzer("xx"));
  expect(passages.slice(1).map(({ documents }) => documents[0])).toEqual([
    ["api", "token", "secret"],
    ["keys", "one", "api", "token", "secret"],
  ]);
  expect(words.map(({ surface }) => surface)).toContain("secret");
});

test("joins the passages of a page, its title once", () => {
  expect(sources.pages.map(({ documents }) => documents[0])).toEqual([
    ["keys", "keys"],
    ["rotate", "all", "about", "revoke"],
    ["keys", "rotate", "one", "two", "keys", "revoke", "four", "two"],
  ]);
});

test("two words that another text writes as one are that word too, in English", () => {
  const texts = ["Make a backup.", "Back up the keys, and set out."];
  const written = createCorpus(texts.map((text, i) => passageFixture({ path: `/docs/${i}`, title: "Keys", text }, i)));
  const bodiesIn = (language: string) => readKeywordSources(written, createAnalyzer(language)).passages.at(-1)?.documents[1];
  expect(bodiesIn("en")).toEqual(["kei", "back", "up", "the", "kei", "and", "set", "out", "backup"]);
  expect(bodiesIn("fr")).not.toContain("backup");
});

test("counts in how many passages each word is", () => {
  expect(Object.fromEntries(sources.words.map(({ surface, count }) => [surface, count]))).toMatchObject({
    keys: 2,
    two: 2,
    one: 1,
  });
});

test("the slug is the last part of a path", () => expect(slugOf("/docs/a/rotate-keys")).toBe("rotate-keys"));

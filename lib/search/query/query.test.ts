import { describe, expect, test } from "vitest";
import { createAnalyzer } from "../analyze/analyze.ts";
import { type Lexicon, parseQuery, type QueryText } from "./query.ts";
import { createVocabulary } from "./vocabulary.ts";

const analyzer = createAnalyzer("en");
const surfaces = ["deploy", "deployment", "dead", "link", "effect", "use", "key", "remove", "delete", "page"];
const known = new Set(surfaces.map(analyzer.term));
const lexicon: Lexicon = {
  analyzer,
  vocabulary: createVocabulary(surfaces.map((surface) => ({ surface, count: 5 }))),
  synonymWeight: 0.5,
  isKnown: (term) => known.has(term),
  isDiscriminative: (term) => known.has(term) && term !== analyzer.term("delete"),
};
const parse = (query: string, more: Partial<QueryText & Lexicon> = {}) =>
  parseQuery({ query, completeLastWord: false, ...more }, { ...lexicon, ...more });
const terms = (query: string, more: Partial<QueryText> = {}) => parse(query, more).terms.map(({ term }) => term);

describe("words", () => {
  test("that the site has are looked up as they are, each once, and count more when repeated", () => {
    const { terms, words } = parse("key link key key key key");
    expect(terms).toEqual([
      { term: "kei", weight: 3 },
      { term: "link", weight: 1 },
    ]);
    expect(words.map(({ term }) => term)).toEqual(["kei", "link"]);
  });

  test("with a typo are corrected, in the text too", () => {
    expect(parse("depoly it").text).toBe("deploy it");
    expect(terms("depoly")).toContain("deploi");
  });

  test("written together are split, in the text too", () => {
    expect(parse("a deadlink").text).toBe("a dead link");
    expect(terms("deadlink")).toEqual(["dead", "link"]);
  });

  test("that are like none of the site have no alternatives", () => {
    expect(parse("zzzz").words).toEqual([{ term: "zzzz", alternatives: [] }]);
  });

  test("of an identifier are its parts", () => {
    expect(parse("useEffect").words.map(({ term }) => term)).toEqual(["us", "effect"]);
  });

  test("of a name in code that the site has are the name too", () => {
    const isKnown = (term: string) => term === "useeffect" || known.has(term);
    const named = (query: string) => parse(query, { isKnown }).words.map(({ term }) => term);
    expect(named("remove useEffect")).toEqual(["remov", "us", "effect", "useeffect"]);
    expect(named("use_effect")).toEqual(["us", "effect", "useeffect"]);
    expect(named("use-effect")).toEqual(["us", "effect"]);
  });

  test("are completed at the end of the query only, and only where asked for", () => {
    expect(terms("key deplo", { completeLastWord: true })).toContain("deploi");
    expect(parse("deplo key", { completeLastWord: true }).words[0]?.alternatives[0]?.weight).toBeLessThan(1);
    expect(parse("key ", { completeLastWord: true }).terms).toEqual([{ term: "kei", weight: 1 }]);
  });

  test("that nothing has as they are count as what they are the beginning of, less than a whole word", () => {
    expect(parse("key effe", { completeLastWord: true }).words[1]?.alternatives).toEqual([{ term: "effect", weight: 0.6 }]);
  });

  test("that the site writes as one are looked up as one too, but not a small word with its neighbour", () => {
    const isKnown = (term: string) => ["backup", "login", "intokei"].includes(term) || known.has(term);
    const joined = (query: string) => parse(query, { isKnown }).terms.map(({ term }) => term);
    expect(joined("back up key")).toContain("backup");
    expect(joined("log in")).toContain("login");
    expect(joined("into key")).not.toContain("intokei");
    expect(joined("back, up")).not.toContain("backup");
  });
});

/** A vocabulary that counts how often one of its words is read. */
function countReads(surfaces: readonly string[]) {
  let reads = 0;
  const words = surfaces.map((surface) => ({
    count: 1,
    get surface() {
      reads += 1;
      return surface;
    },
  }));
  const vocabulary = createVocabulary(words);
  // Builds the dictionary, which costs once.
  vocabulary.correct("abcdefg");
  reads = 0;
  return { vocabulary, reads: () => reads };
}

const SHARED = "thebeginningthatthousandsofwordshaveincommon";

function permute(letters: string): string[] {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((letter, i) => permute(letters.slice(0, i) + letters.slice(i + 1)).map((rest) => letter + rest));
}

test.each([
  [
    "orders of the same letters",
    permute("abcdefg").filter((_, i) => i % 40 !== 0),
    permute("abcdefg").filter((_, i) => i % 40 === 0),
  ],
  [
    "one beginning",
    permute("abcdefg").map((end) => SHARED + end),
    Array.from(SHARED, (_, length) => SHARED.slice(0, 5 + length)).slice(0, -6),
  ],
])("looks at a bounded number of words for a query of many unknown ones where thousands have %s", (_, known, unknown) => {
  const { vocabulary, reads } = countReads(known);
  const { words } = parse(unknown.slice(0, 150).join(" "), { vocabulary, isKnown: () => false });
  expect(words.length).toBeGreaterThan(20);
  expect(words[0]?.alternatives.length).toBeGreaterThan(0);
  expect(reads()).toBeLessThan(100_000);
});

test("a query of many letters of a script without spaces asks for the pairs of a few", () => {
  const letters = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + i));
  const surfaces = letters.flatMap((first) => letters.slice(0, 30).map((second) => first + second));
  const vocabulary = createVocabulary(surfaces.map((surface) => ({ surface, count: 1 })));
  const { terms } = parse(letters.join(" "), { vocabulary, isKnown: () => false });
  expect(terms.length).toBeGreaterThan(24);
  expect(terms.length).toBeLessThan(500);
});

describe("synonyms", () => {
  test("count less the longer a question is, and nothing in a long one", () => {
    const weight = (words: number) => parse("remove", { question: `remove ${"page ".repeat(words - 1)}` }).synonymWeight;
    expect([weight(2), weight(12)]).toEqual([0.5, 0.5]);
    expect(weight(18)).toBeCloseTo(0.25);
    expect([weight(24), weight(60)]).toEqual([0, 0]);
  });

  test("are those of words and phrases of the question", () => {
    const { synonyms } = parse("old page", { question: "get rid of an abbreviation" });
    expect(synonyms.map(({ matchedTerms }) => matchedTerms.join(" "))).toEqual([
      analyzer.terms("get rid of").join(" "),
      ...analyzer.terms("abbreviation"),
    ]);
  });

  test("are looked up only where every term is discriminative", () => {
    const { synonyms, synonymGroups } = parse("get rid of");
    expect(synonyms[0]?.alternatives).toEqual(expect.arrayContaining(["delete", "remove"]));
    expect(new Set(synonymGroups[0]?.flat().map(({ term }) => term))).toEqual(new Set([analyzer.term("remove")]));
  });

  test("count less than the word, and none where their weight is 0", () => {
    expect(parse("get rid of").synonymGroups[0]?.[0]?.[0]?.weight).toBeLessThanOrEqual(0.5);
    expect(parse("get rid of", { synonymWeight: 0 })).toMatchObject({ synonyms: [], synonymGroups: [] });
  });
});

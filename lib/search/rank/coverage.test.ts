import { expect, test } from "vitest";
import { buildKeywordIndex } from "../keyword/keyword.ts";
import { createMatcher, oovShareOf, weighWords } from "./coverage.ts";

const documents = [["install", "package"], ["package"], ["remove", "package"], ["remov", "install"]];
const index = buildKeywordIndex([{ documents, weight: 1, lengthPenalty: 0.75 }]);
const word = (term: string, ...alternatives: [term: string, weight: number][]) => ({
  term,
  alternatives: alternatives.map(([alternative, weight]) => ({ term: alternative, weight })),
});
const noSynonyms = { synonyms: [], synonymGroups: [], matchingGroups: new Uint32Array(documents.length) };

test("the shares of the words sum to 1, and a rarer word has more of it", () => {
  const [common, rare] = weighWords([word("package", ["package", 1]), word("remov", ["remov", 1])], index);
  expect((common?.share ?? 0) + (rare?.share ?? 0)).toBeCloseTo(1);
  expect(rare?.share).toBeGreaterThan(common?.share as number);
});

test("a passage matches a word by the best of its alternatives", () => {
  const words = weighWords([word("removd", ["remove", 0.8], ["remov", 0.4])], index);
  const { matchesIn, coverageIn } = createMatcher(words, noSynonyms, index);
  expect([3, 2, 1].map((passage) => matchesIn(passage)[0]?.strength)).toEqual([0.4, 0.8, 0]);
  expect([3, 2, 1].map((passage) => coverageIn(passage).coverage)).toEqual([0.4, 0.8, 0]);
});

test("a synonym counts for a word that the passage does not hold, and less than the word", () => {
  const words = weighWords([word("install", ["install", 1])], index);
  const synonyms = [{ matchedTerms: ["install"], alternatives: ["package"] }];
  const synonymGroups = [[[{ term: "package", weight: 0.1 }]]];
  const { matchesIn, coverageIn } = createMatcher(
    words,
    { synonyms, synonymGroups, matchingGroups: Uint32Array.of(1, 1, 1, 0) },
    index,
  );
  expect([0, 1, 3].map(coverageIn)).toEqual([
    { coverage: 1, expandedCoverage: 1 },
    { coverage: 0, expandedCoverage: 0.6 },
    { coverage: 1, expandedCoverage: 1 },
  ]);
  expect(matchesIn(0)[0]?.alternatives).toEqual([
    { terms: ["install"], weight: 1 },
    { terms: ["package"], weight: 0.6 },
  ]);
});

test("words without alternatives are out of the vocabulary", () => {
  expect(oovShareOf(weighWords([word("zzzz"), word("install", ["install", 1])], index))).toBeGreaterThan(0.5);
  expect(oovShareOf(weighWords([], index))).toBe(0);
});

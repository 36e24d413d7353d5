import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import { buildKeywordIndex, documentOf, restoreKeywordIndex, type SynonymGroup, type WeightedTerm } from "./keyword.ts";

const documents = [
  ["install", "the", "package"],
  ["the", "package", "the", "package", "package"],
  ["deploy", "the", "site", "with", "a", "long", "text", "about", "one", "package"],
  ["the", "constructor", "__proto__"],
];
const index = buildKeywordIndex([{ documents, weight: 1, lengthPenalty: 0.75 }]);
const search = (terms: readonly WeightedTerm[], ...synonymGroups: SynonymGroup[]) =>
  index.search({ terms, synonymGroups }).scores;
const score = (...terms: string[]) => [...search(terms.map((term) => ({ term, weight: 1 })))];

test("a rare term counts more than a common one", () => {
  expect(index.idf("deploy")).toBeGreaterThan(index.idf("package"));
  expect(index.idf("package")).toBeGreaterThan(index.idf("the"));
});

test("a document where the term is frequent and among few others scores higher", () => {
  const [once, often, inLongText, never] = score("package") as [number, number, number, number];
  expect(often).toBeGreaterThan(once);
  expect(once).toBeGreaterThan(inLongText);
  expect(inLongText).toBeGreaterThan(0);
  expect(never).toBe(0);
});

test("scores come within an impact bucket of exact BM25", () => {
  const average = documents.flat().length / documents.length;
  documents.forEach((terms, id) => {
    const frequency = terms.filter((term) => term === "package").length;
    const exact = (index.idf("package") * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * terms.length) / average));
    expect(Math.abs((score("package")[id] as number) - exact)).toBeLessThan(index.idf("package") * (2.2 / 15));
  });
});

test("terms that are names of JavaScript's own are terms like others", () => {
  expect(index.documentFrequency("__proto__")).toBe(1);
  expect(index.documentFrequency("constructor")).toBe(1);
  expect(index.documentFrequency("toString")).toBe(0);
  expect(score("hasOwnProperty", "")).toEqual([0, 0, 0, 0]);
});

test("a restored index scores as the saved one did", () => {
  const restored = restoreKeywordIndex(deserialize(serialize(index.save())));
  const terms = ["package", "the", "deploy", "nothing"].map((term) => ({ term, weight: 1 }));
  const query = { terms, synonymGroups: [[terms.slice(0, 1)]] };
  expect(restored.search(query)).toEqual(index.search(query));
});

const one = (term: string, weight = 1) => [{ term, weight }];

test("of the alternatives of a synonym group a document counts the best that it holds", () => {
  const synonymGroups = [[one("package"), one("install", 0.5)], [one("nowhere")]];
  const { scores, matchingGroups } = index.search({ terms: one("deploy"), synonymGroups });
  expect([...matchingGroups]).toEqual([1, 1, 1, 0]);
  const best = Math.max(score("package")[0] as number, 0.5 * (score("install")[0] as number));
  expect(scores[0]).toBeCloseTo(best);
  expect(scores[1]).toBeCloseTo(score("package")[1] as number);
  expect(scores[2]).toBeCloseTo(score("deploy", "package")[2] as number);
  expect(scores[3]).toBe(0);
});

test("an alternative of several terms counts with their sum", () => {
  const scores = search([], [[...one("deploy"), ...one("package")]]);
  expect([...scores]).toEqual([...score("deploy", "package")].map((value) => expect.closeTo(value)));
});

test("has the documents that hold a term in any field's text", () => {
  expect([...index.postings("package")].map(documentOf)).toEqual([0, 1, 2]);
});

test("the documents of a term that many hold are in their order, and as often asked the same", () => {
  const many = Array.from({ length: 3_000 }, (_, document) => Array<string>(1 + ((document * 7) % 40)).fill("a"));
  const large = buildKeywordIndex([{ documents: many, weight: 1, lengthPenalty: 0.75 }]);
  for (const _ of [1, 2]) expect([...large.postings("a")].map(documentOf)).toEqual(many.map((_, document) => document));
});

test("an index of nothing is saved and restored", () => {
  const empty = buildKeywordIndex([{ documents: [[], [""]], weight: 1, lengthPenalty: 0.75 }]);
  expect([...restoreKeywordIndex(empty.save()).postings("a")]).toEqual([]);
});

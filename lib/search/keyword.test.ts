import { expect, test } from "vitest";
import { buildKeywordIndex, restoreKeywordIndex } from "./keyword.ts";

const documents = [
  ["install", "the", "package"],
  ["the", "package", "the", "package", "package"],
  ["deploy", "the", "site", "with", "a", "long", "text", "about", "one", "package"],
  ["the", "constructor", "__proto__"],
];
const index = buildKeywordIndex([{ documents, weight: 1, lengthPenalty: 0.75 }]);
const score = (...terms: string[]) => [...index.scores(terms.map((term) => ({ term, weight: 1 })))];

test("a rare term counts more than a common one", () => {
  expect(index.idf("deploy")).toBeGreaterThan(index.idf("package"));
  expect(index.idf("package")).toBeGreaterThan(index.idf("the"));
});

test("a document where the term stands often and among few others scores higher", () => {
  const [once, often, inLongText, never] = score("package") as [number, number, number, number];
  expect(often).toBeGreaterThan(once);
  expect(once).toBeGreaterThan(inLongText);
  expect(inLongText).toBeGreaterThan(0);
  expect(never).toBe(0);
});

test("scores come within a slot of exact BM25", () => {
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
  const restored = restoreKeywordIndex(JSON.parse(JSON.stringify(index.save())));
  const terms = ["package", "the", "deploy", "nothing"].map((term) => ({ term, weight: 1 }));
  expect(restored.scores(terms)).toEqual(index.scores(terms));
});

test("of the alternatives of a choice a document counts the best that it holds", () => {
  const one = (term: string, weight = 1) => [{ term, weight }];
  const totals = new Float32Array(documents.length);
  const holders = index.addChoices(totals, [[one("package"), one("install", 0.5)], [one("nowhere")]]);
  expect(holders.map((ids) => [...ids].sort())).toEqual([[0, 1, 2], []]);
  const best = Math.max(score("package")[0] as number, 0.5 * (score("install")[0] as number));
  expect(totals[0]).toBeCloseTo(best);
  expect(totals[1]).toBeCloseTo(score("package")[1] as number);
  expect(totals[3]).toBe(0);
});

test("an alternative of several terms counts with their sum", () => {
  const totals = new Float32Array(documents.length);
  index.addChoices(totals, [
    [
      [
        { term: "deploy", weight: 1 },
        { term: "package", weight: 1 },
      ],
    ],
  ]);
  expect([...totals]).toEqual([...score("deploy", "package")].map((value) => expect.closeTo(value)));
});

test("raises each document to the weight of the best term that it holds", () => {
  const weights = new Float32Array(documents.length);
  weights[1] = 0.9;
  const raised = index.raiseTo(weights, [
    { term: "package", weight: 0.5 },
    { term: "install", weight: 0.7 },
  ]);
  expect([...weights]).toEqual([0.7, 0.9, 0.5, 0].map((value) => expect.closeTo(value)));
  expect(raised.sort()).toEqual([0, 2]);
});

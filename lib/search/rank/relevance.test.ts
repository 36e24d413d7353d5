import { expect, test } from "vitest";
import { type RelevanceSignals, relevance } from "./coverage.ts";

const strong: RelevanceSignals = { coverage: 1, oovShare: 0, strength: 0.4, nearness: 0.6 };

test("lies between 0 and 1, near 1 for a strong match and near 0 for none", () => {
  expect(relevance(strong)).toBeGreaterThan(0.95);
  expect(relevance({ coverage: 0, oovShare: 1, strength: 0, nearness: 0 })).toBeLessThan(0.01);
});

test.each([
  ["coverage", { coverage: 0.5 }],
  ["strength", { strength: 0.1 }],
  ["nearness", { nearness: 0.2 }],
  ["a known vocabulary", { oovShare: 0.5 }],
])("falls with less %s, also without a word table", (_, less) => {
  expect(relevance({ ...strong, ...less })).toBeLessThan(relevance(strong));
  const unembedded = { ...strong, nearness: undefined };
  if (!("nearness" in less)) expect(relevance({ ...unembedded, ...less })).toBeLessThan(relevance(unembedded));
});

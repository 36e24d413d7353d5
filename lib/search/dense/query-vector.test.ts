import { expect, test } from "vitest";
import { toQueryVector } from "./dense.ts";

const DIRECTIONS: Record<string, readonly number[]> = { gone: [1, 0, 0], deleted: [0, 1, 0], missing: [0, 0, 1] };
const embedding = { dimensions: 3, recall: (text: string) => Float32Array.from(DIRECTIONS[text] ?? [0, 0, 0]) };
const synonyms = [{ matchedTerms: ["gone"], alternatives: ["deleted", "missing"] }];

test("moves a query towards the synonyms of its words, most towards the likeliest", () => {
  const [own, first, second] = toQueryVector({ text: "gone", synonyms, synonymWeight: 0.5 }, embedding) as unknown as number[];
  expect(Math.hypot(own as number, first as number, second as number)).toBeCloseTo(1);
  expect(own).toBeGreaterThan(first as number);
  expect(first).toBeGreaterThan(second as number);
  expect(second).toBeGreaterThan(0);
});

test("leaves a query as it is that has no synonyms, or whose synonyms have no weight", () => {
  expect([...toQueryVector({ text: "gone", synonyms: [], synonymWeight: 0.5 }, embedding)]).toEqual([1, 0, 0]);
  expect([...toQueryVector({ text: "gone", synonyms, synonymWeight: 0 }, embedding)]).toEqual([1, 0, 0]);
});

test("finds a direction for a query of which only a synonym is known", () => {
  const vector = toQueryVector(
    { text: "unheard", synonyms: [{ matchedTerms: ["unheard"], alternatives: ["missing"] }], synonymWeight: 0.5 },
    embedding,
  );
  expect([...vector]).toEqual([0, 0, 1]);
});

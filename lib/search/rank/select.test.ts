import { expect, test } from "vitest";
import { select } from "./rank.ts";

const scores = (...values: number[]) => Float32Array.from(values);
/** Two pages: passages 0 to 3 on the first, 4 and 5 on the second. */
const corpus = {
  passages: [],
  pageOf: Uint32Array.of(0, 0, 0, 0, 1, 1),
  membersOf: [
    [0, 1, 2, 3],
    [4, 5],
  ],
};
const fused = { passages: scores(4, 2, 3, 1, 2, 2), pages: scores(8, 4) };
const all = { isFound: () => true, limit: 10, perPage: 3 };
const numbers = (...args: Parameters<typeof select>) => select(...args).map(({ passage }) => passage);

test("the best passage of a page has the rank of the page, and further ones less", () => {
  const ranks = new Map(select(fused, corpus, all).map(({ passage, rank }) => [passage, rank]));
  expect(ranks.get(0)).toBe(8);
  expect(ranks.get(4)).toBe(4);
  expect(ranks.get(2)).toBeCloseTo(6 * 0.93);
});

test("a page gives no more passages than allowed", () => {
  expect(numbers(fused, corpus, { ...all, perPage: 1 })).toEqual([0, 4]);
});

test("a passage that was not found is left out, and the next best has the rank of its page", () => {
  expect(select(fused, corpus, { ...all, isFound: (passage) => passage !== 0 })[0]).toEqual({ passage: 2, rank: 8 });
});

test("equal ones come in the order of the pages, and the list ends at the limit", () => {
  expect(numbers({ passages: scores(1, 1, 1, 1, 1, 1), pages: scores(1, 1) }, corpus, { ...all, limit: 3 })).toEqual([0, 4, 1]);
});

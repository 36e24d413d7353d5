import { expect, test } from "vitest";
import { fuseRetrieved, topItems } from "./rank.ts";

const scores = (...values: number[]) => Float32Array.from(values);
/** Each passage is a page, of which the page index finds nothing. */
const alone = { passages: [], pageOf: Uint32Array.of(0, 1, 2), membersOf: [[0], [1], [2]] };
const fuse = (keyword: Float32Array, dense?: Float32Array, weight = 1) =>
  fuseRetrieved({ keyword, keywordPages: scores(0, 0, 0), dense: dense && { scores: dense, weight } }, alone);

test("ranks a passage that both retrievers find above the favourite of either", () => {
  const { passages, pages } = fuse(scores(10, 8, 0), scores(0, 0.8, 1));
  expect([topItems(passages, 1), topItems(pages, 1)]).toEqual([[1], [1]]);
});

test("does not depend on the scale of a retriever", () => {
  const dense = scores(1, 3, 2);
  const [small, large] = [fuse(scores(0.1, 0.2, 0), dense, 0.5), fuse(scores(100, 200, 0), dense, 0.5)];
  expect(topItems(small.passages, 3)).toEqual(topItems(large.passages, 3));
});

test("counts what is negative, and a list of zeros, as nothing", () => {
  expect(fuse(scores(0, 0, 0), scores(-5, 0, 2)).passages).toEqual(scores(0, 0, 1));
  expect(fuse(scores(0, 0, 4)).passages).toEqual(scores(0, 0, 1));
});

test("gives a page the score of its best passage, and four tenths of what the page index finds", () => {
  const corpus = { passages: [], pageOf: Uint32Array.of(0, 1, 0), membersOf: [[0, 2], [1]] };
  const { pages } = fuseRetrieved({ keyword: scores(1, 2, 4), keywordPages: scores(0, 5), dense: undefined }, corpus);
  expect([...pages]).toEqual([expect.closeTo(0.6 / 0.7), 1]);
});

test("leaves out items without a score and keeps equal ones in their order", () => {
  expect(topItems(scores(1, 0, 2, 1), 10)).toEqual([2, 0, 3]);
  expect(topItems(scores(1, 0, 2, 1), 2)).toEqual([2, 0]);
});

import { expect, test } from "vitest";
import { bestByGroup, fuse, topItems } from "./fuse.ts";

const scores = (...values: number[]) => Float32Array.from(values);

test("ranks an item that both lists find above the favourite of either", () => {
  const totals = fuse(
    [
      { scores: scores(10, 8, 0), weight: 1 },
      { scores: scores(0, 0.8, 1), weight: 1 },
    ],
    3,
  );
  expect(topItems(totals, 3)[0]).toBe(1);
});

test("does not depend on the scale of a list", () => {
  const other = { scores: scores(1, 3, 2), weight: 0.5 };
  const small = fuse([{ scores: scores(0.1, 0.2, 0), weight: 1 }, other], 3);
  const large = fuse([{ scores: scores(100, 200, 0), weight: 1 }, other], 3);
  expect(topItems(small, 3)).toEqual(topItems(large, 3));
});

test("counts what is negative, and a list of zeros, as nothing", () => {
  expect(
    fuse(
      [
        { scores: scores(-5, 0, 2), weight: 1 },
        { scores: scores(0, 0, 0), weight: 1 },
      ],
      3,
    ),
  ).toEqual(scores(0, 0, 1));
});

test("leaves out items without a score and keeps equal ones in their order", () => {
  expect(topItems(scores(1, 0, 2, 1), 10)).toEqual([2, 0, 3]);
  expect(topItems(scores(1, 0, 2, 1), 2)).toEqual([2, 0]);
});

test("gives a group the score of its best member", () => {
  expect(bestByGroup(scores(1, 4, 2, -1), Uint32Array.of(0, 1, 0, 2), 3)).toEqual(scores(2, 4, 0));
});

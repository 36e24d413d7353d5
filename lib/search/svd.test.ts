import { expect, test } from "vitest";
import { eigen, findDirections, type SparseRows } from "./svd.ts";

/** Two themes that share no column: the first four rows use columns 0 to 3, the others 4 to 7. */
function twoThemes(): SparseRows {
  const rows = Array.from({ length: 8 }, (_, row) => Array.from({ length: 3 }, (_, i) => (row < 4 ? 0 : 4) + ((row + i) % 4)));
  return {
    rows: 8,
    columns: 8,
    starts: Uint32Array.from({ length: 9 }, (_, i) => i * 3),
    column: Uint32Array.from(rows.flat()),
    value: Float32Array.from(rows.flat(), (_, i) => (i < 12 ? 1 : 0.9)),
  };
}

test("the strongest directions are the themes of the matrix", () => {
  const { rank, right } = findDirections(twoThemes(), 2);
  expect(rank).toBe(2);
  for (let column = 0; column < 8; column += 1) {
    const [first, second] = [right[column * 2] as number, right[column * 2 + 1] as number];
    expect(Math.abs(column < 4 ? first : second)).toBeCloseTo(0.5, 3);
    expect(Math.abs(column < 4 ? second : first)).toBeCloseTo(0, 3);
  }
});

test("the same matrix gives the same numbers", () => {
  expect(findDirections(twoThemes(), 3)).toEqual(findDirections(twoThemes(), 3));
});

test("a matrix of one row has no directions", () => {
  const one = { rows: 1, columns: 3, starts: Uint32Array.of(0, 1), column: Uint32Array.of(1), value: Float32Array.of(1) };
  expect(findDirections(one, 2).rank).toBe(0);
});

test("eigen finds values and vectors of a symmetric matrix", () => {
  const { values, vectors } = eigen(Float64Array.of(2, 1, 1, 2), 2);
  const order = values[0]! > values[1]! ? [0, 1] : [1, 0];
  expect(values[order[0]!]).toBeCloseTo(3, 10);
  expect(values[order[1]!]).toBeCloseTo(1, 10);
  expect(Math.abs(vectors[order[0]!]!)).toBeCloseTo(Math.SQRT1_2, 10);
});

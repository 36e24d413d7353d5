import { expect, test } from "vitest";
import { dotPacked, pack, roundVector, rowAt, stack, stackPacked, unpack } from "./matrix.ts";

const rows = [Float32Array.of(1, -2, 3, 0.5, 4), Float32Array.of(0, 0, 0, 0, 0), Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5)];
const matrix = stack(rows, 5);

test("a packed matrix is the same up to rounding", () => {
  const unpacked = unpack(pack(matrix));
  expect(unpacked.columns).toBe(5);
  for (const [i, value] of matrix.values.entries()) expect(Math.abs(value - (unpacked.values[i] as number))).toBeLessThan(0.02);
});

test("packed rows stacked again are the matrix", () => {
  const packed = pack(matrix);
  const again = stackPacked(
    rows.map((_, row) => rowAt(packed, row)),
    5,
  );
  expect(again).toEqual(packed);
  expect(stackPacked([], 5)).toEqual({ columns: 5, bytes: new Int8Array(0), scales: new Float32Array(0) });
});

test("the products of packed rows are those of their numbers, but for the rounding of the vector", () => {
  const packed = pack(matrix);
  const { values } = unpack(packed);
  for (const vector of [Float32Array.of(1, 1, 1, 1, 2), Float32Array.of(0, 0, 0, 0, 0), Float32Array.of(1e-6, 0, -1e-6, 0, 0)]) {
    const exact = rows.map((_, row) => vector.reduce((sum, value, i) => sum + value * (values[row * 5 + i] as number), 0));
    const most = 1e-4 * Math.max(...vector.map(Math.abs));
    for (const [row, product] of dotPacked(packed, roundVector(vector)).entries())
      expect(Math.abs(product - (exact[row] as number))).toBeLessThanOrEqual(most);
  }
});

test("a matrix without columns has no products", () => {
  const empty = pack({ columns: 0, values: new Float32Array(0) });
  expect(dotPacked(empty, roundVector(new Float32Array(0)))).toHaveLength(0);
});

test("the products of long rows of equal numbers stay within 32 bits", () => {
  const row = new Float32Array(4_096).fill(-1);
  const [product] = dotPacked(pack({ columns: row.length, values: row }), roundVector(row));
  expect(product).toBeCloseTo(4_096, 0);
});

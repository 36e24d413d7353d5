import { expect, test } from "vitest";
import { dotRows, pack, rowAt, stack, stackPacked, unpack } from "./matrix.ts";

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

test("gives the dot product of every row, whatever the number of columns", () => {
  expect([...dotRows(matrix, Float32Array.of(1, 1, 1, 1, 2))]).toEqual([10.5, 0, 2].map((value) => expect.closeTo(value, 5)));
  expect(dotRows({ columns: 0, values: new Float32Array(0) }, new Float32Array(0))).toHaveLength(0);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import wabt from "wabt";
import { dotBytes, MAX_COLUMNS, MODULE } from "./matrix.ts";

function products(rows: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return [...dotBytes({ columns: vector.length, bytes: Int8Array.from(rows.flat()) }, Int16Array.from(vector))];
}

const exact = (row: readonly number[], vector: readonly number[]) =>
  row.reduce((sum, value, i) => sum + value * (vector[i] as number), 0);

/** Numbers from -limit to limit that look drawn at random. */
const draw = (length: number, limit: number, seed: number) =>
  Array.from({ length }, (_, i) => ((i * 7919 + seed * 104_729) % (2 * limit + 1)) - limit);

test("the bytes are those of the WebAssembly text beside it", async () => {
  const { parseWat } = await wabt();
  const text = readFileSync(new URL("./dot-kernel.wat", import.meta.url), "utf8");
  const { buffer } = parseWat("dot-kernel.wat", text, { simd: true }).toBinary({});
  expect(MODULE).toBe(Buffer.from(buffer).toString("base64"));
});

test.each([1, 5, 16, 17, 256, 1_536])("gives exact products of rows of %i columns", (columns) => {
  const vector = draw(columns, 9_000, 3);
  const rows = Array.from({ length: 7 }, (_, row) => draw(columns, 127, row));
  expect(products(rows, vector)).toEqual(rows.map((row) => exact(row, vector)));
});

test("gives the products of more rows than its memory holds, in their order", () => {
  const vector = draw(256, 900, 1);
  const rows = Array.from({ length: 5_000 }, (_, row) => draw(256, 127, row));
  expect(products(rows, vector)).toEqual(rows.map((row) => exact(row, vector)));
});

test("a shorter vector reads nothing of a longer one before it", () => {
  products([draw(64, 127, 5)], draw(64, 9_000, 5));
  expect(products([[1, 1, 1]], [1, 2, 3])).toEqual([6]);
});

test("gives nothing for no rows", () => {
  expect(products([], [1, 2])).toEqual([]);
  expect(products([], [])).toEqual([]);
});

test("refuses vectors that it has no room for", () => {
  const columns = MAX_COLUMNS + 1;
  const dot = () => dotBytes({ columns, bytes: new Int8Array(columns) }, new Int16Array(columns));
  expect(dot).toThrow("longer than 32768");
});

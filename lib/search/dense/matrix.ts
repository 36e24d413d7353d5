import { dotBytes } from "./dot-kernel.ts";

/** Rows of numbers, each kept as signed bytes and one scale: a quarter of the size. */
export interface PackedMatrix {
  readonly columns: number;
  readonly bytes: Int8Array;
  readonly scales: Float32Array;
}

/** Rows of numbers, one after the other. */
export interface Matrix {
  readonly columns: number;
  readonly values: Float32Array;
}

/** Rounds every row to 8 bits. */
export function pack({ columns, values }: Matrix): PackedMatrix {
  const rows = columns === 0 ? 0 : values.length / columns;
  const bytes = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const from = row * columns;
    let largest = 0;
    for (let i = from; i < from + columns; i += 1) largest = Math.max(largest, Math.abs(values[i] as number));
    scales[row] = largest / 127;
    if (largest > 0)
      for (let i = from; i < from + columns; i += 1) bytes[i] = Math.round(((values[i] as number) * 127) / largest);
  }
  return { columns, bytes, scales };
}

/** Returns the matrix that was packed, up to rounding. */
export function unpack({ columns, bytes, scales }: PackedMatrix): Matrix {
  const values = new Float32Array(bytes.length);
  scales.forEach((scale, row) => {
    for (let i = row * columns; i < (row + 1) * columns; i += 1) values[i] = (bytes[i] as number) * scale;
  });
  return { columns, values };
}

/** Returns one row of a packed matrix, without a copy. */
export function rowAt({ columns, bytes, scales }: PackedMatrix, row: number): PackedMatrix {
  return { columns, bytes: bytes.subarray(row * columns, (row + 1) * columns), scales: scales.subarray(row, row + 1) };
}

/** Copies a packed matrix: views of the bytes of a file would keep the whole file in memory. */
export function copyPacked({ columns, bytes, scales }: PackedMatrix): PackedMatrix {
  return { columns, bytes: bytes.slice(), scales: scales.slice() };
}

/** Joins packed rows to a matrix. */
export function stackPacked(rows: readonly PackedMatrix[], columns: number): PackedMatrix {
  const bytes = new Int8Array(rows.length * columns);
  rows.forEach((row, i) => {
    bytes.set(row.bytes, i * columns);
  });
  return { columns, bytes, scales: Float32Array.from(rows, ({ scales }) => scales[0] as number) };
}

/** Joins rows to a matrix. */
export function stack(rows: readonly Float32Array[], columns: number): Matrix {
  const values = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => {
    values.set(row, i * columns);
  });
  return { columns, values };
}

/** A vector rounded to 16 bits: each number is so many units. */
export interface RoundedVector {
  readonly numbers: Int16Array;
  readonly unit: number;
}

const MAX_SHORT = 32_767;
const MAX_BYTE = 127;
const MAX_PRODUCT = 2 ** 31 - 1;

/** Rounds a vector for `dotPacked`: as finely as no product with a packed row can exceed 32 bits, whatever its bytes. */
export function roundVector(vector: Float32Array): RoundedVector {
  let largest = 0;
  let sum = 0;
  for (const value of vector) {
    largest = Math.max(largest, Math.abs(value));
    sum += Math.abs(value);
  }
  // Rounding adds half a unit for each column at most.
  const unit = largest === 0 ? 1 : Math.max(largest / MAX_SHORT, sum / (MAX_PRODUCT / MAX_BYTE - vector.length));
  return { numbers: Int16Array.from(vector, (value) => Math.round(value / unit)), unit };
}

/** Returns the dot product of every row with the vector. This is the inner loop of search. */
export function dotPacked(matrix: PackedMatrix, { numbers, unit }: RoundedVector): Float32Array {
  const products = dotBytes(matrix, numbers);
  const exact = new Float32Array(products.length);
  for (let row = 0; row < exact.length; row += 1) exact[row] = (products[row] as number) * unit * (matrix.scales[row] as number);
  return exact;
}

/** Rows of numbers, each kept as signed bytes and one scale: a quarter of the size. */
export interface PackedMatrix {
  readonly columns: number;
  readonly bytes: Int8Array;
  readonly scales: Float32Array;
}

/** Rows of numbers, one after the other. */
interface Matrix {
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

/** A vector rounded to 16 bits: each number counts units. */
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

/** The functions of dot-kernel.wat. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  dot(rows: number, count: number, stride: number, vector: number, products: number): void;
}

/** dot-kernel.wat as WebAssembly. Its test assembles that file and says what belongs here. */
export const MODULE =
  "AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEACgcQAgZtZW1vcnkCAANkb3QAAArGAQHDAQICfwN7AkADQCABRQ0BIAAgAmohBSADIQb9DAAAAAAAAAAAAAAAAAAAAAAhCP0MAAAAAAAAAAAAAAAAAAAAACEJA0AgAP0ABAAhByAIIAf9hwEgBv0ABAD9ugH9rgEhCCAJIAf9iAEgBv0ABBD9ugH9rgEhCSAGQSBqIQYgAEEQaiEAIAAgBUkNAAsgCCAJ/a4BIQggBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqNgIAIARBBGohBCABQQFrIQEMAAsLCw==";

/** The memory of 640 KB: the vector, the products, and as many rows as fit. */
const VECTOR_AT = 0;
const PRODUCTS_AT = 64 * 1024;
const ROWS_AT = 128 * 1024;
const ROWS_BYTES = 512 * 1024;
const MAX_ROWS = (ROWS_AT - PRODUCTS_AT) / 4;
/** Columns that the kernel reads in one step; shorter rows end in zeros. */
const COLUMNS_AT_ONCE = 16;
/** Columns that the room of the vector holds. */
export const MAX_COLUMNS = (PRODUCTS_AT - VECTOR_AT) / 2;

/** The kernel with the parts of its memory. */
interface Started extends Kernel {
  readonly vector: Int16Array;
  readonly products: Int32Array;
  readonly rows: Int8Array;
}

let started: Started | undefined;

/** Starts the kernel when it is first called: it takes a fraction of a millisecond, and 640 KB for the process. */
function getKernel(): Started {
  started ??= startKernel();
  return started;
}

function startKernel(): Started {
  const module = new WebAssembly.Module(Buffer.from(MODULE, "base64"));
  const { memory, dot } = new WebAssembly.Instance(module).exports as unknown as Kernel;
  return {
    memory,
    dot,
    vector: new Int16Array(memory.buffer, VECTOR_AT, MAX_COLUMNS),
    products: new Int32Array(memory.buffer, PRODUCTS_AT, MAX_ROWS),
    rows: new Int8Array(memory.buffer, ROWS_AT, ROWS_BYTES),
  };
}

/** Rows of bytes of equal length. */
interface ByteRows {
  readonly columns: number;
  readonly bytes: Int8Array;
}

/**
 * Returns the product of each row and the vector, in their order; each must fit into 32 bits. Rows are copied to the kernel's
 * memory in parts that stay in the CPU's cache, so a matrix needs no memory there.
 */
export function dotBytes({ columns, bytes }: ByteRows, vector: Int16Array): Int32Array {
  if (columns > MAX_COLUMNS) throw new Error(`A vector of ${columns} numbers is longer than ${MAX_COLUMNS}.`);
  const kernel = getKernel();
  const stride = Math.ceil(columns / COLUMNS_AT_ONCE) * COLUMNS_AT_ONCE;
  const products = new Int32Array(columns === 0 ? 0 : bytes.length / columns);
  const atOnce = Math.min(MAX_ROWS, Math.floor(ROWS_BYTES / (stride || 1)));
  kernel.vector.set(vector);
  kernel.vector.fill(0, columns, stride);
  for (let from = 0; from < products.length; from += atOnce) {
    const rows = Math.min(atOnce, products.length - from);
    copyRows({ columns, bytes: bytes.subarray(from * columns, (from + rows) * columns) }, stride, kernel.rows);
    kernel.dot(ROWS_AT, rows, stride, VECTOR_AT, PRODUCTS_AT);
    products.set(kernel.products.subarray(0, rows), from);
  }
  return products;
}

/**
 * Copies rows into the memory. Bytes that remain of a longer row behind a shorter one do not matter: the vector is zero there.
 */
function copyRows({ columns, bytes }: ByteRows, stride: number, room: Int8Array): void {
  if (stride === columns) room.set(bytes);
  else
    for (let from = 0, to = 0; from < bytes.length; from += columns, to += stride)
      room.set(bytes.subarray(from, from + columns), to);
}

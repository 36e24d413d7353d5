import { createHash } from "node:crypto";
import { z } from "zod";
import { localeOf } from "../analyze/locales.ts";
import { readData } from "../data.ts";
import { lengthOf } from "./embedding.ts";

/**
 * A table of word vectors in the DOCVEC01 format:
 *
 *     "DOCVEC01" | u32 length, header JSON | u32 length, words by line | to a multiple of 4 | f32 scales | numbers of 4 or 8 bits
 *
 * Rows of the words come first, then rows of hashed runs of 3 and 4 letters: a word that is not in the list, such as a misspelt one, is
 * the mean of its runs. The length of a row is the weight of the word.
 */
export interface WordTable {
  readonly id: string;
  readonly dimensions: number;
  /** Length of a row that most words reach: what an unknown word should weigh. */
  typicalLength(): number;
  has(word: string): boolean;
  /** Adds the vector of a word, listed or not, times a factor. */
  addWord(vector: Float32Array, word: string, factor: number): void;
}

const MAGIC = "DOCVEC01";
const Header = z.object({
  vocab: z.int().min(1),
  buckets: z.int().min(1),
  dim: z.int().min(1),
  group: z.int().min(1),
  bits: z.union([z.literal(4), z.literal(8)]),
});
type Header = z.infer<typeof Header>;

/** Returns the word table of a language; undefined for all but English. @throws Error when its file is missing or damaged. */
export function wordTableOf(language: string): WordTable | undefined {
  const { wordTable } = localeOf(language);
  return wordTable === undefined ? undefined : readData(wordTable, parseWordTable);
}

/** Reads a table from the bytes of its file. @throws Error that says what is wrong with them. */
export function parseWordTable(file: Uint8Array): WordTable {
  // The scales are read in place as 32-bit numbers, which must start at a multiple of 4.
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length));
  if (bytes.length < 12 || read(0, MAGIC.length) !== MAGIC)
    throw new Error(`The word table does not start with ${MAGIC}; give a file made by internal/train-words.`);
  const headerLength = view.getUint32(8, true);
  const header = Header.parse(JSON.parse(read(12, headerLength)));
  const wordsAt = 12 + headerLength + 4;
  const wordsLength = view.getUint32(wordsAt - 4, true);
  const scalesAt = Math.ceil((wordsAt + wordsLength) / 4) * 4;
  const count = (header.vocab + header.buckets) * header.dim;
  const numbersAt = scalesAt + (count / header.group) * 4;
  const expected = numbersAt + (count * header.bits) / 8;
  if (bytes.length < expected)
    throw new Error(`The word table ends after ${bytes.length} bytes; its header announces ${expected}.`);
  return createTable(header, {
    id: `words-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`,
    words: read(wordsAt, wordsLength).split("\n"),
    scales: new Float32Array(bytes.buffer, bytes.byteOffset + scalesAt, count / header.group),
    packed: bytes.subarray(numbersAt, expected),
  });
}

interface Body {
  readonly id: string;
  readonly words: readonly string[];
  readonly scales: Float32Array;
  readonly packed: Uint8Array;
}

function createTable({ vocab, buckets, dim, group: groupSize, bits }: Header, { id, words, scales, packed }: Body): WordTable {
  const rows = new Map(words.map((word, row) => [word, row]));
  const numbers = bits === 8 ? new Int8Array(packed.buffer, packed.byteOffset, packed.length) : unpackNibbles(packed);
  const addRow = (vector: Float32Array, row: number, factor: number) => {
    let at = row * dim;
    let group = at / groupSize;
    for (let start = 0; start < dim; start += groupSize, group += 1) {
      const scale = (scales[group] as number) * factor;
      for (let i = start; i < start + groupSize; i += 1, at += 1)
        vector[i] = (vector[i] as number) + (numbers[at] as number) * scale;
    }
  };
  const addWord = (vector: Float32Array, word: string, factor: number) => {
    const row = rows.get(word);
    if (row !== undefined) return addRow(vector, row, factor);
    const runs = hashRuns(word, buckets);
    for (const run of runs) addRow(vector, vocab + run, factor / runs.length);
  };
  const typicalLength = () => {
    const lengths = Float32Array.from({ length: vocab }, (_, row) => {
      const vector = new Float32Array(dim);
      addRow(vector, row, 1);
      return lengthOf(vector);
    });
    return lengths.sort()[Math.floor(vocab * 0.6)] as number;
  };
  return { id, dimensions: dim, typicalLength, has: (word) => rows.has(word), addWord };
}

/** Unpacks signed numbers of 4 bits, the lower half of a byte first. */
function unpackNibbles(packed: Uint8Array): Int8Array {
  const numbers = new Int8Array(packed.length * 2);
  packed.forEach((byte, i) => {
    numbers[2 * i] = (byte << 28) >> 28;
    numbers[2 * i + 1] = (byte << 24) >> 28;
  });
  return numbers;
}

const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)?/gu;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\p{ASCII}]+/gu;
const MAX_WHOLE_LENGTH = 24;

/** Returns the words of a text as the table was trained on them: `HTTPServer2` is `httpserver2`, `http`, `server` and `2`. */
export function splitWords(text: string): string[] {
  return (text.replaceAll("’", "'").match(WORD) ?? []).flatMap((match) => {
    const word = match.includes("'") ? joinApostrophe(match) : match;
    if (/^[a-z]+$/.test(word)) return word;
    const parts = word.match(PART) ?? [];
    const whole = word.toLowerCase();
    if (parts.length < 2) return whole;
    return [...(whole.length <= MAX_WHOLE_LENGTH ? [whole] : []), ...parts.map((part) => part.toLowerCase())];
  });
}

/** `it's` is `it`, `don't` is `dont`. */
function joinApostrophe(word: string): string {
  const [before = "", after] = word.split("'");
  return after === undefined || after.toLowerCase() === "s" ? before : before + after;
}

function hashRuns(word: string, buckets: number): number[] {
  const letters = ["<", ...[...word].slice(0, MAX_WHOLE_LENGTH), ">"];
  const runs = [3, 4].flatMap((length) =>
    Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, i) => letters.slice(i, i + length).join("")),
  );
  return (runs.length > 0 ? runs : [letters.join("")]).map((run) => hash(run) % buckets);
}

const utf8 = new TextEncoder();

/** Hashes the UTF-8 of a text with FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (const byte of utf8.encode(text)) value = Math.imul(value ^ byte, 16_777_619);
  return value >>> 0;
}

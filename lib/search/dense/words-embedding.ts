import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createInterner } from "../interner.ts";
import { type Embedding, lengthOf, normalise } from "./embedding.ts";
import { type PackedMatrix, pack, stack, unpack } from "./matrix.ts";
import type { WordTable } from "./word-table.ts";
import { splitWords } from "./word-table.ts";

/** The word table as an embedding, its words moved towards the way in which one site uses them. */
export interface WordsEmbedding extends Embedding {
  encode(text: string): Float32Array;
  /** Returns the same, which is kept for a short text, as synonyms are: callers leave it as it is. */
  recall(text: string): Float32Array;
  save(): SavedWords;
}

/** The words that the site moved. */
export interface SavedWords {
  readonly words: readonly string[];
  readonly vectors: PackedMatrix;
}

/** Share by which a word's vector moves towards the passages that use it: for a word of the table, and for one outside it. */
const LISTED_MOVES = 0.3;
const UNLISTED_MOVES = 0.7;
/** A word in a single passage does not show how the site uses it; one in many distinguishes none of them. */
const MIN_PASSAGES = 2;
const MAX_PASSAGES_SHARE = 0.15;

/** Vectors kept of short texts, such as synonyms: 2 MB at most, and the texts. */
const MAX_CACHED = 2_000;
const MAX_CACHED_LENGTH = 100;

/** Creates an embedding of the table as it is. */
export function createWordsEmbedding(table: WordTable): WordsEmbedding {
  return restoreWords(table, {
    words: [],
    vectors: { columns: table.dimensions, bytes: new Int8Array(0), scales: new Float32Array(0) },
  });
}

/** Adapts the table to a site in one pass over its passages, without training. Linear in their words. */
export function adaptWords(table: WordTable, passages: readonly string[]): WordsEmbedding {
  const counted = countAll(passages);
  const chosen = chooseWords(counted);
  const directions = averagePassages(table, counted, chosen);
  const words = [...chosen].sort();
  const typicalLength = table.typicalLength();
  const vectors = words.map((word) => moveWord(table, word, directions.get(word) as Float32Array, typicalLength));
  return restoreWords(table, { words, vectors: pack(stack(vectors, table.dimensions)) });
}

/** Restores the embedding that `save` wrote down, with the same vectors; the table must be the same too. */
export function restoreWords(table: WordTable, saved: SavedWords): WordsEmbedding {
  const { values, columns } = unpack(saved.vectors);
  const adapted = new Map(saved.words.map((word, number) => [word, values.subarray(number * columns, (number + 1) * columns)]));
  const encode = (text: string) => {
    const vector = new Float32Array(table.dimensions);
    for (const [word, count] of countWords(splitWords(text))) {
      const moved = adapted.get(word);
      if (moved) addScaled(vector, moved, Math.sqrt(count));
      else table.addWord(vector, word, Math.sqrt(count));
    }
    return normalise(vector);
  };
  // The same synonyms recur with each query that has their words.
  const cached = new LRUCache<string, Float32Array>({ max: MAX_CACHED, memoMethod: encode });
  const recall = (text: string) => (text.length > MAX_CACHED_LENGTH ? encode(text) : cached.memo(text));
  return {
    id: `${table.id}${saved.words.length > 0 ? `-${fingerprint(saved)}` : ""}`,
    dimensions: table.dimensions,
    encode,
    recall,
    embed: async (texts) => texts.map(recall),
    save: () => saved,
  };
}

function fingerprint({ words, vectors }: SavedWords): string {
  const { buffer, byteOffset, byteLength } = vectors.bytes;
  return createHash("sha256")
    .update(words.join("\n"))
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex")
    .slice(0, 16);
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words of a passage, each once, and how often it has them. */
interface CountedWords {
  readonly words: readonly string[];
  readonly counts: readonly number[];
}

/** Counts the words of passages as lists, with equal words kept once: maps take several times the memory. */
function countAll(passages: readonly string[]): CountedWords[] {
  const intern = createInterner();
  return passages.map((text) => {
    const counts = countWords(splitWords(text));
    return { words: Array.from(counts.keys(), intern), counts: [...counts.values()] };
  });
}

function chooseWords(passages: readonly CountedWords[]): Set<string> {
  const frequencies = new Map<string, number>();
  for (const { words } of passages) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const most = passages.length * MAX_PASSAGES_SHARE;
  const chosen = [...frequencies].filter(([word, n]) => n >= MIN_PASSAGES && n <= most && !/^[0-9]+$/.test(word));
  return new Set(chosen.map(([word]) => word));
}

/** Returns for each word the direction in which the passages that hold it differ from the average passage. */
function averagePassages(
  table: WordTable,
  passages: readonly CountedWords[],
  chosen: ReadonlySet<string>,
): Map<string, Float32Array> {
  const vectors = passages.map(({ words, counts }) => {
    const vector = new Float32Array(table.dimensions);
    for (const [i, word] of words.entries()) if (table.has(word)) table.addWord(vector, word, Math.sqrt(counts[i] as number));
    return normalise(vector);
  });
  const middle = new Float32Array(table.dimensions);
  for (const vector of vectors) addScaled(middle, vector, 1 / vectors.length);
  const directions = new Map([...chosen].map((word) => [word, new Float32Array(table.dimensions)]));
  passages.forEach(({ words }, i) => {
    const difference = (vectors[i] as Float32Array).map((value, k) => value - (middle[k] as number));
    for (const word of words) {
      const direction = directions.get(word);
      // A long passage says less of each of its words.
      if (direction) addScaled(direction, difference, 1 / Math.sqrt(words.length));
    }
  });
  return directions;
}

function moveWord(table: WordTable, word: string, direction: Float32Array, typicalLength: number): Float32Array {
  const isListed = table.has(word);
  const vector = new Float32Array(table.dimensions);
  table.addWord(vector, word, 1);
  const length = isListed ? lengthOf(vector) : typicalLength;
  const share = isListed ? LISTED_MOVES : UNLISTED_MOVES;
  normalise(direction);
  return vector.map((value, i) => (1 - share) * value + share * length * (direction[i] as number));
}

/** Adds four numbers in each step, twice as fast as one by one; the length of rows is a multiple of four. */
function addScaled(target: Float32Array, source: Float32Array, factor: number): void {
  for (let i = 0; i < target.length; i += 4) {
    target[i] = (target[i] as number) + (source[i] as number) * factor;
    target[i + 1] = (target[i + 1] as number) + (source[i + 1] as number) * factor;
    target[i + 2] = (target[i + 2] as number) + (source[i + 2] as number) * factor;
    target[i + 3] = (target[i + 3] as number) + (source[i + 3] as number) * factor;
  }
}

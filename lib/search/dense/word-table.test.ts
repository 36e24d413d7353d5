import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseWordTable, splitWords, type WordTable, wordTableOf } from "./word-table.ts";
import { createWordsEmbedding } from "./words-embedding.ts";

interface Encoded {
  readonly text: string;
  readonly words: readonly string[];
  readonly vector: readonly number[];
}
const encoded: Encoded[] = JSON.parse(readFileSync("internal/testing/fixtures/word-vectors.json", "utf8"));
const embedding = createWordsEmbedding(wordTableOf("en") as WordTable);
const nearness = (a: string, b: string) => {
  const [x, y] = [embedding.encode(a), embedding.encode(b)];
  return x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
};

describe.each(encoded)("$text", ({ text, words, vector }) => {
  test("is split into the words that training saw", () => expect(splitWords(text)).toEqual(words));

  test("has the vector that training gives it, within 1e-5", () => {
    const found = embedding.encode(text);
    const furthest = Math.max(...vector.map((value, i) => Math.abs(value - (found[i] as number))));
    expect(furthest).toBeLessThan(1e-5);
  });
});

test.each([
  ["login", "authenticate", 0.24],
  ["picture", "image", 0.47],
  ["typeface", "font", 0.52],
  ["authentcation", "authentication", 0.67],
])("%s is near %s", (a, b, cosine) => expect(nearness(a, b)).toBeCloseTo(cosine, 1));

test("login is nearer to authenticate than to flowchart", () => {
  expect(nearness("login", "authenticate")).toBeGreaterThan(nearness("login", "flowchart") + 0.1);
});

test.each([
  ["without its magic", Buffer.from("something else entirely"), /does not start with DOCVEC01/],
  ["that is empty", Buffer.alloc(0), /does not start with DOCVEC01/],
  ["that is cut off", readFileSync("lib/search/data/docvec-en-256-int4.bin").subarray(0, 400_000), /ends after 400000 bytes/],
])("a table %s is refused with the reason", (_, bytes, reason) => expect(() => parseWordTable(bytes)).toThrow(reason));

import { deserialize, serialize } from "node:v8";
import { describe, expect, test } from "vitest";
import {
  bucketOf,
  buildImpactIndex,
  documentOf,
  type ImpactIndex,
  restoreImpactIndex,
  type SavedImpactIndex,
} from "./keyword.ts";

const documents = [["a", "b", "a"], [], ["b"], ["constructor", "__proto__"], ["ü"]];
const built = buildImpactIndex(documents, (frequency, length) => (frequency === 2 ? 0 : length));
const file = serialize(built.save());

function postings(index: ImpactIndex, term: string): [document: number, bucket: number][] {
  return Array.from(index.postings(term), (posting) => [documentOf(posting), bucketOf(posting)]);
}

describe.each([
  ["a built index", built],
  ["a restored index", restoreImpactIndex(deserialize(file) as SavedImpactIndex)],
])("%s", (_, index) => {
  test("counts the documents that hold a term", () => {
    expect(["a", "b", "c", "ü", ""].map(index.frequency)).toEqual([1, 2, 0, 1, 0]);
  });

  test("has each document that holds a term once, with its bucket, however often it is asked", () => {
    expect(postings(index, "a")).toEqual([[0, 0]]);
    for (const _ of [1, 2])
      expect(postings(index, "b")).toEqual([
        [0, 3],
        [2, 1],
      ]);
    expect(postings(index, "ü")).toEqual([[4, 1]]);
    expect(index.frequency("b")).toBe(2);
  });

  test("has nothing for a term that no document holds", () => {
    expect(postings(index, "c")).toEqual([]);
    expect(postings(index, "")).toEqual([]);
  });

  test("takes names that JavaScript has for terms like others", () => {
    expect(["constructor", "__proto__", "toString"].map((term) => postings(index, term).length)).toEqual([1, 1, 0]);
    expect(["constructor", "__proto__", "toString"].map(index.frequency)).toEqual([1, 1, 0]);
  });
});

test("an index of nothing is saved and restored", () => {
  const empty = buildImpactIndex([[], [""]], () => 0);
  expect(postings(restoreImpactIndex(empty.save()), "a")).toEqual([]);
});

test("postings of many documents are in the order of the documents, and a restored index is saved as it was", () => {
  const many = Array.from({ length: 3_000 }, (_, document) => Array<string>(1 + ((document * 7) % 40)).fill("a"));
  const index = buildImpactIndex(many, (frequency) => frequency % 16);
  expect(postings(index, "a")).toEqual(many.map(({ length }, document) => [document, length % 16]));
  expect(restoreImpactIndex(index.save()).save()).toEqual(index.save());
});

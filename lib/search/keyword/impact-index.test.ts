import { describe, expect, test } from "vitest";
import { buildImpactIndex, type ImpactIndex, restoreImpactIndex } from "./impact-index.ts";

const documents = [["a", "b", "a"], [], ["b"], ["constructor", "__proto__"]];
const built = buildImpactIndex(documents, { buckets: 4, bucketOf: (frequency, length) => (frequency === 2 ? 0 : length) });

function postings(index: ImpactIndex, term: string): [document: number, bucket: number][] {
  const found: [number, number][] = [];
  index.visit(term, (document, bucket) => found.push([document, bucket]));
  return found;
}

describe.each([
  ["a built index", built],
  ["a restored index", restoreImpactIndex(built.save(), 4)],
])("%s", (_, index) => {
  test("visits each document that holds a term once, lowest bucket first", () => {
    expect(postings(index, "a")).toEqual([[0, 0]]);
    expect(postings(index, "b")).toEqual([
      [2, 1],
      [0, 3],
    ]);
  });

  test("knows in how many documents a term occurs", () => {
    expect(["a", "b", "c", ""].map(index.frequency)).toEqual([1, 2, 0, 0]);
  });

  test("takes names that JavaScript has for terms like others", () => {
    expect(["constructor", "__proto__", "toString"].map(index.frequency)).toEqual([1, 1, 0]);
  });
});

import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import { passageFixture } from "../../../internal/testing/search-site.ts";
import { buildRetriever, restoreRetriever, retrieveDense } from "./dense.ts";
import { type WordTable, wordTableOf } from "./word-table.ts";

const table = wordTableOf("en") as WordTable;
const texts = Array.from({ length: 30 }, (_, i) => `Part ${i} about ${["login and passwords", "fonts", "invoices"][i % 3]}`);
const passages = texts.map((text, i) => passageFixture({ path: `/docs/${i}`, text }, i));
const query = { text: "authenticate", synonyms: [], synonymWeight: 0 };
const built = buildRetriever(passages, table);

test("a passage near in meaning has a higher cosine than others", () => {
  const { scores } = retrieveDense(built, query);
  expect(scores).toHaveLength(30);
  expect(scores[0]).toBeGreaterThan(scores[1] as number);
});

test("a restored retriever gives the same cosines", () => {
  const { scores } = retrieveDense(restoreRetriever(built.save(), table), query);
  expect(scores).toEqual(retrieveDense(built, query).scores);
});

test("a restored retriever keeps nothing of the file that it was read from", () => {
  const file = serialize(built.save());
  const { passages, vectors } = restoreRetriever(deserialize(file), table).save();
  for (const { bytes, scales } of [passages, vectors])
    for (const { buffer, byteLength } of [bytes, scales]) expect(buffer.byteLength).toBe(byteLength);
});

test("after a small change the words and the vectors are kept, in the order of the passages", () => {
  const added = passageFixture({ path: "/docs/new", text: "All about zebras" }, 99);
  const hashes = passages.map(({ hash }) => hash);
  const next = buildRetriever([added, ...passages], table, { saved: built.save(), hashes });
  expect(next.save().learnedFrom).toEqual(hashes);
  expect(next.vectors.bytes.subarray(table.dimensions)).toEqual(built.vectors.bytes);
  expect(next.vectors.bytes.subarray(0, table.dimensions).some((value) => value !== 0)).toBe(true);
});

test("after a large change, or with another table, the words are adapted again", () => {
  const earlier = { saved: built.save(), hashes: passages.map(({ hash }) => hash) };
  expect(buildRetriever(passages.slice(5), table, earlier).save().learnedFrom).toHaveLength(25);
  const other = { ...earlier, saved: { ...earlier.saved, table: "another" } };
  expect(buildRetriever(passages, table, other).save().table).toBe(table.id);
});

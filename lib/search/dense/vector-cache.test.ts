import { readFileSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { replaceLogSink } from "../../log.ts";
import type { Embedding } from "./embedding.ts";
import { unpack } from "./matrix.ts";
import { embedCached } from "./provider.ts";

let folder: string;
let sent: string[];
const embedding: Embedding = {
  id: "letters",
  dimensions: 2,
  embed: async (texts) => {
    sent.push(...texts);
    return texts.map((text) => Float32Array.of(text.length, 1));
  },
};
beforeEach(async () => {
  sent = [];
  folder = makeFolder();
});

const lengths = async (texts: string[]) => {
  const { values } = unpack(await embedCached(embedding, texts, { folder }));
  return texts.map((_, row) => Math.round(values[row * 2] as number));
};

test("gives a vector for each text, in order, and sends each text once", async () => {
  expect(await lengths(["aaa", "b", "aaa"])).toEqual([3, 1, 3]);
  expect(await lengths(["b", "cc"])).toEqual([1, 2]);
  expect(sent).toEqual(["aaa", "b", "cc"]);
});

test("engines that embed at the same time keep each other's vectors", async () => {
  const groups = Array.from({ length: 8 }, (_, group) => [`${"x".repeat(group)}one`, `${"x".repeat(group)}another`]);
  await Promise.all(groups.map(lengths));
  sent = [];
  await Promise.all(groups.map(lengths));
  expect(sent).toEqual([]);
  expect(await readdir(folder)).toHaveLength(1);
});

test("a damaged file costs its vectors only", async () => {
  await lengths(["a"]);
  const [file = ""] = await readdir(folder);
  await writeFile(path.join(folder, file), "nonsense");
  expect(await lengths(["a"])).toEqual([1]);
  expect(sent).toEqual(["a", "a"]);
});

test("a folder that cannot be written costs the cache only, and is logged", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  const { scales } = await embedCached(embedding, ["a", "b"], { folder: file });
  restore();
  expect(scales).toHaveLength(2);
  expect(lines).toEqual([expect.stringContaining("embeddings could not be kept")]);
});

test.skipIf(process.platform !== "linux")("a long run writes little more than its vectors, as Linux counts", async () => {
  const writing = () => Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  const texts = Array.from({ length: 480 * 40 }, (_, number) => `text ${number}`);
  const before = writing();
  await embedCached(
    { ...embedding, embed: async (some) => some.map((text) => Float32Array.from({ length: 256 }, (_, at) => text.length + at)) },
    texts,
    { folder },
  );
  const [file = ""] = await readdir(folder);
  const { size } = await stat(path.join(folder, file));
  expect(size).toBeGreaterThan(480 * 40 * 256);
  expect((writing() - before) / size).toBeLessThan(6);
});

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { readLines, writeLines } from "./json-lines.ts";

const file = () => path.join(makeFolder(), "values.json.gz");

test("values are read back as they were written, however long and with any line break", async () => {
  const values = [{ a: 1 }, null, "", `é\n\u2028\r\n${"日本語🙂".repeat(50_000)}`, ["b", 2], "x".repeat(300_000)];
  const at = file();
  await writeLines(at, values);
  expect(await Array.fromAsync(readLines(at))).toEqual(values);
});

test("a value is asked for once those before it are on their way, so that one at a time is in memory", async () => {
  const made: number[] = [];
  let written = 0;
  function* values() {
    for (let i = 0; i < 200; i += 1) {
      made.push(made.length - written);
      yield { toJSON: () => [written++, "x".repeat(10_000)] };
    }
  }
  await writeLines(file(), values());
  expect([made.length, written]).toEqual([200, 200]);
  expect(Math.max(...made)).toBe(0);
});

test("a file that is not there has no values", async () => {
  expect(await Array.fromAsync(readLines(file()))).toEqual([]);
});

test.each([
  ["is cut off", (packed: Buffer) => packed.subarray(0, packed.length - 9)],
  ["is not compressed", () => Buffer.from("nonsense")],
  ["is no JSON", () => gzipSync("nonsense\n")],
])("a file that %s is an error", async (_, damage) => {
  const at = file();
  await writeLines(at, ["a", "b"]);
  await writeFile(at, damage(await readFile(at)));
  await expect(Array.fromAsync(readLines(at))).rejects.toThrow();
});

test("values that cannot be written leave the file as it was", async () => {
  const at = file();
  await writeLines(at, ["old"]);
  function* values() {
    yield "new";
    throw new Error("broken");
  }
  await expect(writeLines(at, values())).rejects.toThrow("broken");
  expect(await Array.fromAsync(readLines(at))).toEqual(["old"]);
  expect(await readdir(path.dirname(at))).toEqual([path.basename(at)]);
});

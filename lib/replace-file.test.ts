import { mkdir, open, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";
import { replaceFile } from "./replace-file.ts";

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

test("writers at the same time all succeed, and one of them is the file, whole", async () => {
  const file = path.join(folder, "new/folder/file.bin");
  const contents = Array.from({ length: 20 }, (_, i) => String(i).repeat(10_000 + i));
  await Promise.all(contents.map((text) => replaceFile(file, Buffer.from(text))));
  expect(contents).toContain(await readFile(file, "utf8"));
  expect(await readdir(path.dirname(file))).toEqual(["file.bin"]);
});

test("a reader of the old file reads it to its end", async () => {
  const file = path.join(folder, "file.txt");
  await replaceFile(file, "the old text");
  await using reader = await open(file);
  await replaceFile(file, "new");
  expect(await reader.readFile("utf8")).toBe("the old text");
  expect(await readFile(file, "utf8")).toBe("new");
});

test("a file that cannot be moved into place leaves nothing behind", async () => {
  await mkdir(path.join(folder, "taken/inside"), { recursive: true });
  await expect(replaceFile(path.join(folder, "taken"), Buffer.from("x"))).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["taken"]);
});

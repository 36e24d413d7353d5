import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The rows of internal/security-promises.md that promise something: in the first cell what, in the second the tests that hold it. */
const promises = readFileSync("internal/security-promises.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Promise |"))
  .map((line) => line.slice(2, -2).split(" | "));

test("promises are in tables of two columns", () => {
  expect(promises.length).toBeGreaterThan(50);
  expect(promises.filter((cells) => cells.length !== 2)).toEqual([]);
});

test.each(promises)("a test holds the promise: %s", (_, tests = "") => {
  const files = [...tests.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file]) => file as string);
  const names = [...tests.matchAll(/“([^”]+)”/g)].map(([, name]) => name as string);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  // The case of a test may be written into its name.
  const sources = files.map((file) => readFileSync(file, "utf8").replace(/\$\{\w+\}/g, "%s"));
  const isNamed = (name: string) => sources.some((source) => [`"${name}"`, `\`${name}\``].some((text) => source.includes(text)));
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
  expect(names).not.toEqual([]);
  for (const [index, file] of files.entries())
    expect(
      names.some((name) => sources[index]?.includes(name)),
      `a test of ${file} is named`,
    ).toBe(true);
});

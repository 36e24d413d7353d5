import { expect, test } from "vitest";
import { createFiles } from "../../internal/testing/content.ts";
import { readJsonSource } from "./docs-json/docs-json.ts";
import { fillVariables } from "./site/parse-page.ts";
import { readNotation } from "./tree/fences.ts";
import { inlineMarkdown } from "./tree/plain-nodes.ts";

test("remarks that name the same lines again and again mark each line once", () => {
  const { marks } = readNotation("a // [!code hl:9999]\n".repeat(3_000));
  expect(marks.highlighted).toHaveLength(12_998);
});

test("a remark is found after a long row of spaces, which is read once", () => {
  const line = `a${" ".repeat(900)}b${" ".repeat(900)}// [!code ++]`;
  const { code, marks } = readNotation(`${line}\n`.repeat(3));
  expect(code).toBe(`a${" ".repeat(900)}b\n`.repeat(3));
  expect(marks.added).toEqual([1, 2, 3]);
});

test("a long value in very many places of a text is filled in while there is room", () => {
  const filled = fillVariables("{{ long }} {{short}} ".repeat(100_000), { long: "x".repeat(10_000), short: "ok" });
  expect(filled.length).toBeLessThan(3_000_000);
  expect(filled.startsWith("xxx")).toBe(true);
});

test("thousands of broken references are named up to a bound", () => {
  const { files } = createFiles({ "docs.json": `[${'{"$ref":"x"},'.repeat(100_000)}1]` });
  const { findings } = readJsonSource(files[0] as (typeof files)[number], new Map());
  expect(findings).toHaveLength(100);
});

test("an attribute of nothing but marks is text", () => {
  const text = "[".repeat(2_000);
  expect(inlineMarkdown(text)).toEqual([{ type: "text", value: text }]);
  expect(inlineMarkdown("Run `npm ci`").map(({ type }) => type)).toEqual(["text", "inlineCode"]);
});

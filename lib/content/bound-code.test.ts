import { expect, test } from "vitest";
import { parseSource } from "./parse.ts";

const SIZE = 200_000;
const fill = (before: string, piece: string, after = "") => before + piece.repeat(Math.ceil(SIZE / piece.length)) + after;
const parse = (source: string) => parseSource({ file: "a.mdx", source, sourceLine: 0 }, { trusted: true });

test.each([
  ["an expression of many braces", fill("{[", "{},", "]}")],
  ["one over many lines", fill("{[\n", "{},\n", "]}")],
  ["one that is never closed", fill("{[", "{},")],
  ["an attribute of many braces", fill("<Card title={[", "{},", "]} />")],
  ["a spread of many braces", fill("<Card {...[", "{},", "]} />")],
  ["braces in strings", fill("{[", '"}",', "]}")],
  ["braces in templates", fill("{[", "`}`,", "]}")],
  ["braces in patterns", fill("{[", "/}/,", "]}")],
  ["braces in comments", fill("{[", "/*}*/", "]}")],
  ["elements in an expression", fill("{<p>", "<b>{1}</b>", "</p>}")],
  ["an export of many lines", fill("export const a = [\n", "{a:1},\n", "]")],
  ["an export of many empty lines", fill("export const a = [\n", "{a:1},\n\n", "]")],
  ["many expressions", fill("", "{[{},{},{},{},{},{},{},{},{},{},{},{}]}\n\n")],
  ["many attributes", fill("<Card", " a={{b:{c:{}}}}", " />")],
])("200 kB of %s are refused at a bound, and named by line", (_, code) => {
  const start = process.cpuUsage();
  const { problems } = parse(`Before.\n\n${code}`);
  const { user, system } = process.cpuUsage(start);
  expect(problems).toMatchObject([
    { line: 3, reason: expect.stringMatching(/^The page has an expression or an export of too many/) },
  ]);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});

test("long data of an honest page is read, and what is after it", () => {
  const row = '  { name: "Anna {the first}", url: "https://a.b/c", tags: ["a", "b"] },\n';
  const { problems, tree } = parse(
    `<Table rows={[\n${row.repeat(300)}]} />\n\nexport const rows = [\n${row.repeat(300)}];\n\nAfter.`,
  );
  expect(problems).toEqual([]);
  expect(tree.children.at(-1)).toMatchObject({ type: "paragraph", children: [{ value: "After." }] });
});

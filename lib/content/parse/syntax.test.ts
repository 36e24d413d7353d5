import { expect, test } from "vitest";
import { parseMarkdown, parseText } from "./syntax.ts";

const dashes = "-".repeat(80);

test.each([
  ["code", `\`\`\`json\n"Words.\\n\\n${dashes}"\n\`\`\``],
  ["table", `| A |\n| ${dashes} |\n| b |`],
  ["thematicBreak", `Above.\n\n${dashes}`],
  ["blockquote", "> > > Said."],
])("a line of dashes is not a list in a list: %s", (type, text) => {
  expect(parseMarkdown(text).children.at(-1)?.type).toBe(type);
});

test.each(["- ", "* ", "1. ", ">", "- > "])("what is nested twenty times in a line is its words: %j", (mark) => {
  const text = `${mark.repeat(20)}a`;
  expect(parseMarkdown(text).children).toEqual([{ type: "paragraph", children: [{ type: "text", value: text }] }]);
});

test("imports of a file of plain Markdown are named once, where they are shown as text", () => {
  const text = 'Words.\n\nimport A from "./a"\nimport { B } from "b";\n\nimport C from "c"';
  expect(parseText("a.md", text).findings).toMatchObject([{ kind: "syntax", file: "a.md", line: 3 }]);
  for (const plain of ["import what you need from it", '```js\nimport A from "./a"\n```'])
    expect(parseText("a.md", plain).findings).toEqual([]);
  expect(parseText("a.mdx", text).findings).toEqual([]);
});

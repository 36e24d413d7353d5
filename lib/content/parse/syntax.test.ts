import { expect, test } from "vitest";
import { parseMarkdown } from "./syntax.ts";

const dashes = "-".repeat(80);

test.each([
  ["code", `\`\`\`json\n"Words.\\n\\n${dashes}"\n\`\`\``],
  ["table", `| A |\n| ${dashes} |\n| b |`],
  ["thematicBreak", `Above.\n\n${dashes}`],
  ["blockquote", "> > > Said."],
])("a line of dashes is no list in a list: %s", (type, text) => {
  expect(parseMarkdown(text).children.at(-1)?.type).toBe(type);
});

test.each(["- ", "* ", "1. ", ">", "- > "])("what is nested twenty times in a line is its words: %j", (mark) => {
  const text = `${mark.repeat(20)}a`;
  expect(parseMarkdown(text).children).toEqual([{ type: "paragraph", children: [{ type: "text", value: text }] }]);
});

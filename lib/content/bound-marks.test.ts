import { expect, test } from "vitest";
import { parseSource, parseTolerant } from "./parse.ts";

const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
const parse = (source: string, file = "a.mdx") => parseSource({ file, source, sourceLine: 3 }, { trusted: true });

test.each(["]", "[", "![", "[a] ", "[a](", "[^1] ", "*a *a ", "*a_ ", "**x*", "*a ", "~~a~~b ", "*", "_", "~"])(
  "200 kB of %j in one paragraph are refused at a bound, and named by line",
  (piece) => {
    const source = `Before.\n\na ${filled(piece, 200_000)}`;
    for (const file of ["a.mdx", "a.md"])
      expect(parse(source, file).problems).toEqual([
        {
          file,
          line: 6,
          column: expect.any(Number),
          reason: expect.stringMatching(/^The paragraph has more than 1000 marks.*divide it/),
        },
      ]);
    expect(parseTolerant(source).children).toEqual([]);
  },
);

test("200 kB of underlined headings are refused at a bound", () => {
  expect(parse(filled("a\n=\n", 200_000)).problems).toMatchObject([
    { file: "a.mdx", reason: expect.stringMatching(/lines that begin with = or -/) },
  ]);
});

test.each(["<Prompt>", "a <b/> "])("a page of nothing but %j is refused before it holds the parser", (piece) => {
  expect(parse(piece.repeat(80_001)).problems).toMatchObject([
    {
      file: "a.mdx",
      reason: expect.stringMatching(/^The (?:page|paragraph) has more than (?:80000|10000) tags and expressions.*divide it/),
    },
  ]);
});

test("800 kB of tags that are never closed, or comments, leave no text behind", () => {
  for (const piece of ["<Prompt>", "{/* "]) {
    const source = filled(piece, 800_000);
    expect(parse(source).problems).toHaveLength(1);
    expect(parseTolerant(source).children).toEqual([]);
  }
});

test.each([":::note\n", "> :::note\n", "> :::note\n> :::\n:::note\n> :::\n", "::::note\n:::\n"])(
  "thousands of %j are refused before the parser reads each inside the others",
  (piece) => {
    for (const file of ["a.mdx", "a.md"])
      expect(parse(piece.repeat(3_000), file).problems).toMatchObject([
        { file, line: expect.any(Number), reason: expect.stringMatching(/blocks that begin with ::: are open at once/) },
      ]);
  },
);

// Each of these held the parser for 20 to 90 seconds.
test.each(["> x\n\n", "> > x\n>\n", "- > x\n", `${">".repeat(60)} x\n\n`, `${"- ".repeat(60)}x\n`])(
  "100 kB of %j are refused before the parser reads them",
  (piece) => {
    for (const file of ["a.mdx", "a.md"])
      expect(parse(filled(piece, 100_000), file).problems).toMatchObject([
        { file, reason: expect.stringContaining("marks of quotes (>)") },
      ]);
  },
);

const reason = expect.stringContaining("follow the mark of a quote or a list without an empty line");

test.each([">", "> > >", "-", "1."])("thousands of lines that go on after %j without an empty one are refused", (mark) => {
  const source = (lines: number) => `${mark} ${"x\n".repeat(lines)}\n`;
  for (const file of ["a.mdx", "a.md"]) {
    expect(parse(source(18_000), file).problems).toMatchObject([{ file, line: 2_004, reason }]);
    expect(parse(source(1_500).repeat(50), file).problems).toMatchObject([{ file, reason }]);
    expect(parse(source(1_000), file).problems).toEqual([]);
  }
});

test("a page of more than 64 levels is refused", () => {
  expect(parse(`${">".repeat(70)} x`).problems).toMatchObject([{ reason: expect.stringContaining("64 levels deep") }]);
  expect(parse(`${">".repeat(50)} x`).problems).toEqual([]);
});

const columns = (count: number) => `|${" a |".repeat(count)}\n|${"-|".repeat(count)}\n`;
const address = `[a]: https://x.example/${"a".repeat(10_000)}\n\n`;

test.each([
  ["a table whose rows leave cells out", `${columns(1_000)}${"| b |\n".repeat(200)}`, /more than 100000 cells/],
  ["many such tables", `${columns(300)}${"| b |\n".repeat(30)}\n`.repeat(20), /more than 100000 cells/],
  ["links to one address", `${address}${"[a]\n\n".repeat(300)}`, /more than 2000000 characters/],
  ["pictures of one address", `${address}${"![x][a]\n\n".repeat(300)}`, /more than 2000000 characters/],
])("what HTML would repeat thousands of times is refused, and named: %s", (_, source, reason) => {
  for (const file of ["a.mdx", "a.md"])
    expect(parse(source, file).problems).toMatchObject([
      { file, line: expect.any(Number), reason: expect.stringMatching(reason) },
    ]);
  expect(parseTolerant(source).children).toEqual([]);
});

test("a wide table and an address that a page refers to often are shown", () => {
  expect(parse(`${columns(60)}${"| b |\n".repeat(500)}`).problems).toEqual([]);
  expect(parse(`[a]: https://x.example/a\n\n${"[a]\n\n".repeat(500)}`).problems).toEqual([]);
});

const sentence = "Plain words with *emphasis*, **more of it**, a [link](/docs/a_b), an ![image](/a.png) and `code` in them. ";

test.each([
  ["100 kB of prose", filled(`${sentence.repeat(8)}\n\n`, 100_000)],
  ["a table of 1,000 rows", `| a | b |\n| - | - |\n${`| ${sentence} | snake_case_name |\n`.repeat(1_000)}`],
  ["a list of 2,000 items", "- an *item*\n".repeat(2_000)],
  ["a table of 500 rows as HTML", `<table>\n${"<tr><td>a</td><td>{1}</td></tr>\n".repeat(500)}</table>`],
  ["300 blocks one after the other", ":::note\nText.\n:::\n\n".repeat(300)],
  [
    "blocks inside 20 others",
    `${Array.from({ length: 20 }, (_, at) => `${":".repeat(23 - at)}note\n`).join("")}Text.\n${Array.from({ length: 20 }, (_, at) => `${":".repeat(at + 4)}\n`).join("")}`,
  ],
  ["100 blocks of a list", "1. An item\n\n    :::tip\n    Text.\n    :::\n\n".repeat(100)],
  ["900 underlined headings and 90 rules", `${"a\n---\n".repeat(900)}\n${"---\n\n".repeat(90)}`],
  ["100 kB of code full of marks", `\`\`\`\n${filled("[[]]**__~~!\n---\n", 100_000)}\n\`\`\``],
  ["inline code full of marks", `Before \`${filled("[*_~]", 5_000)}\` after.`],
])("%s are no hostile text", (_, source) => {
  const { tree, problems } = parse(source);
  expect(problems).toEqual([]);
  expect(tree.children.length).toBeGreaterThan(0);
});

import { expect, test } from "vitest";
import { parsePageText } from "../fixtures/expanded.ts";
import { parsePage } from "../pages/parse-page.ts";
import { pageCode } from "./page-code.ts";
import { type ReadPage, readPage, toPageText } from "./reader.ts";
import { PageTooCostly } from "./threads.ts";

const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
const parse = (source: string, file = "a.mdx") => parsePageText(source, { file, sourceLine: 3 });
const address = `[a]: https://x.example/${"a".repeat(10_000)}\n\n`;
const columns = (count: number) => `|${" a |".repeat(count)}\n|${"-|".repeat(count)}\n`;

/** Reads a page that did not come with the build as a server does: in a thread, for half a second of the processor unless told. */
async function readApart<Result>(source: string, work: (page: ReadPage) => Promise<Result>, maxCpuMs = 500): Promise<Result> {
  const inProcess = pageCode.get();
  pageCode.set({});
  try {
    return await readPage({ file: "a.mdx", source, sourceLine: 0, trusted: false }, work, { maxCpuMs });
  } finally {
    pageCode.set(inProcess);
  }
}

// Each of these takes the parser's time by the square of its length, or more.
test.each([
  ["openings of links", "]"],
  ["pictures that are none", "!["],
  ["marks of emphasis", "*a_ "],
  ["quotes", "> x\n\n"],
  ["quotes in lists", "- > x\n"],
  ["lists in one line", `${"- ".repeat(60)}x\n`],
  ["blocks in blocks", "::::note\n:::\n"],
  ["tags that are never closed", "<Prompt>"],
])("600 kB of %s cost a page its time alone, and it is shown as its words", async (_, piece) => {
  const source = `First words.\n\na ${filled(piece, 600_000)}`;
  const { isWhole, reasons, text } = await readApart(source, async ({ digest, cut, ask }) => ({
    isWhole: !cut,
    reasons: [...digest.problems, ...digest.notices].map(({ reason }) => reason),
    text: JSON.stringify(await ask("tree", null)),
  }));
  expect(text).toContain("First words.");
  if (!isWhole) expect(reasons).toEqual([expect.stringMatching(/^The page is shown as its words: it takes /)]);
});

test("a page that took too long is known by it: showing it does not try again", async () => {
  const inProcess = pageCode.get();
  pageCode.set({});
  try {
    const text = `First words.\n\na ${filled("]", 600_000)}`;
    const file = { path: "a.md", text, hash: "a" };
    const place = { file, path: "/docs/a", slug: "a", language: "en", version: null, listed: true, searchable: true };
    const { page } = await parsePage(place, { trusted: false, links: { resolve: () => undefined } }, { maxCpuMs: 500 });
    expect(page.asWords).toBe("it takes more than 0.5 seconds to read");
    const [cut, reasons] = await readPage(toPageText(page), async ({ digest, cut }) => [
      cut,
      digest.notices.map(({ reason }) => reason),
    ]);
    expect([cut, reasons]).toEqual([undefined, [expect.stringContaining("it takes more than 0.5 seconds to read")]]);
  } finally {
    pageCode.set(inProcess);
  }
});

test("a page whose words take too much as well is its notice alone, and costs the site nothing else", async () => {
  const { isWhole, text, reasons } = await readApart("First words.", async ({ digest, cut, ask }) => {
    const text = JSON.stringify(await ask("tree", null));
    if (text.includes("First words.")) throw new PageTooCostly("it takes too much");
    return { isWhole: !cut, text, reasons: digest.notices.map(({ reason }) => reason) };
  });
  expect([isWhole, text]).toEqual([false, '{"type":"root","children":[]}']);
  expect(reasons).toEqual([expect.stringMatching(/^The page is shown as its words: it takes /)]);
});

test.each([
  ["cells of a table", `${columns(1_000)}${"| b |\n".repeat(3_000)}`],
  ["an address", `${address}${"[a]\n\n".repeat(6_000)}`],
])("what HTML would repeat very often is shown as its words: %s", async (_, source) => {
  const page = { path: "/docs/a", slug: "a", file: "a.mdx", language: "en", links: {}, title: "A", trusted: false };
  const shown = await readApart(source, ({ ask }) => ask("shown", { page: { ...page, operation: undefined }, imageHosts: [] }));
  expect(JSON.stringify(shown.body).length).toBeLessThan(1_000_000);
});

test.each([
  ["fences", "```js\na\n```\n\n", 2_000],
  ["components", '<Card title="a">b</Card>\n\n', 3_000],
  ["frames", '<iframe src="https://www.youtube.com/embed/a" />\n\n', 2_000],
  ["formulas", "$a$ ", 8_000],
  ["paragraphs", "a\n\n", 25_000],
])("more %s than a server draws in one go are shown as words", async (_, piece, times) => {
  const [reasons, shown] = await readApart(
    `First words.\n\n${piece.repeat(times)}`,
    async ({ digest, ask }) => [digest.notices.map(({ reason }) => reason), JSON.stringify(await ask("tree", null))],
    30_000,
  );
  expect(reasons).toEqual(["The page is shown as its words: it shows more than a page can. Divide it, or simplify its code."]);
  expect(shown).toContain("First words.");
});

test("a page of more than 64 levels is refused", async () => {
  expect((await parse(`${">".repeat(70)} x`)).problems).toMatchObject([{ reason: expect.stringContaining("64 levels deep") }]);
  expect((await parse(`${">".repeat(50)} x`)).problems).toEqual([]);
});

test("a wide table and an address that a page refers to often are shown", async () => {
  expect((await parse(`${columns(60)}${"| b |\n".repeat(500)}`)).problems).toEqual([]);
  expect((await parse(`[a]: https://x.example/a\n\n${"[a]\n\n".repeat(500)}`)).problems).toEqual([]);
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
])("%s are no hostile text", async (_, source) => {
  const { tree, problems } = await parse(source);
  expect(problems).toEqual([]);
  expect(tree.children.length).toBeGreaterThan(0);
});

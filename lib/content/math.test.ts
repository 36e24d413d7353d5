import { expect, test } from "vitest";
import { buildPage } from "./fixtures/project.ts";
import { toMarkdown } from "./markdown.ts";
import type { Page } from "./page.ts";
import { parseSource } from "./parse.ts";

/** The formulas of a page. */
function formulas(text: string, file = "page.mdx"): string[] {
  const { tree } = parseSource({ file, source: text, sourceLine: 0 }, { trusted: false });
  const found: string[] = [];
  const look = (node: { type: string; value?: string; children?: unknown[] }): void => {
    if (node.type === "math" || node.type === "inlineMath") found.push(node.value ?? "");
    for (const child of node.children ?? []) look(child as never);
  };
  look(tree as never);
  return found;
}

test.each([
  ["The area is $\\pi r^2$ here.", ["\\pi r^2"]],
  ["Let $x$ be in $\\{1, 2\\}$.", ["x", "\\{1, 2\\}"]],
  ["With braces $\\frac{a}{b}$ and $a_{1}$.", ["\\frac{a}{b}", "a_{1}"]],
  ["$$\n\\sum_{i=1}^{n} i\n$$", ["\\sum_{i=1}^{n} i"]],
  ["In a line $$a < b$$ too.", ["a < b"]],
])("%s holds formulas", (text, expected) => {
  expect(formulas(text)).toEqual(expected);
  expect(formulas(text, "page.md")).toEqual(expected);
});

test.each([
  "It costs $5, or $10 a year.",
  "From $5-$10 and US$ to CA$.",
  "Set $HOME and $PATH, or $A/$B.",
  "Run `$x^2$` as code.",
  "An escaped \\$x^2\\$ stays.",
  "One $ alone.",
  "PHP's $this->name and $other->name.",
])("%s holds none", (text) => {
  expect(formulas(text)).toEqual([]);
});

test("formulas come as they are written in Markdown and in search", async () => {
  const site = await buildPage("Euler: $e^{i\\pi} = -1$.\n\n$$\na_1\n$$", "page.mdx", { trusted: false });
  expect(toMarkdown(site.pages[0] as Page)).toContain("Euler: $e^{i\\pi} = -1$.\n\n$$\na_1\n$$");
  expect(site.passages[0]?.text).toContain("e^{i\\pi} = -1");
});

test("200 kB of marks do not hold the parser", () => {
  const { problems } = parseSource({ file: "a.mdx", source: "$$ a ".repeat(40_000), sourceLine: 0 }, { trusted: false });
  expect(problems[0]?.reason).toContain("more than 1000 marks");
});

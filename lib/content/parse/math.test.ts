import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import { parsePageText } from "../../../internal/testing/content-expanded.ts";
import type { Page } from "../model/page.ts";
import { toMarkdown } from "../output/compile.ts";

/** The formulas of a page. */
async function formulas(text: string, file = "page.mdx"): Promise<string[]> {
  const { tree } = await parsePageText(text, { file });
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
])("%s holds formulas", async (text, expected) => {
  expect(await formulas(text)).toEqual(expected);
  expect(await formulas(text, "page.md")).toEqual(expected);
});

test.each([
  "It costs $5, or $10 a year.",
  "From $5-$10 and US$ to CA$.",
  "Set $HOME and $PATH, or $A/$B.",
  "Run `$x^2$` as code.",
  "An escaped \\$x^2\\$ stays.",
  "One $ alone.",
  "PHP's $this->name and $other->name.",
])("%s holds none", async (text) => {
  expect(await formulas(text)).toEqual([]);
});

test("formulas come as they are written in Markdown and in search", async () => {
  const site = await buildPage("Euler: $e^{i\\pi} = -1$.\n\n$$\na_1\n$$", "page.mdx");
  expect(await toMarkdown(site.pages[0] as Page)).toContain("Euler: $e^{i\\pi} = -1$.\n\n$$\na_1\n$$");
  expect(site.passages[0]?.text).toContain("e^{i\\pi} = -1");
});

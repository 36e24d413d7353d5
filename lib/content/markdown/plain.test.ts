import type { Root } from "mdast";
import { toMarkdown } from "mdast-util-to-markdown";
import { expect, test } from "vitest";
import { parseText } from "../parse/syntax.ts";
import { toPlainTree } from "./plain.ts";

const plain = (text: string) => toMarkdown(toPlainTree(parseText("page.mdx", text).tree as Root)).trim();

test("a component is the Markdown that says the same, with its title", () => {
  expect(plain('<Accordion title="More">Text.</Accordion>')).toMatch(/More[\s\S]*Text\./);
  expect(plain("<Note>\n\nMind *this*.\n\n</Note>")).toContain("Mind *this*.");
});

test("neighbouring cards are one list, and so are single steps", () => {
  const cards = plain('<Card title="A" href="/a">One.</Card>\n\n<Card title="B" href="/b">Two.</Card>');
  expect(cards.match(/^\* /gm)).toHaveLength(2);
  expect(cards).not.toMatch(/\n\n\n/);
});

test("hidden content is left out", () => {
  expect(plain("One.\n\n<!-- a comment -->\n\n<Badge hidden>Two.</Badge>\n\nThree.")).toBe("One.\n\nThree.");
});

test("a fence keeps its language and says its title before it", () =>
  expect(plain("```ts app.ts {1}\nlet a;\n```")).toBe("**app.ts**\n\n```ts\nlet a;\n```"));

test("a block inside a line of text becomes a block, and the words around it stay", () => {
  const text = plain('Before <Card title="A">in</Card> after.');
  for (const words of ["Before", "A", "in", "after."]) expect(text).toContain(words);
});

test("the elements of a flexbox or a grid are separate words, as they are drawn", () => {
  const [badge, words] = ["<span>GUIDE</span>", "<span>Setup</span>"];
  const link = (href: string) => `<a className="flex gap-3" href="${href}">${badge}${words}</a>`;
  expect(plain(`${link("/a")}`)).toBe("[GUIDE Setup](/a)");
  expect(plain(`<div className="grid">${link("/a")}${link("/b")}</div>`)).toBe("[GUIDE Setup](/a) [GUIDE Setup](/b)");
  expect(plain(`<span className="flexible">${badge}${words}</span>`)).toBe("GUIDESetup");
  expect(plain(`<span className="flex">Read ${badge}, ${words}.</span>`)).toBe("Read GUIDE, Setup.");
});

test("the given tree is left as it is", () => {
  const tree = parseText("page.mdx", '<Card title="A">One.</Card>').tree as Root;
  const before = JSON.stringify(tree);
  toPlainTree(tree);
  expect(JSON.stringify(tree)).toBe(before);
});

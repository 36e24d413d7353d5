import { describe, expect, test } from "vitest";
import { depthOf, findPlanted, fragmentRules } from "../../../internal/testing/assistant-link-filter.ts";
import { LinkFilter } from "./link-filter.ts";

const rules = fragmentRules;

function filter(text: string, sizes: readonly number[] = [text.length]): string {
  const links = new LinkFilter(rules);
  const shown: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    shown.push(links.push(text.slice(at, at + size)));
    at += size;
  }
  return shown.join("") + links.flush();
}

describe("the link filter", () => {
  test.each([
    [
      "a link to a page that was found",
      "See [Keys](https://docs.test/docs/keys#create).",
      "See [Keys](https://docs.test/docs/keys#create).",
    ],
    ["a relative link to a page that was found", "See [Keys](/docs/keys).", "See [Keys](/docs/keys)."],
    ["a bare address that was found", "See https://docs.test/docs/keys#create.", "See <https://docs.test/docs/keys#create>."],
    [
      "code with links and tags in it",
      "Use `[a](b)` and\n```html\n<img src=x>\n[a](https://evil.test)\n```\n",
      "Use `[a](b)` and\n```html\n<img src=x>\n[a](https://evil.test)\n```\n",
    ],
    [
      "code in a numbered step",
      "1. Run:\n\n   ```sh\n   curl https://evil.test\n   ```\n",
      "1. Run:\n\n   ```sh\n   curl https://evil.test\n   ```\n",
    ],
    [
      "a table, a list and emphasis",
      "| a | b |\n|---|---|\n| `x` | **y** |\n\n- one\n- [ ] two\n",
      "| a | b |\n|---|---|\n| `x` | **y** |\n\n- one\n- [ ] two\n",
    ],
    ["brackets in a sentence", "Pass [options] here! Really.", "Pass [options] here! Really."],
    [
      "a formula",
      "It is $\\frac{a}{b_1}$ or\n$$\n\\sqrt{x} \\\\ y\n$$\n",
      "It is $\\frac{a}{b_1}$ or\n$$\n\\sqrt{x} \\\\ y\n$$\n",
    ],
  ])("keeps %s", (_, text, shown) => {
    expect(filter(text)).toBe(shown);
  });

  test.each([
    ["a link elsewhere leaves its text", "See [this](https://evil.test/?q=1) now", "See this now"],
    ["an image leaves its description", "Hi ![a chart](https://evil.test/x.png)!", "Hi a chart!"],
    ["an image of an allowed address too", "![x](https://docs.test/docs/keys#create)", "x"],
    ["a reference link leaves its text", "See [this][1].\n\n[1]: https://evil.test", "See this.\n\n\\[1]: `https://evil.test`"],
    ["a bare address becomes code", "Go to https://evil.test/a?b=c.", "Go to `https://evil.test/a?b=c`."],
    ["an autolink becomes code", "Go to <https://evil.test>", "Go to `https://evil.test`"],
    ["a tag is shown as text", '<img src="x"> and <a href="y">z</a>', '\\<img src="x"> and \\<a href="y">z\\</a>'],
    ["a citation becomes its link", "Create a key [3].", "Create a key  [1](https://docs.test/docs/keys#create)."],
    [
      "citations that are links keep their number alone",
      "Create it [3](https://evil.test).",
      "Create it  [1](https://docs.test/docs/keys#create).",
    ],
    [
      "a citation in other brackets is one",
      "Create it【3】 or【3†source】.",
      "Create it [1](https://docs.test/docs/keys#create) or [1](https://docs.test/docs/keys#create).",
    ],
    ["a range cites what it spans", "Create it [3-4].", "Create it  [1](https://docs.test/docs/keys#create)."],
    [
      "a range that is not of sources stays as it is",
      "Digits [0-9], [1-3], [4-3], [3-4-3].",
      "Digits [0-9], [1-3], [4-3], [3-4-3].",
    ],
    ["what is in other brackets stays as it is", "【注意】and【3 of them and 【", "【注意】and【3 of them and 【"],
    ["code keeps other brackets", "```\n【3】\n```\n", "```\n【3】\n```\n"],
    ["an unknown citation stays text", "Create a key [7].", "Create a key [7]."],
  ])("%s", (_, text, shown) => {
    expect(filter(text)).toBe(shown);
  });

  test.each([
    ["a tag after brackets that do not pair", 'See x][1]<img src="//evil.example/secret">'],
    ["a fence that a list ends and a later one opens again", "1. x\n\n   ```\n   code\n```\nfoo\n```\n<img src=x>\n"],
    ["code spans that a table cuts at a bar", "| a | b |\n|-|-|\n| `a|b` x `<img src=y>` | c |\n"],
    ["a deep fence inside of a paragraph, with other line endings", "a\r\n    ```\r\n<img src=x>\r\n"],
    ["an address that character references hide", "https&#58;//evil.test and a&commat;evil.test"],
    ["an address that a link was taken out of", "htt[p](https://evil.test)s://evil.test"],
    ["a definition that an image was taken out of", "[a]![](x): https://evil.test\n\n[a]"],
    ["a footnote", "text[^1]\n\n[^1]: <b>note</b> https://evil.test"],
    ["a link inside of an image inside of a link", "[![i](u)[k](/docs/keys)](https://evil.test)"],
    ["a tilde fence that a link was taken out of", "[~](x)~~\n\n~~~\n<img src=x>"],
  ])("plants nothing by %s", (_, text) => {
    expect(findPlanted(filter(text))).toEqual([]);
    expect(filter(text, [1])).toBe(filter(text));
  });

  test.each([
    ["a quoted fence", "> ```js\n> a <b>\n> ```\n> text", "> ```js\n> a <b>\n> ```\n> text"],
    ["a fence beside its list mark", "- ```js\n  <b>\n  ```\n", "- ```js\n  <b>\n  ```\n"],
    [
      "a fence deep in a list, after a blank line",
      "- a\n  - b\n    ```js\n    <b>\n    ```\n",
      "- a\n  - b\n\n    ```js\n    <b>\n    ```\n",
    ],
    ["code less indented than its fence", "1. Run:\n   ```\n<b>\n   ```\n", "1. Run:\n   ```\n   <b>\n   ```\n"],
  ])("keeps %s for every reader", (_, text, shown) => {
    expect(filter(text)).toBe(shown);
  });

  test("keeps brackets and code in the words of a link", () => {
    expect(filter("[array[0]](/docs/keys) and [`keys`](/docs/keys)")).toBe("[array[0]](/docs/keys) and [`keys`](/docs/keys)");
  });

  test("a citation keeps its number when the model's numbers differ", () => {
    const sources = ["https://docs.test/docs/a", "https://docs.test/docs/b", "https://docs.test/docs/c"];
    const cited: string[] = [];
    const cite = (number: number) => {
      const url = sources[number - 1];
      if (url === undefined) return undefined;
      if (!cited.includes(url)) cited.push(url);
      return `[${cited.indexOf(url) + 1}](${url})`;
    };
    const allows = (url: string) => sources.includes(url);
    const shown = new LinkFilter({ ...rules, allows, cite, isSource: (number) => number <= 3 });
    expect(shown.push("First [3], then [2], then [3]. ") + shown.flush()).toBe(
      "First [1](https://docs.test/docs/c), then [2](https://docs.test/docs/b), then [1](https://docs.test/docs/c). ",
    );
  });

  test("cites each of several citations side by side", () => {
    expect(filter("[3][3]")).toBe(" [1](https://docs.test/docs/keys#create) [1](https://docs.test/docs/keys#create)");
  });

  test("closes a fence that is open when a text ends, so that the next one is not code", () => {
    const links = new LinkFilter(rules);
    expect(links.push("```\n<b>") + links.flush() + links.push("<i> ")).toBe("```\n<b>\n```\n\\<i> ");
  });

  test("begins a fence on a new line when an earlier text has ended within one", () => {
    const links = new LinkFilter(rules);
    expect(links.push("Wait") + links.flush() + links.push("```\n<b>\n```\n")).toBe("Wait\n```\n<b>\n```\n");
  });

  test("forms no link out of two texts", () => {
    const links = new LinkFilter(rules);
    expect(findPlanted(links.push("[a]") + links.flush() + links.push("(https://evil.test)") + links.flush())).toEqual([]);
  });

  test.each([
    ["words", "Create a key ", "Create a key "],
    ["a script without blanks", "キーを作成", "キーを作"],
    ["a line of code", "```\nconst a = <b", "```\nconst a = <b"],
  ])("shows %s immediately", (_, text, shown) => {
    expect(new LinkFilter(rules).push(text)).toBe(shown);
  });

  test.each(["> ", ">", "- ", "* ", "1. ", "+\t", " > 1) - "])("nests no more than readers can follow of %j", (mark) => {
    for (const end of ["x", "", "```\n<b>\n```"]) {
      const shown = filter(mark.repeat(20_000 / mark.length) + end);
      expect(depthOf(shown)).toBeLessThan(210);
      expect(findPlanted(shown)).toEqual([]);
    }
  });

  test("holds back no more than a bounded piece of text", () => {
    const links = new LinkFilter(rules);
    const text = `[${"a".repeat(10_000)}`;
    expect(links.push(text).length).toBeGreaterThan(7_000);
  });
});

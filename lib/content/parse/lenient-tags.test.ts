import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { lenientTags } from "./lenient-tags.ts";
import { mathSyntax } from "./math.ts";

const plain = unified().use(remarkParse).use(remarkGfm).use(mathSyntax).use(remarkMdx);
const strict = plain().freeze();
const lenient = plain().use(lenientTags).freeze();

function parseStrictly(text: string): Root | undefined {
  try {
    return strict.parse(text);
  } catch {
    return undefined;
  }
}

function withoutPositions(tree: object): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === "position" || key === "data" ? undefined : value)));
}

const text = (value: string) => ({ type: "text", value });
const element = (name: string, ...children: object[]) => ({ type: "mdxJsxTextElement", name, attributes: [], children });

test.each([
  ["a word and a type", "A Promise<Answer> of it.", [text("A Promise<Answer> of it.")]],
  ["types in types", "A Map<K, V> and Promise<Result<T>>.", [text("A Map<K, V> and Promise<Result<T>>.")]],
  ["a comparison", "When a<b or 3 <5, <=6.", [text("When a<b or 3 <5, <=6.")]],
  ["types in emphasis", "*Array<string>* of", [{ type: "emphasis", children: [text("Array<string>")] }, text(" of")]],
  ["a type in an element", "<b>Array<string></b> of", [element("b", text("Array<string>")), text(" of")]],
  ["a type around an element", "Array<T <b>in</b>", [text("Array<T "), element("b", text("in"))]],
  ["a break", "One<br>two", [text("One"), element("br"), text("two")]],
  ["a break with a closing tag", "One<br></br>two", [text("One"), element("br"), text("two")]],
  ["words between the tags of a break", "One<br>two</br>three", [text("One"), element("br"), text("twothree")]],
  ["breaks in an element", "<b>a<br>b<hr>c</b>", [element("b", text("a"), element("br"), text("b"), element("hr"), text("c"))]],
])("%s", (_, written, children) => {
  expect(withoutPositions(lenient.parse(written))).toMatchObject({ children: [{ children }] });
});

test.each([
  ["an attribute", '<ResponseField name="a" type="Promise<Answer>">\nin\n</ResponseField>'],
  ["an attribute in braces", '<A b={n < 3 ? "a<b" : c<d} />'],
  ["an expression", 'It is {2 < 3 ? "lesser" : "greater"} and {a<b}.'],
  ["an export", 'export const pick = (n) => {\n  if (n < 3) return "few";\n  return a<b;\n}\n\nIt is {pick(2)}.'],
  ["code", "`Array<string>` and ``a<b ` c<d``\n\n```ts\nArray<string> <br>\n```"],
  ["math", "It is $a<b$ and $$c<d$$.\n\n$$\na<b\n$$"],
  ["an element that is closed further below", "See new<Badge>a\nb</Badge> here."],
  ["an unknown element in a word", "the<Thing>a</Thing>"],
])("leaves %s as MDX reads it", (_, written) => {
  const expected = parseStrictly(written);
  expect(expected).toBeDefined();
  expect(lenient.parse(written)).toEqual(expected);
  // One line that MDX refuses changes no other.
  const { children } = lenient.parse(`${written}\n\nA Promise<Answer><br>5 <6.`);
  expect(children.slice(0, -1)).toEqual(expected?.children);
});

test.each([
  ["an element of HTML that stays open", "One <b>two."],
  ["a component that stays open", "the<Card>two."],
  ["a closing tag alone", "One </b>two."],
  ["a closing tag of a break alone", "One </br>two."],
  ["a type in the text of a link", "[Array<string>](/a)"],
  ["code in an attribute", "a<B c={d e}>"],
])("leaves the error of %s", (_, written) => {
  expect(() => strict.parse(written)).toThrow();
  expect(() => lenient.parse(written)).toThrow();
});

test("many of them cost one parse", () => {
  const line = "A Promise<Answer>, an Array<string> and a<b.<br>\n";
  const { children } = lenient.parse(line.repeat(500));
  expect(JSON.stringify(children).match(/Promise<Answer>/g)).toHaveLength(500);
});

const PIECES = [
  "word",
  " ",
  "\n",
  "\n\n",
  "<",
  ">",
  "<b>",
  "</b>",
  "<br>",
  "</br>",
  "<br/>",
  "<img>",
  "</img>",
  "<Card>",
  "</Card>",
  "<Thing>",
  "</Thing>",
  "<T>",
  "a<b",
  "<5",
  "<=",
  "Array<string>",
  "{1 < 2}",
  "{",
  "}",
  "`a<b`",
  "*",
  "**",
  "[",
  "](/x)",
  "- ",
  "> ",
  "# ",
  "| a | b |\n| - | - |\n| ",
  "|",
  "$a<b$",
  "```\n",
  "\\",
  "<>",
  "</>",
  "<a b='<c>'>",
]; // prettier-ignore

describe("properties", () => {
  test("a text that MDX reads is read alike", () => {
    const written = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(""));
    let read = 0;
    fc.assert(
      fc.property(written, (source) => {
        const expected = parseStrictly(source);
        if (!expected) return;
        read += 1;
        const found = lenient.parse(source);
        // The closing tag of an element without content is dropped, and what is between its tags follows it.
        if (/<\/(?:br|img)>/.test(source)) return;
        expect(found).toEqual(expected);
      }),
      { numRuns: 4_000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  test("a paragraph that MDX refuses changes no other", () => {
    const bad = fc.constantFrom("A Promise<Answer> of", "Less <5 and a<b", "One<br>two<hr>", "| a<b |\n| - |\n| Map<K, V> |");
    const good = fc.constantFrom(
      "A <b>word</b>.",
      "See {1 < 2}.",
      "<Thing>\n\nthe<Other>in</Other>\n\n</Thing>",
      "- `a<b`",
      "export const n = a<b",
    );
    fc.assert(
      fc.property(fc.array(good, { maxLength: 4 }), bad, fc.array(good, { maxLength: 4 }), (before, line, after) => {
        const apart = (texts: string[]) => lenient.parse(texts.join("\n\n")).children.map(withoutPositions);
        expect(apart([...before, line, ...after])).toEqual([before, [line], after].flatMap(apart));
      }),
    );
  });
});

test.each(globSync("e2e/site/content/**/*.mdx"))("%s is read as MDX reads it", (file) => {
  const source = readFileSync(file, "utf8");
  const expected = parseStrictly(source);
  if (expected) expect(lenient.parse(source)).toEqual(expected);
});

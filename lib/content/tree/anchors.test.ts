import type { Root } from "mdast";
import { expect, test } from "vitest";
import { parseText } from "../parse/syntax.ts";
import { keepHeadings, listHeadingIds, resolveHeadings } from "./anchors.ts";
import { attributeText, listElements } from "./jsx.ts";
import { toText } from "./text.ts";

const parse = (text: string) => parseText("page.mdx", text).tree as Root;

function idsOf(text: string): string[] {
  const tree = parse(text);
  resolveHeadings(tree);
  return listHeadingIds(tree).filter(Boolean);
}

test("headings of one text have different ids, by both ways to count, and one without letters has an id, too", () =>
  expect(idsOf("## Set up\n\n## Set up\n\n## …")).toEqual(["set-up", "set-up-1", "set-up-2", "section", "…"]));

test("a stated id is the heading's, leaves its text, and no other heading gets it", () => {
  const tree = parse("## Install\n\n## First steps [#install]");
  resolveHeadings(tree);
  expect(listHeadingIds(tree).filter(Boolean)).toEqual(["install-1", "install"]);
  expect(toText(tree.children[1] ?? tree)).toBe("First steps");
});

test("asking twice changes nothing", () => {
  const tree = parse("## A & B\n\n## A & B [#own]\n\n<Tab title='A & B'>x</Tab>");
  resolveHeadings(tree);
  const once = JSON.stringify(tree);
  resolveHeadings(tree);
  expect(JSON.stringify(tree)).toBe(once);
});

test("a heading answers to the spellings of other systems, where they are free", () => {
  expect(idsOf("## VAD & Turn v1.0")).toEqual([
    "vad--turn-v10",
    "vad-&-turn-v1-0",
    "vad-&-turn-v1.0",
    "vad-turn-v1-0",
    "vad-turn-v10",
  ]);
  expect(idsOf("## A & B\n\n## A B").filter((id) => id === "a-b")).toHaveLength(1);
});

test.each([
  ["GitHub and Docusaurus: a hyphen for each space", "Two  spaces", "two--spaces"],
  ["MkDocs: signs go, hyphens are joined", "A & B – v1.0", "a-b-v10"],
  ["VitePress: no accents, and a line before a digit", "1. Überblick", "_1-uberblick"],
])("a heading answers to the spelling of %s", (_, heading, id) => expect(idsOf(`## ${heading}`)).toContain(id));

test("headings of one text that has two spaces are counted as GitHub counts them", () =>
  expect(idsOf("## A  b\n\n## A  b")).toEqual(["a-b", "a--b", "a-b-1", "a--b-1", "a-b-2"]));

test("an id is made of what the page says, not of what a component in the heading shows", () => {
  const tree = parse('## Keys <Badge label="new">beta</Badge>');
  keepHeadings(tree);
  const [heading] = tree.children;
  if (heading?.type === "heading") heading.children = [{ type: "text", value: "something else" }];
  resolveHeadings(tree);
  expect(listHeadingIds(tree)[0]).toBe("keys-beta");
});

test("tabs, folds, steps and fields get an id of their title, after the headings, unless they state one", () => {
  const tree = parse(
    '## Go\n\n<Tab title="Go">a</Tab>\n\n<ParamField query="maxDuration">b</ParamField>\n\n<Tab id="own" title="Rust">c</Tab>\n\n<Steps>\n<Step title="Set up">\nd\n</Step>\n</Steps>\n\n<details>\n<summary>Guest **role**</summary>\n\ne\n</details>',
  );
  resolveHeadings(tree);
  const ids = listElements(tree, "Tab", "ParamField", "Step", "details").map((element) => attributeText(element, "id"));
  expect(ids).toEqual(["go-1", "param-max-duration", "own", "set-up", "guest-role"]);
});

test("an id of a very long heading ends at 300 characters", () => expect(idsOf(`## ${"a".repeat(900)}`)[0]).toHaveLength(300));

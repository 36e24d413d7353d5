import { expect, test } from "vitest";
import { readFrame } from "../model/page-frame.ts";
import { splitFrontMatter } from "./front-matter.ts";

const read = (...lines: string[]) => splitFrontMatter("a.mdx", ["---", ...lines, "---", "Body"].join("\n"));

test("a quoted value continues over lines that are not indented, as other systems read it", () => {
  const { frontMatter, findings, source } = read(
    'title: "Deliveries"',
    'description: "How to handle',
    'webhooks: all \\"three\\" of them"',
    "sidebarTitle: 'It''s",
    "here'",
    'icon: "code"',
  );
  expect(findings).toEqual([]);
  expect(frontMatter).toMatchObject({
    title: "Deliveries",
    description: 'How to handle webhooks: all "three" of them',
    sidebarTitle: "It's here",
    icon: "code",
  });
  expect(source).toBe("Body");
});

test("a quote that is never closed is named where it is missed, and the body is still there", () => {
  const { findings, source } = read('title: "Open', "description: More");
  expect(findings).toMatchObject([{ file: "a.mdx", line: 4, message: expect.stringContaining("not valid YAML") }]);
  expect(source).toBe("Body");
});

test("a colon in a value says how to write it", () => {
  const { findings } = read("title: Queues: the basics");
  expect(findings).toMatchObject([
    { line: 2, message: expect.stringContaining('into quotes, such as title: "Queues: the basics".') },
  ]);
});

test.each([
  [["prev: false", "next: First steps"], { previous: false, next: { title: "First steps" } }],
  [["next: { title: Keys, url: /docs/keys }"], { next: { title: "Keys", url: "/docs/keys" } }],
  [["next:", "  label: Keys", "  link: /docs/keys"], { next: { title: "Keys", url: "/docs/keys" } }],
  [["toc: false"], { toc: false }],
  [["toc: 4"], { toc: { min: 2, max: 4 } }],
  [["toc: 9"], { toc: { min: 2, max: 4 } }],
  [["tableOfContents: { minHeadingLevel: 3, maxHeadingLevel: 4 }"], { toc: { min: 3, max: 4 } }],
  [["toc_max_heading_level: 2"], { toc: { min: 2, max: 2 } }],
  [["hide_table_of_contents: true"], { toc: false }],
  [
    ['metatags: { author: Acme, "og:type": book, "on click": x, count: 3, deep: { a: 1 } }'],
    { metatags: { author: "Acme", "og:type": "book", count: "3" } },
  ],
])("a page says of its frame %j", (lines, expected) => {
  expect(readFrame(read("title: A", ...lines).frontMatter)).toMatchObject(expected);
});

test.each([
  ["prev: true"],
  ["next: { url: 'javascript:alert(1)' }"],
  ["toc: deep"],
  ["toc: true"],
  ["metatags: [a]"],
  ["title: B"],
])("%s is not a link and changes nothing of the frame", (line) => {
  const frame = readFrame(read(line).frontMatter);
  const url = typeof frame?.next === "object" ? frame.next.url : frame?.next;
  expect([frame?.previous, url, frame?.toc, frame?.metatags ?? {}]).toEqual([undefined, undefined, undefined, {}]);
});

test.each(["\n\n---\ntitle: A\n---\nText.", "<!-- licence -->\n---\ntitle: A\n---\nText."])(
  "front matter may have blank lines and a comment above it: %j",
  (text) => expect(splitFrontMatter("a.mdx", text)).toMatchObject({ frontMatter: { title: "A" }, source: "Text." }),
);

test.each([
  ["", 1],
  ["\n", 2],
])("front matter in TOML is named where it begins, and is not text of the page", (before, line) => {
  const { findings, source, sourceLine } = splitFrontMatter("a.md", `${before}+++\ntitle = "A"\n\n[extra]\nb = 1\n+++\nBody`);
  expect(findings).toMatchObject([
    { file: "a.md", line, message: expect.stringContaining("TOML is not read; write it as YAML") },
  ]);
  expect([source, sourceLine]).toEqual(["Body", line + 5]);
});

test("plus signs that open no front matter are text", () => {
  for (const text of ["+++\nnever closed", "Text\n\n+++\na\n+++\n", "++++\na\n+++"])
    expect(splitFrontMatter("a.md", text)).toMatchObject({ source: text, findings: [] });
});

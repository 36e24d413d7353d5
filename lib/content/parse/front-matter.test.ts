import { expect, test } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";

const read = (...lines: string[]) => splitFrontMatter("a.mdx", ["---", ...lines, "---", "Body"].join("\n"));

test("a quoted value goes on over lines that are not indented, as the readers of other systems take it", () => {
  const { frontMatter, problems, source } = read(
    'title: "Deliveries"',
    'description: "How to handle',
    'webhooks: all \\"three\\" of them"',
    "sidebarTitle: 'It''s",
    "here'",
    'icon: "code"',
  );
  expect(problems).toEqual([]);
  expect(frontMatter).toMatchObject({
    title: "Deliveries",
    description: 'How to handle webhooks: all "three" of them',
    sidebarTitle: "It's here",
    icon: "code",
  });
  expect(source).toBe("Body");
});

test("a quote that is never closed is named where it is missed, and the body is still there", () => {
  const { problems, source } = read('title: "Open', "description: More");
  expect(problems).toMatchObject([{ file: "a.mdx", line: 4, reason: expect.stringContaining("not valid YAML") }]);
  expect(source).toBe("Body");
});

test("a colon in a value says how to write it", () => {
  const { problems } = read("title: Queues: the basics");
  expect(problems).toMatchObject([
    { line: 2, reason: expect.stringContaining('into quotes, such as title: "Queues: the basics".') },
  ]);
});

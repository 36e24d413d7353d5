import { expect, test } from "vitest";
import { expandText } from "../fixtures/expanded.ts";

async function read(text: string, files: Readonly<Record<string, string>> = {}) {
  const out = await expandText(text, files);
  return { text: out.text, notices: out.reasons };
}

test("what a page tells browsers of itself is no part of what it shows", async () => {
  const { text, notices } = await read(
    '<head>\n  <title>Other words</title>\n  <meta name="description" content="x" />\n</head>\n\nShown.',
  );
  expect([text, notices]).toEqual(["Shown.", []]);
});

test("a style sheet that a page or a component names has no classes, and is named itself", async () => {
  const { text, notices } = await read(
    'import "./page.css";\nimport styles from "./page.module.css";\n\n<div className={styles.box}>Text</div>',
  );
  expect(text).toBe("Text");
  expect(notices).toEqual(["The style sheet ./page.css is not loaded.", "The style sheet ./page.module.css is not loaded."]);
});

test("a file of Markdown that is MDX here is found by its older name", async () => {
  const { text } = await read('import Part from "./part.md";\n\n<Part />', { "part.mdx": "Part." });
  expect(text).toBe("Part.");
});

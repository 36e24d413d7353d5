import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

test("metadata for browsers is not part of what a page shows", async () => {
  const { text, messages } = await expandText(
    '<head>\n  <title>Other words</title>\n  <meta name="description" content="x" />\n</head>\n\nShown.',
  );
  expect([text, messages]).toEqual(["Shown.", []]);
});

test("a style sheet that a page or a component names has no classes, and is named itself", async () => {
  const { text, messages } = await expandText(
    'import "./page.css";\nimport styles from "./page.module.css";\n\n<div className={styles.box}>Text</div>',
  );
  expect(text).toBe("Text");
  expect(messages).toEqual(["The style sheet ./page.css is not loaded.", "The style sheet ./page.module.css is not loaded."]);
});

test("a file of Markdown that is MDX here is found by its older name", async () => {
  const { text } = await expandText('import Part from "./part.md";\n\n<Part />', { "part.mdx": "Part." });
  expect(text).toBe("Part.");
});

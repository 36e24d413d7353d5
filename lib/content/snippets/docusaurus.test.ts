import { expect, test } from "vitest";
import { createFiles, createProject } from "../fixtures/project.ts";
import { toMarkdown } from "../markdown.ts";
import type { Page } from "../page.ts";
import { parseSource } from "../parse.ts";
import { buildSite } from "../site.ts";

/** What a page shows, and what is said of it, with other files beside it. */
async function read(text: string, files: Readonly<Record<string, string>> = {}) {
  const site = await buildSite(createProject(), createFiles({ "page.mdx": text, ...files }), { isTrusted: () => false });
  const page = site.pages.find(({ file }) => file === "page.mdx") as Page;
  const { notices } = parseSource({ ...page, file: "page.mdx" }, page);
  return {
    text: toMarkdown(page)
      .replace(/^# Page\n\n?/, "")
      .trim(),
    notices: notices.map(({ reason }) => reason),
  };
}

test("what a page tells browsers of itself is no part of what it shows", async () => {
  const { text, notices } = await read(
    '<head>\n  <title>Other words</title>\n  <meta name="description" content="x" />\n</head>\n\nShown.',
  );
  expect([text, notices]).toEqual(["Shown.", []]);
});

test("addresses, pictures and hooks of Docusaurus are worked out", async () => {
  const { text, notices } = await read(
    `import Link from "@docusaurus/Link";
import useBaseUrl from "@docusaurus/useBaseUrl";
import map from "@site/static/img/map.png";
import Box from "@site/src/box";

See <Link to={useBaseUrl("guides/first")}>First</Link>.

Both: <img src={require("./dog.png").default} alt="Dog" />, <img src={map} alt="Map" />.

<Box header="Title" />`,
    {
      "src/box.tsx": `import { useColorMode } from "@docusaurus/theme-common";
import useIsBrowser from "@docusaurus/useIsBrowser";
export default function Box(props) {
  const { colorMode } = useColorMode();
  const header = <header>{props.header}: {colorMode} {useIsBrowser() ? "in a browser" : "at first"}</header>;
  return <docs-box>{header}</docs-box>;
}`,
    },
  );
  expect(text).toBe(
    "See [First](/guides/first).\n\nBoth: ![Dog](/dog.png), ![Map](/static/img/map.png).\n\nTitle: light at first",
  );
  expect(notices).toEqual(["<docs-box> is an element that a script makes; its content is shown without it."]);
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

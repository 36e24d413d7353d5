import { expect, test } from "vitest";
import { createFiles, createLargeProject } from "../../internal/testing/content.ts";
import { buildSite } from "../content/content.ts";
import { toLlmsFull, toLlmsIndex } from "./llms.ts";

test("llms.txt has the sections of the navigation: labels, and folders with their description", async () => {
  const site = await buildSite(
    createLargeProject({ name: "Acme" }),
    createFiles({
      "en/v2/meta.json": JSON.stringify({ pages: ["index", "---Write---", "pages", "guides", "images"] }),
      "en/v2/index.mdx": "# Home",
      "en/v2/pages.mdx": "# Pages",
      "en/v2/images.mdx": "# Images",
      "en/v2/guides/meta.json": JSON.stringify({ title: "Guides", description: "One\ntask each." }),
      "en/v2/guides/one.mdx": "# One",
    }),
  );
  const index = toLlmsIndex(site, { language: "en", version: "v2" }, { base: "https://acme.example" });
  expect(index.replaceAll("https://acme.example/docs", "")).toBe(`# Acme

> The documentation of Acme.

## Pages

- [Home](.md)

## Write

- [Pages](/pages.md)
- [Images](/images.md)

## Guides

One task each.

- [One](/guides/one.md)
`);
});

test("llms.txt lists the own pages of a language and version, in order, without what is not to be indexed", async () => {
  const site = await buildSite(
    createLargeProject({ name: "Acme", description: "Things." }),
    createFiles({
      "en/v2/index.mdx": "---\ntitle: Home\ndescription: Start here.\n---\n",
      "en/v2/hidden.mdx": "---\nnoindex: true\n---\nHidden.",
      "en/v2/guides/one.mdx": "# One\n\n<Tip>Text.</Tip>",
      "en/v1/old.mdx": "# Old",
      "es/v2/index.mdx": "# Inicio",
    }),
  );
  const options = { base: "https://acme.example" };
  expect(toLlmsIndex(site, { language: "en", version: "v2" }, options)).toBe(
    `# Acme

> Things.

## Pages

- [Home](https://acme.example/docs.md): Start here.

## Guides

- [One](https://acme.example/docs/guides/one.md)

## Other versions

- [v1](https://acme.example/docs/v1/llms.txt)

## Other languages

- [es](https://acme.example/es/llms.txt)
`,
  );
  expect(toLlmsIndex(site, { language: "es", version: "v2" }, options)).toContain("- [Inicio](https://acme.example/es/docs.md)");
  expect(toLlmsIndex(site, { language: "es", version: "v2" }, options)).not.toContain("One");
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const full = await toLlmsFull(site, { language: "en", version: "v2" }, options);
  clearImmediate(timer);
  expect(turns, "others have a turn after each page").toBeGreaterThanOrEqual(2);
  expect(full).toBe(
    "# Home\n\nStart here.\n\nSource: https://acme.example/docs\n\n---\n\n# One\n\n> **Tip:**\n>\n> Text.\n\nSource: https://acme.example/docs/guides/one\n",
  );
});

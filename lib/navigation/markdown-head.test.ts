import { expect, test } from "vitest";
import { createFiles, createLargeProject, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../content/content.ts";
import { sourceHashOf } from "../content/site/outdated.ts";
import { findPageAt } from "../content/site/site.ts";
import { docsMessages } from "../i18n/messages.ts";
import { toMarkdownHead, withHead } from "./markdown-head.ts";

const site = await buildSite(createLargeProject(), {
  ...createFiles({
    "en/v2/index.mdx": "# Home",
    "en/v2/errors.mdx": "---\ntitle: Errors\n---\nText",
    "en/v1/errors.mdx": "# Errors",
    "en/v1/gone.mdx": "# Gone",
  }),
  lastModified: { "en/v2/errors.mdx": "2026-11-20T10:00:00.000Z" },
});

function headOf(path: string, base = "https://x.test/docs-site"): string {
  const found = findPageAt(site, path);
  if (!found) throw new Error(`There is no page ${path}.`);
  return toMarkdownHead(site, found, {
    ...{ base, address: base ? `${base}${path}` : undefined },
    messages: docsMessages(found.language),
  });
}

test("a page says its address, the day of its last change and where all pages are", () => {
  expect(headOf("/docs/errors")).toBe(
    "<https://x.test/docs-site/docs/errors> · Last updated: 2026-11-20 · [llms.txt](https://x.test/docs-site/llms.txt)",
  );
});

test("an address that is not known is not said", () => {
  expect(headOf("/docs/errors", "")).toBe("Last updated: 2026-11-20 · [llms.txt](/llms.txt)");
});

test("a page of an old version says so, with the Markdown of the current page or of its start", () => {
  const note = (link: string) => `> You are reading the documentation of v1. The current version is v2. [${link})`;
  expect(headOf("/docs/v1/errors").split("\n\n")).toEqual([
    "<https://x.test/docs-site/docs/v1/errors> · [llms.txt](https://x.test/docs-site/docs/v1/llms.txt)",
    note("Read this page in the current version](https://x.test/docs-site/docs/errors.md"),
  ]);
  expect(headOf("/docs/v1/gone").split("\n\n")[1]).toBe(note("Go to the current version](https://x.test/docs-site/docs.md"));
});

test("the overview of an API has the description that it is made of", async () => {
  const description = { openapi: "3.1.0", info: { title: "Trains", version: "1" }, paths: { "/trips": { get: {} } } };
  const withApi = await buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, JSON.stringify(description)));
  const overview = withApi.pages.find((page) => page.overview);
  const found = overview && findPageAt(withApi, overview.path);
  if (!found) throw new Error("The site has no overview.");
  const options = { base: "https://x.test", address: undefined, messages: docsMessages("en") };
  expect(toMarkdownHead(withApi, found, options)).toContain(
    `[Download the description](https://x.test/api/text/description${found.path}) · `,
  );
});

test("a page that is not translated says so in the language in which it was asked for", () => {
  const lines = headOf("/es/docs/errors").split("\n\n");
  expect(lines[0]).toContain("<https://x.test/docs-site/es/docs/errors> · ");
  expect(lines[0]).toContain("[llms.txt](https://x.test/docs-site/es/llms.txt)");
  expect(lines[1]).toMatch(/^> Esta página .*inglés/);
});

test("the head is below the title", () => {
  expect(withHead("# A\n\nText\n", "head")).toBe("# A\n\nhead\n\nText\n");
  expect(withHead("# A\n", "head")).toBe("# A\n\nhead\n");
});

test("a translation that is older than its original says so where the configuration asks for it, with the original's Markdown", async () => {
  const text = "---\ntitle: Errors\n---\nText";
  const files = {
    ...createFiles({
      ...{ "en/v2/errors.mdx": text, "es/v2/errors.mdx": "---\ntitle: Errores\n---\nTexto" },
      ...{ "en/v2/keys.mdx": text, "es/v2/keys.mdx": "---\ntitle: Claves\nsourceHash: 0123456789ab\n---\nTexto" },
      ...{
        "en/v2/fees.mdx": text,
        "es/v2/fees.mdx": `---\ntitle: Tarifas\nsourceHash: ${sourceHashOf({ source: "Text" })}\n---\nTexto`,
      },
    }),
    lastModified: { "en/v2/errors.mdx": "2026-11-20T10:00:00+02:00", "es/v2/errors.mdx": "2026-11-20T07:59:59Z" },
  };
  const noteOf = async (path: string, outdatedNote: boolean) => {
    const built = await buildSite(createLargeProject({ outdatedNote }), files);
    const found = findPageAt(built, path);
    const options = { base: "https://x.test", address: undefined, messages: docsMessages("es") };
    return found && toMarkdownHead(built, found, options).split("\n\n")[1];
  };
  const note = "> La página en inglés es más reciente. [Esta página en inglés](https://x.test/docs/errors.md)";
  expect(await noteOf("/es/docs/errors", true)).toBe(note);
  expect(await noteOf("/es/docs/errors", false)).toBeUndefined();
  expect(await noteOf("/es/docs/keys", true)).toContain("más reciente");
  expect(await noteOf("/es/docs/fees", true)).toBeUndefined();
  expect(await noteOf("/docs/errors", true)).toBeUndefined();
});

import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { checkConfig, getConfig, getMainProject } from "../../lib/config/config.ts";
import { replaceSettings } from "../../lib/config/testing.ts";
import { buildSite } from "../../lib/content/content.ts";
import { createFiles } from "../../lib/content/fixtures/project.ts";
import { lookOf } from "../../lib/site/look.ts";
import { Footer } from "./footer.tsx";
import { describePage } from "./metadata.ts";

const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };
let restore: () => void = () => {};
afterEach(() => restore());

async function build(more: object) {
  restore = replaceSettings({ ...settings, ...more });
  return buildSite(getMainProject(), createFiles({ "index.mdx": "# Start\n\nHello.\n" }));
}

test("tags of the configuration are in the head of a page", async () => {
  const site = await build({ metatags: { "google-site-verification": "abc", author: "Acme" } });
  const page = site.pages[0]!;
  const pageKey = { language: "en", version: null, slug: "" };
  const described = describePage({ site, page, pageKey, path: page.path, fallback: false });
  expect(described.other).toEqual({ "google-site-verification": "abc", author: "Acme" });
});

test.each(["description", "og:title", "robots"])("a tag that pages write themselves is refused: %s", (name) => {
  expect(() => checkConfig({ ...settings, metatags: { [name]: "x" } }, "test")).toThrow(
    `metatags.${name}: is written by each page`,
  );
});

test.each([true, false])("the footer's link to llms.txt can be taken away (llmsTxt: %s)", async (llmsTxt) => {
  const site = await build({ footer: { llmsTxt } });
  const html = renderToStaticMarkup(<Footer site={site} look={lookOf(getConfig(), site)} language="en" own={null} />);
  expect(html.includes('href="/llms.txt"')).toBe(llmsTxt);
});

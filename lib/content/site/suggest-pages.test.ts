import { expect, test } from "vitest";
import { checkConfig } from "../../config/config.ts";
import { buildSite } from "../content.ts";
import type { Page } from "../model/page.ts";
import { suggestPages, suggestRedirect } from "./suggest-pages.ts";

const { projects } = checkConfig(
  { organisation: { id: "a", name: "A" }, projects: [{ id: "a", domain: "a", name: "A" }] },
  "test",
);
const names = ["index", "quickstart", "guides/self-hosting", "errors", "search-api"];
const files = names.map((name) => ({ path: `${name}.mdx`, text: `# ${name}`, hash: name }));
const site = await buildSite(projects[0]!, { files, description: null, lastModified: {}, findings: [] });

test.each([
  ["/docs/quick-start", "/docs/quickstart"],
  ["/docs/quikstart", "/docs/quickstart"],
  ["/docs/self-host", "/docs/guides/self-hosting"],
  ["/docs/error", "/docs/errors"],
  ["/docs/%E0%A4%A/api-search", "/docs/search-api"],
])("suggests for %s first %s", (asked, first) => expect(suggestPages(site, asked, { language: "en" })[0]?.path).toBe(first));

test("a redirect leads to the page most like an address, and never from a page to itself", () => {
  expect(suggestRedirect(site, "/docs/quikstart")).toBe('{ from: "/docs/quikstart", to: "/docs/quickstart" },');
  expect(suggestRedirect(site, "/wp-login.php")).toBe('{ from: "/wp-login.php", to: "/docs" },');
  expect(suggestRedirect(site, "/docs/quickstart")).toBeUndefined();
});

test("suggests nothing for what is like no page", () => {
  expect(suggestPages(site, "/wp-login.php", { language: "en" })).toEqual([]);
});

test("pages are taken apart once for all addresses, and of a long address no more than its beginning is compared", () => {
  let read = 0;
  const [first] = site.pages as [Page];
  const page = Object.defineProperty({ ...first }, "title", { get: () => `Title ${read++}` });
  const own = { ...site, pages: [page, ...site.pages] };
  for (const path of ["/docs/quikstart", "/docs/self-host", "/wp-login.php"]) suggestPages(own, path, { language: "en" });
  expect(read).toBe(1);
  const long = `/docs/${"quickstart-".repeat(27)}${Array.from({ length: 1_000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join("-")}`;
  expect(suggestPages(site, long, { language: "en" })[0]?.path).toBe("/docs/quickstart");
});

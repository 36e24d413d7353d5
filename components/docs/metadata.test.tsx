import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { createFiles } from "../../internal/testing/content.ts";
import { checkConfig, getConfig, getMainProject } from "../../lib/config/config.ts";
import { buildSite } from "../../lib/content/content.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { lookOf } from "../../lib/site/served/look.ts";
import { readRobots } from "../../lib/site/served/robots.ts";
import { apiChangesMetadata } from "../openapi/api-changes-page.tsx";
import { docsMetadata } from "./docs.tsx";
import { errorCodeMetadata, errorCodesMetadata } from "./error-codes.tsx";
import { Footer } from "./footer.tsx";
import { describePage, hreflang, siteMetadata, structuredData } from "./metadata.ts";
import { neighboursOf } from "./page-foot.tsx";

const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };
let restore: () => void = () => {};
afterEach(() => restore());

const PAGES = { "index.mdx": "# Start\n\nHello.\n" };

async function build(more: object, pages: Readonly<Record<string, string>> = PAGES) {
  restore = replaceSettings({ ...settings, ...more });
  return buildSite(getMainProject(), createFiles(pages));
}

function pageAt(site: Site, slug: string) {
  const page = site.pages.find((each) => each.slug === slug)!;
  return { site, page, pageKey: { language: "en", version: null, slug }, path: page.path, language: "en", fallback: false };
}

test.each(["100%", "100%25"])("a page whose name is not an encoding is found by the segment %s", async (segment) => {
  const site = await build({}, { "100%.mdx": "# All of it\n\nHello.\n" });
  expect((await docsMetadata({ site, language: "en", slug: [segment] })).title).toMatchObject({ absolute: "All of it · Docs" });
});

test("a page of the fork has the name of the site behind its title, or alone", async () => {
  expect(siteMetadata(await build({})).title).toEqual({ default: "Docs", template: "%s · Docs" });
});

test("tags of the configuration are in the head of a page", async () => {
  const site = await build({ metatags: { "google-site-verification": "abc", author: "Acme" } });
  expect(describePage(pageAt(site, "")).other).toEqual({ "google-site-verification": "abc", author: "Acme" });
});

test("a page adds tags, which win over those of the configuration, but for those that every page writes itself", async () => {
  const text = "---\nmetatags: { author: Jo, refresh: 0, description: no, 'fb:app_id': 1 }\n---\n\nHello.\n";
  const site = await build({ metatags: { author: "Acme" } }, { "index.mdx": text });
  expect(describePage(pageAt(site, "")).other).toEqual({ author: "Jo", "fb:app_id": "1", refresh: "0" });
});

test("a page has the pages before and after it that it names, in its own words or those of the page", async () => {
  const site = await build(
    {},
    {
      "a.mdx": "---\ntitle: A\nprev: false\nnext: { url: /docs/c }\n---\n",
      "b.mdx": "---\ntitle: B\nprev: Back to A\nnext: { title: Elsewhere, url: 'https://else.test/' }\n---\n",
      "c.mdx": "---\ntitle: C\n---\n",
    },
  );
  const sidebar = { previous: { title: "Before", path: "/docs/before" }, next: { title: "After", path: "/docs/after" } };
  expect(neighboursOf(sidebar, pageAt(site, "a"))).toEqual({ previous: undefined, next: { title: "C", path: "/docs/c" } });
  expect(neighboursOf(sidebar, pageAt(site, "b"))).toEqual({
    previous: { title: "Back to A", path: "/docs/before" },
    next: { title: "Elsewhere", path: "https://else.test/" },
  });
  expect(neighboursOf(sidebar, pageAt(site, "c"))).toEqual(sidebar);
});

test.each(["description", "og:title", "robots"])("a tag that pages write themselves is refused: %s", (name) => {
  expect(() => checkConfig({ ...settings, metatags: { [name]: "x" } }, "test")).toThrow(`metatags.${name}: is set by each page`);
});

test.each([true, false])("the footer's link to llms.txt can be removed (llmsTxt: %s)", async (llmsTxt) => {
  const site = await build({ footer: { llmsTxt } });
  const html = renderToStaticMarkup(<Footer site={site} look={lookOf(getConfig(), site)} language="en" own={null} />);
  expect(html.includes('href="/llms.txt"')).toBe(llmsTxt);
});

test("the head of a page names no address while nobody has said which one readers open, and the site's own where somebody has", async () => {
  const languages = [
    { id: "en", label: "English" },
    { id: "es", label: "Español" },
  ];
  const project = { ...settings.projects[0], languages };
  const pages = { "en/index.mdx": "# Start\n\nHello.\n", "es/index.mdx": "# Inicio\n\nHola.\n" };
  const unknown = await build({ projects: [project] }, pages);
  const head = JSON.stringify(describePage(pageAt(unknown, "")));
  expect(head).not.toContain("http");
  expect(
    JSON.stringify([errorCodesMetadata(), errorCodeMetadata("internal"), apiChangesMetadata(), await readRobots(unknown)]),
  ).not.toContain("http");
  expect(
    structuredData(unknown, unknown.pages[0]!, [{ title: "Docs", path: "/docs" }]).replace("https://schema.org", ""),
  ).not.toContain("http");
  restore();
  const known = await build({ projects: [{ ...project, siteUrl: "https://docs.acme.com" }] }, pages);
  const { alternates, openGraph } = describePage(pageAt(known, ""));
  expect(alternates).toMatchObject({
    canonical: "https://docs.acme.com/docs",
    languages: { es: "https://docs.acme.com/es/docs", "x-default": "https://docs.acme.com/docs" },
  });
  expect(openGraph).toMatchObject({
    url: "https://docs.acme.com/docs",
    images: [{ url: "https://docs.acme.com/api/card/docs" }],
  });
  expect(await readRobots(known)).toContain("Sitemap: https://docs.acme.com/sitemap.xml");
});

test("the head names translations of a page that there are, and none of a page in one language", async () => {
  const languages = ["en", "de"].map((id) => ({ id, label: id }));
  const project = { ...settings.projects[0], siteUrl: "https://docs.example.com", languages };
  const site = await build(
    { projects: [project] },
    { "en/a.mdx": "# A", "de/a.mdx": "# A", "en/b.mdx": "# B", "de/c.mdx": "# C" },
  );
  const keyOf = (slug: string, language = "en") => ({ language, version: null, slug });
  expect(hreflang(site, keyOf("a"))).toEqual({
    en: "https://docs.example.com/docs/a",
    de: "https://docs.example.com/de/docs/a",
    "x-default": "https://docs.example.com/docs/a",
  });
  expect(hreflang(site, keyOf("b"))).toEqual({});
  expect(hreflang(site, keyOf("c", "de"))).toEqual({});
});

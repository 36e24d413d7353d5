import { expect, test } from "vitest";
import { replaceSettings } from "../lib/config/testing.ts";
import { buildSite } from "../lib/content/content.ts";
import { createFiles, createProject } from "../lib/content/fixtures/project.ts";
import { type AppRoute, createOwnRouteTest } from "../lib/site/app-routes.ts";
import { describeDeadAddresses, describeLostAddresses, describeMisplaced } from "./check-routes.ts";

const route: AppRoute = { file: "", pattern: "", handler: false, isOwn: true, hasLayout: true };

test("a page without a root layout is named with the places where it can go", () => {
  const [finding] = describeMisplaced([route, { ...route, file: "pricing/page.tsx", pattern: "/pricing", hasLayout: false }]);
  expect(finding?.severity).toBe("error");
  expect(finding?.message).toContain("app/pricing/page.tsx has no root layout");
  expect(finding?.message).toContain("app/(default)/pricing/page.tsx");
});

test("a page or redirect whose address something else answers is named", async () => {
  const site = await buildSite(createProject(), createFiles({ "a.mdx": "A", "b.mdx": "B" }));
  const [first] = site.pages;
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const redirects = [
    { from: "/v1/:path*", to: "/docs" },
    { from: "/old", to: "/docs" },
  ];
  const restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], redirects });
  try {
    const own = { ...route, file: "(default)/docs/a/page.tsx", pattern: first?.path ?? "" };
    expect(describeLostAddresses(site, [own]).map(({ message }) => message)).toEqual([
      "a.mdx loses its address /docs/a to app/(default)/docs/a/page.tsx.",
      "The redirect from /v1/:path* never happens: the service answers that address itself.",
    ]);
  } finally {
    restore();
  }
});

test("a link or redirect of the configuration to a path that nothing answers is named, and one to a route of app is not", async () => {
  const site = await buildSite(createProject(), createFiles({ "start.mdx": "A" }));
  const routes = ["/pricing", "/[lang]/pricing"].map((pattern) => ({ ...route, pattern }));
  const isOwnRoute = createOwnRouteTest(routes, ["en", "de"]);
  const links = [
    { text: "Pricing", url: { en: "/pricing", de: "/de/pricing", fr: "/fr/pricing" } },
    { text: "Elsewhere", url: "https://acme.example" },
  ];
  const redirects = [
    { from: "/a", to: "/docs/starts", permanent: true },
    { from: "/b", to: "/docs/start?x=1", permanent: true },
    { from: "/c/:path*", to: "/nowhere/:path*", permanent: true },
  ];
  const settings = { navigation: { links }, footer: { links: [], llmsTxt: true }, redirects };
  const found = describeDeadAddresses(site, settings, { hasPublicFile: () => false, isOwnRoute });
  expect(found.map(({ message }) => message)).toEqual([
    "docent.config.ts: navigation.links[0].url: /fr/pricing leads to no page.",
    "docent.config.ts: redirects[0].to: /docs/starts leads to no page. Did you mean /docs/start?",
  ]);
});

test("routes of app may have parts to fill in", () => {
  const patterns = ["/blog/[slug]", "/shop/[...rest]", "/help/[[...rest]]"];
  const isOwnRoute = createOwnRouteTest(
    [...patterns.map((pattern) => ({ ...route, pattern })), { ...route, pattern: "/[[...all]]", isOwn: false }],
    ["en"],
  );
  const paths = ["/blog/a", "/blog", "/blog/a/b", "/shop/a/b", "/shop", "/help", "/help/a"];
  expect(paths.filter(isOwnRoute)).toEqual(["/blog/a", "/shop/a/b", "/help", "/help/a"]);
});

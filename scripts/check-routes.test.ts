import { expect, test } from "vitest";
import { replaceSettings } from "../internal/testing/config.ts";
import { createFiles, createProject } from "../internal/testing/content.ts";
import type { DocentConfig } from "../lib/config/schema.ts";
import { buildSite } from "../lib/content/content.ts";
import type { Site } from "../lib/content/site/site.ts";
import { toLine } from "../lib/finding.ts";
import { type AppRoute, createOwnRouteTest } from "../lib/site/findings/app-routes.ts";
import { describeDeadAddresses, describeLostAddresses, describeMisplaced, describeTakenAddresses } from "./check-routes.ts";

const route: AppRoute = { file: "", pattern: "", handler: false, isOwn: true, hasLayout: true };

test("a page without a root layout is named with the places where it can go", () => {
  const [finding] = describeMisplaced([route, { ...route, file: "pricing/page.tsx", pattern: "/pricing", hasLayout: false }]);
  expect(finding?.severity).toBe("error");
  expect(finding?.file).toBe("app/pricing/page.tsx");
  expect(finding?.message).toContain("has no root layout");
  expect(finding?.message).toContain("app/(default)/pricing/page.tsx");
});

test("a redirect whose address the engine answers is named", async () => {
  const site = await buildSite(createProject(), createFiles({ "a.mdx": "A" }));
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const redirects = [
    { from: "/v1/:path*", to: "/docs" },
    { from: "/old", to: "/docs" },
  ];
  const restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], redirects });
  try {
    expect(describeLostAddresses(site).map(({ message }) => message)).toEqual([
      "The redirect from /v1/:path* is ignored: the service answers that address itself.",
    ]);
  } finally {
    restore();
  }
});

test("a route or public file whose address the content takes is an error that names both", async () => {
  const redirects = [
    { source: "/:rest*", destination: "/docs/start" },
    { source: "/go/:rest*", destination: ":rest*" },
  ];
  const texts = { "start.mdx": "A", "pricing.mdx": "B", "blog/a.mdx": "C", "logo.svg": "<svg/>" };
  const docs = { navigation: { pages: Object.keys(texts).map((name) => name.replace(".mdx", "")) }, redirects };
  const plain = await buildSite(createProject({ pagesAt: "root" }), createFiles(texts));
  const own = [
    { ...route, file: "(default)/pricing/page.tsx", pattern: "/pricing" },
    { ...route, file: "(default)/blog/[slug]/page.tsx", pattern: "/blog/[slug]" },
    { ...route, file: "contact/route.ts", pattern: "/contact", handler: true },
    { ...route, file: "(default)/page.tsx", pattern: "/pricing", isOwn: false },
  ];
  const find = (site: Site, redirected: DocentConfig["redirects"] = []) => {
    const project = { id: "docs", domain: "docs", name: "Docs" };
    const restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], redirects: redirected });
    const found = describeTakenAddresses(site, own, ["/start", "/logo.svg", "/free.png"]);
    restore();
    expect(found.filter(({ severity }) => severity !== "error")).toEqual([]);
    return found.map(toLine);
  };
  expect(find(plain)).toEqual([
    "app/(default)/pricing/page.tsx error: This is never shown: pricing.mdx has its address /pricing. Rename one of them.",
    "public/start error: This is never shown: start.mdx has its address /start. Rename one of them.",
    "app/(default)/blog/[slug]/page.tsx error: This is never shown: blog/a.mdx has its address /blog/a. Rename one of them.",
  ]);
  expect(find(plain, [{ from: "/contact", to: "/start" }])).toContain(
    "app/contact/route.ts error: This is never shown: the redirect to /start has its address /contact. Rename one of them.",
  );
  const whole = await buildSite(createProject(), createFiles({ ...texts, "docs.json": JSON.stringify(docs) }));
  expect(find(whole)).toContain(
    "content/docs.json error: The redirect from /:rest* matches every address of app and public; start it with a fixed segment, such as /old/:path*.",
  );
  expect(find(whole)).toContain(
    "content/docs.json error: The redirect from /go/:rest* to :rest* could lead to any host, so it is ignored; start its target with / or a whole host.",
  );
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
  expect(found.map(toLine)).toEqual([
    "docent.config.ts warning: navigation.links[0].url: /fr/pricing leads to no page.",
    "docent.config.ts warning: redirects[0].to: /docs/starts leads to no page. Did you mean /docs/start?",
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

test("a page whose address the service answers is named with what to do", async () => {
  const site = await buildSite(createProject({ pagesAt: "root" }), createFiles({ "index.md": "# A", "v1/auth.md": "# B" }));
  expect(describeLostAddresses(site).map(toLine)).toEqual([
    "content/v1/auth.md warning: This is never shown: the service itself answers its address /v1/auth. Rename it or its folder.",
  ]);
});

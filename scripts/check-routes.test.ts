import { expect, test } from "vitest";
import { replaceSettings } from "../lib/config/testing.ts";
import { buildSite } from "../lib/content/content.ts";
import { createFiles, createProject } from "../lib/content/fixtures/project.ts";
import type { AppRoute } from "../lib/site/app-routes.ts";
import { describeLostAddresses, describeMisplaced } from "./check-routes.ts";

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

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { type AppRoute, listAppRoutes, listOwnPages } from "./app-routes.ts";

const FILES = {
  "(default)/layout.tsx": undefined,
  "(default)/page.tsx": "/",
  "(default)/docs/[[...slug]]/page.tsx": "/docs/[[...slug]]",
  "(default)/pricing/page.tsx": "/pricing",
  "(default)/pricing/table.tsx": undefined,
  "(default)/@modal/plans/page.tsx": "/plans",
  "(default)/blog/[slug]/page.tsx": "/blog/[slug]",
  "(default)/blog/sitemap.ts": "/blog/sitemap.xml",
  "[lang]/layout.tsx": undefined,
  "[lang]/~/page.tsx": "/[lang]/~",
  "[lang]/pricing/page.tsx": "/[lang]/pricing",
  "(plain)/layout.jsx": undefined,
  "(plain)/status/[...path]/page.jsx": "/status/[...path]",
  "contact/route.ts": "/contact",
  "api/icon/route.ts": "/api/icon",
  "stray/page.tsx": "/stray",
  "manifest.ts": "/manifest.webmanifest",
  "robots.txt": "/robots.txt",
  "favicon.ico": "/favicon.ico",
  "icon.svg": "/icon.svg",
  "apple-icon1.tsx": "/apple-icon1",
  "opengraph-image.alt.txt": undefined,
  "twitter-image.png": "/twitter-image.png",
  "v1/search/[domain]/route.ts": "/v1/search/[domain]",
};

const folder = makeFolder();
let routes: AppRoute[];
beforeAll(async () => {
  for (const file of Object.keys(FILES)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), "");
  }
  routes = await listAppRoutes(folder);
});

test.each(Object.entries(FILES))("app/%s has the address %s", (file, pattern) =>
  expect(routes.find((route) => route.file === file)?.pattern).toBe(pattern),
);

test("a folder makes no route, whatever its name", () => expect(routes.filter(({ file }) => !(file in FILES))).toEqual([]));

test("pages differ from handlers, and routes that the fork added from routes of the engine", () => {
  expect(routes.filter(({ isOwn, handler }) => isOwn && handler).map(({ pattern }) => pattern)).toEqual([
    ...["/blog/sitemap.xml", "/apple-icon1", "/contact", "/icon.svg", "/manifest.webmanifest", "/twitter-image.png"],
  ]);
  expect(routes.filter(({ isOwn }) => !isOwn).map(({ pattern }) => pattern)).toEqual([
    ...["/docs/[[...slug]]", "/", "/[lang]/~", "/api/icon", "/favicon.ico", "/robots.txt", "/v1/search/[domain]"],
  ]);
});

test("a page without a layout above it is marked, since it stops the build", () => {
  expect(routes.filter(({ hasLayout }) => !hasLayout).map(({ file }) => file)).toEqual(["stray/page.tsx"]);
});

test("the fork's own pages are those without parts to fill in, in each language that they are of", () => {
  const languages = ["en", "es"].map((id) => ({ id, label: id }));
  expect(listOwnPages(routes, { languages, defaultLanguage: "en" })).toEqual(["/es/pricing", "/plans", "/pricing"]);
});

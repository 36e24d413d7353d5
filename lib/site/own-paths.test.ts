import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { replaceSettings } from "../config/testing.ts";
import { listAppRoutes } from "./app-routes.ts";
import { findOwnPath, writeOwnPaths } from "./own-paths.ts";

const FILES = [
  "public/images/a b.png",
  "public/images/@2x.png",
  "public/.well-known/security.txt",
  "public/CNAME",
  "app/(default)/layout.tsx",
  "app/(default)/page.tsx",
  "app/(default)/docs/[[...slug]]/page.tsx",
  "app/(default)/pricing/page.tsx",
  "app/(default)/pricing/opengraph-image.tsx",
  "app/(default)/blog/[slug]/page.tsx",
  "app/[lang]/layout.tsx",
  "app/[lang]/page.tsx",
  "app/[lang]/docs/[[...slug]]/page.tsx",
  "app/[lang]/pricing/page.tsx",
  "app/(plain)/layout.tsx",
  "app/(plain)/status/[...path]/page.tsx",
  "app/contact/route.ts",
  "app/stray/page.tsx",
  "app/manifest.ts",
  "app/apple-icon.png",
  "app/(default)/blog/sitemap.ts",
  "app/v1/search/[domain]/route.ts",
];

let folder: string;
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docent-paths-"));
  undo.push(() => rm(folder, { recursive: true }));
  for (const file of FILES) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), "");
  }
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
  const languages = [
    { id: "en", label: "English" },
    { id: "fr", label: "Français" },
  ];
  const project = { id: "docs", domain: "docs", name: "Docs", content: "content", languages };
  const config = { organisation: { id: "acme", name: "Acme" }, projects: [project] };
  undo.push(() => cwd.mockRestore(), replaceSettings(config, { NODE_ENV: "production" }));
  await writeOwnPaths();
  // A host keeps public files elsewhere, and a server has no sources.
  await rm(path.join(folder, "public"), { recursive: true });
  await rm(path.join(folder, "app"), { recursive: true });
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

test.each([
  ["/images/a%20b.png", "file"],
  ["/images/@2x.png", "file"],
  ["/images/%402x.png", "file"],
  ["/.well-known/security.txt", "file"],
  ["/CNAME", "file"],
  ["/robots.txt", "file"],
  ["/pricing", "page"],
  ["/fr/pricing", "page"],
  ["/blog/first", "page"],
  ["/status/a/b", "page"],
  ["/contact", "handler"],
  ["/manifest.webmanifest", "handler"],
  ["/apple-icon.png", "handler"],
  ["/blog/sitemap.xml", "handler"],
  ["/pricing/opengraph-image-9ugmf9", "handler"],
])("a server knows %s of its build without having the files: a %s", async (pathname, kind) =>
  expect(await findOwnPath(pathname)).toBe(kind),
);

test.each([
  "/images",
  "/images/other.png",
  "/images%2Fa%20b.png",
  "/prices",
  "/de/pricing",
  "/en/pricing",
  "/fr",
  "/blog",
  "/blog/a/b",
  "/status",
  "/docs/nowhere",
  "/%",
  "/manifest.ts",
])("nothing is at %s", async (pathname) => expect(await findOwnPath(pathname)).toBeUndefined());

test("a page without a layout above it is told apart, since Next stops at it", async () => {
  for (const file of FILES.filter((name) => name.startsWith("app/"))) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), "");
  }
  const routes = await listAppRoutes(path.join(folder, "app"));
  expect(routes.filter(({ hasLayout }) => !hasLayout).map(({ file }) => file)).toEqual(["stray/page.tsx"]);
});

test("the engine's own pages are decided on by the proxy, and never let through as a fork's", async () => {
  const routes = await listAppRoutes(path.join(import.meta.dirname, "../../app"));
  const engine = routes.filter(({ isOwn, pattern }) => !isOwn && !/^\/(api|v1|v2)\//.test(pattern)).map(({ pattern }) => pattern);
  for (const pattern of ["/", "/[lang]", "/docs/[[...slug]]", "/[lang]/docs/[[...slug]]", "/errors/[code]"])
    expect(engine).toContain(pattern);
});

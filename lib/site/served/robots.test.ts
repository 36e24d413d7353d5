import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { getMainProject } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import { readContentFiles } from "../../content/files/files.ts";
import { routePath } from "../../routing/routing.ts";
import { openAsset } from "./assets.ts";
import { readRobots } from "./robots.ts";

const restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

/** Makes a site of files, below `/base` of https://docs.acme.com. */
async function siteOf(
  files: Readonly<Record<string, string>>,
  config: object = {},
  siteUrl: string | undefined = "https://docs.acme.com",
) {
  const content = makeFolder();
  for (const [name, text] of Object.entries({ "index.mdx": "# Home", ...files })) {
    mkdirSync(path.dirname(path.join(content, name)), { recursive: true });
    writeFileSync(path.join(content, name), text);
  }
  const project = { id: "docs", domain: "docs", name: "Docs", content, ...(siteUrl && { siteUrl }) };
  restore.push(replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], ...config }, {}));
  return buildSite(getMainProject(), await readContentFiles(getMainProject()));
}

test("keeps crawlers from the API, but for the search that agents use, and names the sitemap", async () => {
  const text = await readRobots(await siteOf({}, { basePath: "/base" }));
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      ...["User-Agent: *", "Allow: /base/", "Allow: /base/v1/search/", "Disallow: /base/v1/", "Disallow: /base/insights"],
      "Sitemap: https://docs.acme.com/base/sitemap.xml",
    ]),
  );
  expect(text).not.toContain("Content-Signal");
});

test.each([
  [
    { train: false, answer: true },
    "Content-Signal: search=yes, ai-input=yes, ai-train=no",
    ["GPTBot", "ClaudeBot", "Google-Extended"],
    ["ChatGPT-User"],
  ],
  [{ train: true }, "Content-Signal: search=yes, ai-train=yes", [], ["GPTBot", "ChatGPT-User"]],
  [{ answer: false }, "Content-Signal: search=yes, ai-input=no", ["ChatGPT-User", "Claude-User", "Perplexity-User"], ["GPTBot"]],
])("says what AI may do with pages: %j", async (ai, signal, refused, allowed) => {
  const text = await readRobots(await siteOf({}, { robots: { ai } }));
  expect(text).toContain(`User-Agent: *\n${signal}\nAllow: /\n`);
  const [, ...groups] = text.split("\n\n");
  const bots = groups.filter((group) => group.endsWith("\nDisallow: /")).join("\n");
  for (const bot of refused) expect(bots).toContain(`User-Agent: ${bot}\n`);
  for (const bot of allowed) expect(bots).not.toContain(bot);
});

test("gives the owner's file of the content folder, with the sitemap unless it names one", async () => {
  const own = "User-agent: *\nDisallow: /secret\n";
  const config = { robots: { ai: { train: false } } };
  expect(await readRobots(await siteOf({ "robots.txt": own }, config))).toBe(
    `${own}\nSitemap: https://docs.acme.com/sitemap.xml\n`,
  );
  const named = "User-agent: *\nAllow: /\nsitemap: https://elsewhere.example/map.xml\n";
  expect(await readRobots(await siteOf({ "robots.txt": named }))).toBe(named);
});

test("files at set addresses are served from .well-known, whatever their names, and no other hidden file", async () => {
  const site = await siteOf({
    ".well-known/security.txt": "Contact: mailto:a@acme.com",
    ".well-known/apple-app-site-association": "{}",
    ".well-known/note.md": "# Not a page",
    ".well-known/.hidden": "x",
    ".well-known/ai-catalog.json": "{}",
    ".env": "SECRET=1",
    "ads.txt": "ads",
  });
  const routeOf = (path: string) => routePath(site, path, { redirects: [] });
  expect(routeOf("/.well-known/security.txt")).toEqual({ kind: "file", name: ".well-known/security.txt" });
  expect(routeOf("/ads.txt")).toEqual({ kind: "file", name: "ads.txt" });
  expect(routeOf("/.well-known/ai-catalog.json")).toMatchObject({ kind: "text" });
  for (const path of ["/.env", "/.well-known/other", "/.well-known/../.env"])
    expect([path, routeOf(path).kind]).toEqual([path, "missing"]);
  expect(site.pages.map(({ title }) => title)).toEqual(["Home"]);
  for (const [name, type] of [
    [".well-known/security.txt", "text/plain; charset=utf-8"],
    [".well-known/apple-app-site-association", "application/json"],
    [".well-known/note.md", "text/plain; charset=utf-8"],
  ] as const) {
    const opened = await openAsset(getMainProject(), name);
    expect([name, opened?.type]).toEqual([name, type]);
    await opened?.file.close();
  }
  for (const name of [".well-known/.hidden", ".well-known/../.env", ".env"])
    expect(await openAsset(getMainProject(), name)).toBeUndefined();
});

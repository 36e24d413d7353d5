import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DOCS_REPOSITORY } from "../lib/content/fixtures/docs-json.ts";
import { recognise } from "./import/recognise.ts";
import { copyContent } from "./import/write.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-import-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(texts: Readonly<Record<string, string>>, below = "."): string {
  const root = path.join(folder, below);
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

const needs = (name: string) => JSON.stringify({ dependencies: { [name]: "1" } });

test.each([
  ["docs.json", { "docs/docs.json": '{"navigation": {}}', "docs/a.mdx": "A" }, "docs"],
  ["mint.json", { "mint.json": '{"navigation": []}', "a.mdx": "A" }, "."],
  ["fumadocs", { "package.json": needs("fumadocs-ui"), "content/docs/a.mdx": "A" }, "content/docs"],
  ["starlight", { "package.json": needs("@astrojs/starlight"), "src/content/docs/a.md": "A" }, "src/content/docs"],
  ["nextra", { "site/package.json": needs("nextra"), "site/pages/a.mdx": "A" }, "site/pages"],
  ["docusaurus", { "website/package.json": needs("@docusaurus/core"), "website/docs/a.md": "A" }, "website/docs"],
  ["markdown", { "docs/a.md": "A" }, "docs"],
])("tells a %s repository by what is in it", (kind, texts, content) => {
  put(texts);
  expect(recognise(folder)).toMatchObject({ kind, content: path.join(folder, content) });
});

test("a folder without pages is nothing", () => {
  put({ "src/index.ts": "", "README.md": "Read me." });
  expect(recognise(folder)).toBeUndefined();
});

test("copies what makes a site, without hidden files, code and links", async () => {
  const from = put(
    { "docs.json": "{}", "a/b.mdx": "B", "pic.png": "x", "app.js": "x", ".git/HEAD": "x", ".mintignore": "x" },
    "from",
  );
  symlinkSync("/etc/hosts", path.join(from, "hosts.md"));
  const to = path.join(folder, "to");
  await copyContent(from, to, () => {});
  for (const name of ["docs.json", "a/b.mdx", "pic.png", ".mintignore"]) expect(existsSync(path.join(to, name)), name).toBe(true);
  for (const name of ["app.js", ".git", "hosts.md"]) expect(existsSync(path.join(to, name)), name).toBe(false);
  await expect(copyContent(from, to, () => {})).rejects.toThrow("is not empty");
});

test("--check reports what works and what does not, and writes nothing", () => {
  put({ ...DOCS_REPOSITORY, "quickstart.mdx": "[Nowhere](/nowhere)\n\n<Unknown />" }, "repository");
  const run = spawnSync(process.execPath, ["scripts/import.ts", path.join(folder, "repository"), "--check"], {
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  expect(run.stdout).toContain("A docs.json repository");
  expect(run.stdout).toMatch(/13 pages, \d+ of them in the navigation, 3 with an API operation/);
  expect(run.stdout).toContain("A link leads to no page: /nowhere\n         quickstart.mdx:1");
  expect(run.stdout).toContain("theme: there is one layout");
  expect(run.status).toBe(0);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProject } from "../../../internal/testing/content.ts";
import { checkSite } from "../check/check.ts";
import { buildSite } from "../content.ts";
import { readContentFiles } from "./files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = JSON.stringify({ navigation: { pages: ["guides/a"] } });
const REPOSITORY = { "docs/docs.json": SETTINGS, "docs/guides/a.mdx": "[B](/guides/b) <Unknown />", "README.md": "[C](/c)" };

async function check(content: string, texts: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const project = createProject({ content: path.join(folder, content) });
  const site = await buildSite(project, await readContentFiles(project));
  const findings = await checkSite(site, { hasPublicFile: () => false });
  return findings.map(({ message }) => message.replaceAll(`${folder}/`, ""));
}

test.each(["", "docs/guides"])("of a folder whose docs.json is in another one, %j, the check says one thing", async (content) => {
  const message =
    "The docs.json of these pages is in docs. Set that folder: DOCENT_CONTENT_DIR=docs, or content in docent.config.ts.";
  expect(await check(content, REPOSITORY)).toEqual([message]);
});

test.each([
  ["is the one with the docs.json", "docs", {}],
  ["is ordered by a meta.json", "", { "meta.json": "{}" }],
  ["is ordered by a meta.json below a docs.json", "docs/guides", { "docs/guides/meta.json": "{}" }],
  ["is a repository inside another", "docs/guides", { "docs/guides/.git/HEAD": "" }],
  ["has a docs.json of something else", "", { "docs/docs.json": '{"typedoc": true}' }],
])("a folder that %s is checked as it is", async (_, content, texts) => {
  expect((await check(content, { ...REPOSITORY, ...texts })).join()).toMatch(/leads to no page|Unknown/);
});

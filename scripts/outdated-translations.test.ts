import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createProject } from "../internal/testing/content.ts";
import { makeFolder } from "../internal/testing/folder.ts";
import { buildSite } from "../lib/content/content.ts";
import { readContentFiles } from "../lib/content/files/files.ts";
import { sourceHashOf } from "../lib/content/site/outdated.ts";
import { listOutdatedTranslations } from "./outdated-translations.ts";

const page = (title: string, text: string, more = "") => `---\ntitle: ${title}\n${more}---\n\n${text}\n`;

/** A content folder with a history: each list of files is a commit, a day after the one before. */
async function findingsOf(commits: readonly Readonly<Record<string, string>>[], hasHistory = true): Promise<string[]> {
  const root = makeFolder();
  const git = (day: number, ...args: string[]) => {
    const date = `2026-01-0${day}T00:00:00Z`;
    const env = { PATH: process.env.PATH ?? "", GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, NODE_ENV: "test" as const };
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", ...args], { cwd: root, env });
  };
  if (hasHistory) git(1, "init", "--quiet");
  for (const [index, files] of commits.entries()) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    if (hasHistory) git(index + 1, "add", "--all");
    if (hasHistory) git(index + 1, "commit", "--quiet", "--message", "change");
  }
  const project = createProject({ content: root, languages: ["en", "es"].map((id) => ({ id, label: id })) });
  const files = await readContentFiles(project);
  const texts = new Map(files.files.map((file) => [file.path, file.text]));
  const findings = await listOutdatedTranslations(await buildSite(project, files), (file) => texts.get(file));
  return findings.map(({ file, message, severity }) => `${severity} ${file}: ${message}`);
}

const first = page("Keys", "A key opens.\n\n## Create a key\n\nPress New.\n\n## Revoke a key\n\nPress Delete.");
const second = page("Keys", "A key opens.\n\n## Create a key\n\nRun `keys create`.\n\n## Revoke a key\n\nPress Delete.");
const spanish = page("Claves", "Una clave abre.");

test("names the headings that changed after a translation, and nothing once it is written again", async () => {
  const commits: Record<string, string>[] = [{ "en/keys.mdx": first, "es/keys.mdx": spanish }, { "en/keys.mdx": second }];
  expect(await findingsOf(commits)).toEqual([
    'warning es/keys.mdx: en/keys.mdx has changed after this translation: "Create a key". Bring the translation up to date.',
  ]);
  expect(await findingsOf([...commits, { "es/keys.mdx": page("Claves", "Una clave abre. Más.") }])).toEqual([]);
});

test("a change that no reader sees makes no translation outdated", async () => {
  const spaces = first.replaceAll("\n\n", "\n\n\n").replace("title: Keys", "title: Keys\nicon: key");
  expect(await findingsOf([{ "en/keys.mdx": first, "es/keys.mdx": spanish }, { "en/keys.mdx": spaces }])).toEqual([]);
});

test("without a history the hash in the front matter tells, and the message has the one to write", async () => {
  const hash = sourceHashOf({ source: first.split("---\n")[2] ?? "" });
  const named = page("Claves", "Una clave abre.", `sourceHash: ${hash}\n`);
  expect(await findingsOf([{ "en/keys.mdx": first, "es/keys.mdx": named }], false)).toEqual([]);
  expect(await findingsOf([{ "en/keys.mdx": second, "es/keys.mdx": named }], false)).toEqual([
    expect.stringMatching(
      /^warning es\/keys\.mdx: en\/keys\.mdx has changed after this translation\. .* write sourceHash: [0-9a-f]{12} into it\.$/,
    ),
  ]);
  expect(await findingsOf([{ "en/keys.mdx": second, "es/keys.mdx": spanish }], false)).toEqual([]);
});

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { INTRODUCTION, listChangedSections } from "../lib/content/check/changed-sections.ts";
import { readLastModified } from "../lib/content/files/last-modified.ts";
import type { Page } from "../lib/content/model/page.ts";
import { findNewerOriginal, findOriginal, sourceHashOf } from "../lib/content/site/outdated.ts";
import { datePage, type Site } from "../lib/content/site/site.ts";
import { type Finding, warningIn } from "../lib/finding.ts";

const MAX_NAMED = 5;
/** A message about a translation, with the file of its original. */
export const OUTDATED = /^(\S+) has changed after this translation/;

/**
 * Lists translations whose original has changed after them, each with the headings of what changed: by the history of both, or by
 * `sourceHash` in the front matter of the translation. `textOf` gives the present text of a file.
 */
export async function listOutdatedTranslations(site: Site, textOf: (file: string) => string | undefined): Promise<Finding[]> {
  const translations = site.pages.filter((page) => findOriginal(site, page));
  if (translations.length === 0) return [];
  const dates = await readLastModified(site.project.content);
  const dated = { ...site, pages: site.pages.map((page) => datePage(page, dates)) };
  const findings: Finding[] = [];
  for (const page of dated.pages) {
    const original = findNewerOriginal(dated, page);
    if (original) findings.push(...(await describe(site, { page, original, textOf })));
  }
  return findings;
}

interface Pair {
  readonly page: Page;
  readonly original: Page;
  readonly textOf: (file: string) => string | undefined;
}

async function describe(site: Site, { page, original, textOf }: Pair): Promise<Finding[]> {
  const [file, source] = [String(page.file), String(original.file)];
  const then = await readAtLastCommitOf(site.project.content, { file, source });
  const sections = then === undefined ? undefined : listChangedSections(then, textOf(source) ?? "");
  // What changed is no text that readers see.
  if (sections?.length === 0 && page.sourceHash === undefined) return [];
  const names = (sections ?? []).map((heading) => (heading === INTRODUCTION ? "the introduction" : `"${heading}"`));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  const what = names.length > 0 ? `: ${names.slice(0, MAX_NAMED).join(", ")}${more}` : "";
  const remedy =
    page.sourceHash === undefined
      ? "Bring the translation up to date."
      : `Bring the translation up to date, and write sourceHash: ${sourceHashOf(original)} into it.`;
  return [warningIn(file, `${source} has changed after this translation${what}. ${remedy}`)];
}

const run = promisify(execFile);

/** Returns a file as it was at the last commit of another one; undefined without a history. */
async function readAtLastCommitOf(
  folder: string,
  { file, source }: { file: string; source: string },
): Promise<string | undefined> {
  const cwd = path.resolve(folder);
  try {
    const { stdout: commit } = await run("git", ["log", "-1", "--format=%H", "--", file], { cwd });
    if (commit.trim() === "") return undefined;
    return (await run("git", ["show", `${commit.trim()}:./${source}`], { cwd, maxBuffer: 16 * 1024 * 1024 })).stdout;
  } catch {
    // As without git: what changed is unknown.
    return undefined;
  }
}

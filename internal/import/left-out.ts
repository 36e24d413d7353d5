import path from "node:path";
import { SKIPPED } from "./recognise.ts";
import type { LeftOut, Repository } from "./repository.ts";
import { listVersions } from "./versions.ts";
import { walkFiles, walkLinks } from "./walk-files.ts";

const MAX_FOLDERS = 2_000;
const SHOWN = 8;
const DEPTH = 2;
/** Pages for those who work on the repository. */
const ABOUT = /^(?:README|CHANGELOG|CONTRIBUTING|LICENSE|SECURITY|CODE_OF_CONDUCT|AGENTS|CLAUDE)\b/i;

/** Scripts that a docs.json repository has on every page, in a line for the report; none when there are none. */
export function describeUnloaded({ kind, content }: Repository): string[] {
  if (kind !== "docs.json") return [];
  const enters = (folder: string) => !path.basename(folder).startsWith(".") && !SKIPPED.has(path.basename(folder));
  const names = [...walkFiles(content, { folders: MAX_FOLDERS, enters })]
    .filter((file) => /\.js$/i.test(file))
    .map((file) => path.relative(content, file).split(path.sep).join("/"));
  if (names.length === 0) return [];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return [`${names.slice(0, SHOWN).join(", ")}${more}: name scripts in docent.config.ts; those of the content are never loaded`];
}

/** Describes, in a line for the report, symbolic links of the content that are not followed. */
export function describeLinks({ content }: Repository): string[] {
  const enters = (folder: string) => !path.basename(folder).startsWith(".") && !SKIPPED.has(path.basename(folder));
  const names = [...walkLinks(content, { folders: MAX_FOLDERS, enters })].map((link) => path.relative(content, link));
  if (names.length === 0) return [];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return [
    `${names.slice(0, SHOWN).join(", ")}${more}: symbolic links to folders, or out of this one, are not followed; put the files in their place`,
  ];
}

/**
 * Folders with pages that are not part of what is imported: other sites of the repository, and those beside the content of a
 * framework's site, such as a blog or older versions; at most 8 of each, the largest first.
 */
export function listLeftOut(repository: Repository): LeftOut[] {
  return [...(repository.others ?? []).slice(0, SHOWN), ...listBeside(repository)];
}

function listBeside({ kind, content, site, ...repository }: Repository): LeftOut[] {
  if (site === undefined || site === content) return [];
  const counts = new Map<string, number>();
  const enters = (folder: string) => {
    const name = path.basename(folder);
    return folder !== content && !name.startsWith(".") && !SKIPPED.has(name);
  };
  const versions = listVersions({ kind, content, site, ...repository }).map((each) => `${each.repository.content}${path.sep}`);
  const isVersion = (file: string) => versions.some((each) => file.startsWith(each));
  for (const file of walkFiles(site, { folders: MAX_FOLDERS, enters })) {
    const folder = path.dirname(file);
    const name = path.basename(file);
    if (isVersion(file) || !/\.mdx?$/i.test(name) || ABOUT.test(name) || folder === site) continue;
    const top = path.join(site, ...path.relative(site, folder).split(path.sep).slice(0, DEPTH));
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const found = [...counts].map(([folder, pages]) => ({ folder, pages }));
  return found.sort((left, right) => right.pages - left.pages).slice(0, SHOWN);
}

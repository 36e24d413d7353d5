import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type ContentFile, isDescription, withoutAbove } from "./engine/files.ts";
import { isWithin } from "./recognise.ts";
import type { Repository } from "./repository.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_DESCRIPTIONS = 50;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_SCRIPT_BYTES = 256 * 1024;
const MAX_FOLDERS = 1_000;
const DOCUMENT = /<\w{1,50}\sdocument=\{?["']([^"'\s]{1,300})["']/g;
const NAMED = /["'`]([^"'`\s$]{1,300}\.(?:json|ya?ml))["'`]/g;

/**
 * Returns the API descriptions whose operations pages show, by their path in the copy: those that pages name by file, else those
 * that the site's code gives the names that pages use. At most 50 of 20 MB; links out of the repository are not followed.
 */
export function listDescriptions(
  root: string,
  { content, site }: Repository,
  files: readonly ContentFile[],
): Map<string, string> {
  const found = new Map<string, string>();
  const named = new Set(files.filter(({ text }) => text.includes("APIPage")).flatMap(({ text }) => namesIn(text, DOCUMENT)));
  if (!site || named.size === 0) return found;
  const read = (name: string, folder: string) => {
    const absolute = path.resolve(folder, name);
    if (found.size >= MAX_DESCRIPTIONS || !isReadable(root, absolute)) return false;
    const isCopied = realpathSync(absolute).startsWith(realpathSync(content) + path.sep);
    const text = readFileSync(absolute, "utf8");
    if (!isCopied && isDescription(text)) found.set(withoutAbove(path.posix.normalize(name)), text);
    return true;
  };
  const missing = [...named].filter((name) => !read(name, site));
  if (missing.length > 0)
    for (const { file, names } of scriptsOf(site))
      for (const name of names) if (!read(name, site)) read(name, path.dirname(file));
  return found;
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

function isReadable(root: string, file: string): boolean {
  if (!existsSync(file) || !isWithin(root, file)) return false;
  const stats = statSync(file);
  return stats.isFile() && stats.size <= MAX_BYTES;
}

/** Finds the code that names descriptions, and lists the files that it names. */
function scriptsOf(site: string): { file: string; names: string[] }[] {
  const enters = (folder: string) => !/^(?:node_modules|\..*)$/.test(path.basename(folder));
  return [...walkFiles(site, { folders: MAX_FOLDERS, enters })].flatMap((file) => {
    if (!/\.[cm]?[jt]sx?$/.test(file) || statSync(file).size > MAX_SCRIPT_BYTES) return [];
    const text = readFileSync(file, "utf8");
    return text.includes("createOpenAPI(") ? [{ file, names: namesIn(text, NAMED) }] : [];
  });
}

import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { VITEPRESS_SETTINGS } from "./dialects/recognise-dialect.ts";
import type { ContentFile } from "./engine/files.ts";
import { isWithin } from "./recognise.ts";
import type { Repository } from "./repository.ts";

const MAX_FILES = 100;
const MAX_BYTES = 256 * 1024;
const MAX_NAMED = 200;
const IMPORT = /\b(?:from\s*|require\(\s*)["'](\.\.?\/[^"'\n]{1,300})["']/g;
const ENDINGS = ["", ".ts", ".js", ".mjs", ".cjs", ".mts", ".json", "/index.ts", "/index.js"];

/** Reads a file of the site's code by its path; undefined when there is none, or it is too large to be settings. */
export function readCode(site: string, name: string): ContentFile | undefined {
  const absolute = path.join(site, name);
  if (!existsSync(absolute) || !isWithin(site, absolute)) return undefined;
  const stats = statSync(absolute);
  return stats.isFile() && stats.size <= MAX_BYTES ? { path: name, text: readFileSync(absolute, "utf8"), hash: "" } : undefined;
}

/** Names that a file of settings may have, where they are code. */
export function scriptsNamed(name: string): string[] {
  return ["ts", "mts", "js", "mjs", "cjs"].map((ending) => `${name}.${ending}`);
}

const SETTINGS: Partial<Record<Repository["kind"], readonly string[]>> = {
  docusaurus: scriptsNamed("docusaurus.config"),
  starlight: scriptsNamed("astro.config"),
  vitepress: VITEPRESS_SETTINGS,
};

/** Reads the settings of a site whose system has code for them. */
export function readSettingsCode(kind: Repository["kind"], site: string): ContentFile | undefined {
  return SETTINGS[kind]?.map((name) => readCode(site, name)).find(Boolean);
}

/** Reads the files that a file of the site imports by path, and those that they import in turn: at most 100. */
export function readImported(site: string, file: ContentFile): Map<string, ContentFile> {
  const found = new Map<string, ContentFile>();
  const waiting = [file];
  for (let from = waiting.pop(); from; from = waiting.pop()) {
    const folder = path.posix.dirname(from.path);
    for (const [, name = ""] of [...from.text.matchAll(IMPORT)].slice(0, MAX_NAMED)) {
      const bare = path.posix.join(folder, name);
      if (found.size >= MAX_FILES || bare.startsWith("..")) continue;
      const target = ENDINGS.map((ending) => bare + ending).find((each) => !found.has(each) && isFile(path.join(site, each)));
      const read = target === undefined ? undefined : readCode(site, target);
      if (!read) continue;
      found.set(read.path, read);
      waiting.push(read);
    }
  }
  found.delete(file.path);
  return found;
}

export function isFile(name: string): boolean {
  return existsSync(name) && statSync(name).isFile();
}

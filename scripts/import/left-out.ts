// Tested in outside.test.ts.
import { readdirSync } from "node:fs";
import path from "node:path";
import { type Repository, SKIPPED } from "./recognise.ts";

/** Pages of a site that are in no folder that is taken over. */
export interface LeftOut {
  /** Path on the disk. */
  readonly folder: string;
  readonly pages: number;
}

const MAX_FOLDERS = 2_000;
const SHOWN = 8;
const DEPTH = 2;
/** Pages for those who work on the repository. */
const ABOUT = /^(?:README|CHANGELOG|CONTRIBUTING|LICENSE|SECURITY|CODE_OF_CONDUCT|AGENTS|CLAUDE)\b/i;

/** Folders of a framework's site beside its content that hold pages, such as a blog or older versions: at most 8, the largest first. */
export function listLeftOut({ content, site }: Repository): LeftOut[] {
  if (site === undefined) return [];
  const counts = new Map<string, number>();
  const waiting = [site];
  for (let seen = 0; seen < MAX_FOLDERS && waiting.length > 0; seen += 1) {
    const folder = waiting.shift() as string;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inner = path.join(folder, entry.name);
      if (entry.isDirectory() && inner !== content && !entry.name.startsWith(".") && !SKIPPED.has(entry.name))
        waiting.push(inner);
      if (!entry.isFile() || !/\.mdx?$/i.test(entry.name) || ABOUT.test(entry.name) || folder === site) continue;
      const top = path.join(site, ...path.relative(site, folder).split(path.sep).slice(0, DEPTH));
      counts.set(top, (counts.get(top) ?? 0) + 1);
    }
  }
  const found = [...counts].map(([folder, pages]) => ({ folder, pages }));
  return found.sort((left, right) => right.pages - left.pages).slice(0, SHOWN);
}

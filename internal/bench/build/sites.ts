import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "../../../scripts/run.ts";
import { Workspace } from "../../exercises/workspace.ts";
import type { Pages } from "./pages.ts";

/** A site in a separate folder, with its packages, ready to be built. */
export interface Site {
  readonly name: string;
  readonly folder: string;
  /** The folder of its pages. */
  readonly content: string;
  readonly remove: () => void;
}

/** A fork of the last commit after `npm run init`, with these pages and no others. */
export function writeDocent(pages: Pages): Site {
  const fork = new Workspace("bench-build");
  fork.run("npm", "run", "--silent", "init", "--", "--yes", "--name", "Docs", "--languages", "en", "--versions", "none");
  const content = path.join(fork.folder, "content");
  rmSync(content, { recursive: true });
  writeAll(content, pages);
  return { name: "docent", folder: fork.folder, content, remove: () => fork.remove() };
}

/** The same pages on a site of Fumadocs with its MDX package, as its guide writes it. */
export async function writeFumadocs(pages: Pages): Promise<Site> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-bench-fumadocs-"));
  cpSync(path.join(import.meta.dirname, "fumadocs"), folder, { recursive: true });
  // Not `npm ci`: a lock file has programs of the platforms alone that the registry had when it was written.
  const code = await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {}, folder);
  if (code !== 0) throw new Error("The packages of Fumadocs cannot be installed.");
  const content = path.join(folder, "content");
  writeAll(content, pages);
  return { name: "fumadocs", folder, content, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function writeAll(folder: string, pages: Pages): void {
  for (const [file, text] of Object.entries(pages)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { CHUNKS, ENTRY } from "./mermaid-address.ts";

/** Finds the folder of the package that has what a browser runs; undefined where a site has taken the package out. */
export function findMermaidFolder(): string | undefined {
  // The project's own folder, since a bundle is somewhere else.
  const manifest = path.join(process.cwd(), "node_modules/mermaid/package.json");
  return existsSync(manifest) ? path.join(path.dirname(manifest), "dist") : undefined;
}

/**
 * Chunks of a layout that no drawing uses (components/mdx/draw.ts): 1.6 MB, under EPL-2.0 or GPL-3.0. They are sent to no
 * browser, and next.config.mjs keeps them out of what ships.
 */
const LEFT_OUT = /^elk-/;

/** Returns the files that a browser may ask for, relative to the folder. */
export async function listMermaidFiles(folder = findMermaidFolder()): Promise<string[]> {
  if (!folder) return [];
  const chunks = (await readdir(path.join(folder, CHUNKS))).filter((name) => name.endsWith(".mjs") && !LEFT_OUT.test(name));
  return [ENTRY, ...chunks.map((name) => `${CHUNKS}/${name}`)];
}

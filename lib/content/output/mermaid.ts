import { readdir } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { CHUNKS, ENTRY } from "./mermaid-address.ts";

/** Returns the folder of the package that has what a browser runs. */
export function mermaidFolder(): string {
  // The project's own folder, since a bundle is somewhere else.
  const manifest = findPackageJSON("mermaid", path.join(process.cwd(), "package.json"));
  if (!manifest) throw new Error("The package mermaid is not installed: run npm install.");
  return path.join(path.dirname(manifest), "dist");
}

/**
 * Chunks of a layout that no drawing uses (components/mdx/draw.ts): 1.6 MB, under EPL-2.0 or GPL-3.0. They are sent to no
 * browser, and next.config.mjs keeps them out of what ships.
 */
const LEFT_OUT = /^elk-/;

/** Returns the files that a browser may ask for, relative to the folder. */
export async function listMermaidFiles(folder = mermaidFolder()): Promise<string[]> {
  const chunks = (await readdir(path.join(folder, CHUNKS))).filter((name) => name.endsWith(".mjs") && !LEFT_OUT.test(name));
  return [ENTRY, ...chunks.map((name) => `${CHUNKS}/${name}`)];
}

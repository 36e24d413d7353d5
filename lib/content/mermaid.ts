// Tested in e2e/diagrams.spec.ts.
import { readdir } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";
import mermaid from "mermaid/package.json" with { type: "json" };

export const MERMAID_VERSION = mermaid.version;
const ENTRY = "mermaid.esm.min.mjs";
const CHUNKS = "chunks/mermaid.esm.min";

/** Where a browser imports Mermaid from, without the base path. The version makes it an address that never changes what it gives. */
export const MERMAID_ADDRESS = `/api/mermaid/${MERMAID_VERSION}/${ENTRY}`;

/** The folder of the package that has what a browser runs. */
export function mermaidFolder(): string {
  // The project's own folder, since a bundle is somewhere else.
  const manifest = findPackageJSON("mermaid", path.join(process.cwd(), "package.json"));
  if (!manifest) throw new Error("The package mermaid is not installed: run npm install.");
  return path.join(path.dirname(manifest), "dist");
}

/** The files that a browser may ask for, relative to the folder. */
export async function listMermaidFiles(folder = mermaidFolder()): Promise<string[]> {
  const chunks = await readdir(path.join(folder, CHUNKS));
  return [ENTRY, ...chunks.filter((name) => name.endsWith(".mjs")).map((name) => `${CHUNKS}/${name}`)];
}

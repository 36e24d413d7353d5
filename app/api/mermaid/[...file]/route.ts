import { readFile } from "node:fs/promises";
import path from "node:path";
import { findMermaidFolder, listMermaidFiles } from "@/lib/content/output/mermaid.ts";
import { MERMAID_VERSION } from "@/lib/content/output/mermaid-address.ts";

/** Prerendered by the build, and again after an update that renders all pages (next.config.mjs ships the package). */
export const dynamic = "force-static";
export const dynamicParams = false;

const HEADERS = { "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=31536000, immutable" };

export async function generateStaticParams(): Promise<Params[]> {
  return (await listMermaidFiles()).map((name) => ({ file: [MERMAID_VERSION, ...name.split("/")] }));
}

interface Params {
  readonly file: string[];
}

/** Returns one file of Mermaid as its package has it, for the reader's browser: bundling its diagrams, for the server too, took a third of a build. */
export async function GET(_request: Request, { params }: { params: Promise<Params> }): Promise<Response> {
  const [version, ...parts] = (await params).file;
  const name = parts.join("/");
  const folder = findMermaidFolder();
  const isThere = folder && version === MERMAID_VERSION && (await listMermaidFiles(folder)).includes(name);
  if (!isThere) return new Response(null, { status: 404 });
  const text = await readFile(path.join(folder, name), "utf8");
  return new Response(text, { headers: HEADERS });
}

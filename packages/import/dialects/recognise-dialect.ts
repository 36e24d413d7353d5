import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isObject, type JsonObject, listOf, readYaml } from "../engine/files.ts";
import type { Repository } from "../repository.ts";

const MAX_BYTES = 256 * 1024;
const MKDOCS = ["mkdocs.yml", "mkdocs.yaml"];
const VITEPRESS = ["ts", "mts", "js", "mjs", "cjs"].map((ending) => `.vitepress/config.${ending}`);

/** Returns the site of MkDocs, VitePress or GitBook that a folder holds; undefined where it holds none. */
export function findDialect(folder: string): Repository | undefined {
  return findMkdocs(folder) ?? findVitepress(folder) ?? findGitbook(folder);
}

function findMkdocs(site: string): Repository | undefined {
  const found = readMkdocsSettings(site);
  if (!found) return undefined;
  const { file, settings } = found;
  const content = path.join(site, typeof settings.docs_dir === "string" ? settings.docs_dir : "docs");
  const snippets = listOf(settings.markdown_extensions).map((each) => isObject(each) && each["pymdownx.snippets"]);
  const includes = snippets
    .flatMap((each) => (isObject(each) ? [each.base_path].flat() : []))
    .filter((each) => typeof each === "string")
    .map((each) => path.join(site, each));
  return { kind: "mkdocs", content, site, includes, reason: file, rename: toMdxName };
}

/** The settings of MkDocs in a folder. Tags of Python in them say nothing here. */
export function readMkdocsSettings(site: string): { file: string; settings: JsonObject } | undefined {
  const file = MKDOCS.find((name) => existsSync(path.join(site, name)));
  if (file === undefined || statSync(path.join(site, file)).size > MAX_BYTES) return undefined;
  try {
    const settings = readYaml(readFileSync(path.join(site, file), "utf8"), { logLevel: "silent" }).toJS({ maxAliasCount: 50 });
    return { file, settings: isObject(settings) ? settings : {} };
  } catch {
    return undefined;
  }
}

function findVitepress(site: string): Repository | undefined {
  const file = VITEPRESS.find((name) => existsSync(path.join(site, name)));
  if (file === undefined) return undefined;
  const code = readFileSync(path.join(site, file), "utf8");
  const [, folder = "."] = /\bsrcDir:\s*["']([^"'\n]+)["']/.exec(code) ?? [];
  // `rewrites: { "en/:rest*": ":rest*" }`: the first language is in no folder.
  const [, first] = /["']([\w-]+)\/:(\w+)\*["']:\s*["']:\2\*["']/.exec(code) ?? [];
  const rename = (name: string) =>
    (first && name.startsWith(`${first}/`) ? name.slice(first.length + 1) : name).replace(/\.md$/i, ".mdx");
  return { kind: "vitepress", content: path.join(site, folder), site, reason: file, rename };
}

function findGitbook(site: string): Repository | undefined {
  if (
    !readdirSync(site).some((name) => name === ".gitbook.yaml" || name === "SUMMARY.md") ||
    existsSync(path.join(site, "book.toml"))
  )
    return undefined;
  const { root, structure } = readGitbookSettings(site);
  const content = path.join(site, root);
  return existsSync(path.join(content, structure))
    ? { kind: "gitbook", content, site, reason: path.join(path.relative(site, content), structure), rename: toMdxName }
    : undefined;
}

/** Settings of GitBook, or what counts without any. */
export function readGitbookSettings(site: string): { root: string; structure: string; redirects: Record<string, unknown> } {
  const file = path.join(site, ".gitbook.yaml");
  const usual = { root: ".", structure: "SUMMARY.md", redirects: {} };
  try {
    const { root, structure, redirects } = readYaml(readFileSync(file, "utf8")).toJS({ maxAliasCount: 50 }) ?? {};
    return {
      root: typeof root === "string" ? root : usual.root,
      structure: typeof structure?.summary === "string" ? structure.summary : usual.structure,
      redirects: typeof redirects === "object" && redirects !== null ? redirects : {},
    };
  } catch {
    return usual;
  }
}

/** README of a folder is its start page. */
function toMdxName(name: string): string {
  return name.replace(/(^|\/)README\.md$/i, "$1index.md").replace(/\.md$/i, ".mdx");
}

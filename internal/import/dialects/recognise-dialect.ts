import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isObject, type JsonObject, listOf, readYaml } from "../engine/files.ts";
import type { Repository } from "../repository.ts";

const MAX_BYTES = 256 * 1024;
const MKDOCS = ["mkdocs.yml", "mkdocs.yaml"];
/** The file of settings of a VitePress site, which may be a folder with an index. */
export const VITEPRESS_SETTINGS = [".vitepress/config", ".vitepress/config/index"].flatMap((name) =>
  ["ts", "mts", "js", "mjs", "cjs"].map((ending) => `${name}.${ending}`),
);

/** The folder that pictures of GitBook get in the copy: that of a repository is hidden. */
export const GITBOOK_ASSETS = "gitbook-assets";

/** Returns the site of MkDocs, VitePress or GitBook that a folder holds; undefined when it holds none. */
export function findDialect(folder: string): Repository | undefined {
  return findMkdocs(folder) ?? findVitepress(folder) ?? findGitbook(folder);
}

/** Returns a repository that GitBook keeps in step with Git: by its settings, or a SUMMARY.md that is no book of mdBook. */
function findGitbook(site: string): Repository | undefined {
  const file = [".gitbook.yaml", ".gitbook.yml"].find((name) => existsSync(path.join(site, name)));
  const { root = ".", structure } = readGitbookSettings(site);
  const content = path.resolve(site, String(root).replace(/^\/+/, ""));
  const summary =
    isObject(structure) && typeof structure.summary === "string" ? structure.summary.replace(/^\.?\//, "") : "SUMMARY.md";
  const order = path.join(content, summary);
  const isBook = [site, path.dirname(site)].some((folder) => existsSync(path.join(folder, "book.toml")));
  const hasOrder =
    existsSync(order) && statSync(order).size <= MAX_BYTES && /\]\(<?[^)\n]+\.md/.test(readFileSync(order, "utf8"));
  if (!hasOrder || isBook) return undefined;
  return { kind: "gitbook", content, site, sidebar: summary, reason: file ?? summary, rename: toMdxName };
}

/** Reads .gitbook.yaml; without fields where there is none, or none that can be read. */
export function readGitbookSettings(site: string): JsonObject {
  const file = [".gitbook.yaml", ".gitbook.yml"].map((name) => path.join(site, name)).find((name) => existsSync(name));
  if (file === undefined || statSync(file).size > MAX_BYTES) return {};
  try {
    const settings = readYaml(readFileSync(file, "utf8"), { logLevel: "silent" }).toJS({ maxAliasCount: 50 });
    return isObject(settings) ? settings : {};
  } catch {
    return {};
  }
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

/** Reads the settings of MkDocs in a folder. Python tags in them are ignored. */
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
  const file = VITEPRESS_SETTINGS.find((name) => existsSync(path.join(site, name)));
  if (file === undefined) return undefined;
  const code = readFileSync(path.join(site, file), "utf8");
  const [, folder = "."] = /\bsrcDir:\s*["']([^"'\n]+)["']/.exec(code) ?? [];
  // `rewrites: { "en/:rest*": ":rest*" }`: the first language is in no folder.
  const [, first] = /["']([\w-]+)\/:(\w+)\*["']:\s*["']:\2\*["']/.exec(code) ?? [];
  const rename = (name: string) =>
    (first && name.startsWith(`${first}/`) ? name.slice(first.length + 1) : name).replace(/\.md$/i, ".mdx");
  return { kind: "vitepress", content: path.join(site, folder), site, reason: file, rename };
}

/** Renames a page to .mdx, and a README to the index of its folder. */
function toMdxName(name: string): string {
  return name.replace(/(^|\/)README\.md$/i, "$1index.md").replace(/\.md$/i, ".mdx");
}

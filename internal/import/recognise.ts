import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { findDialect } from "./dialects/recognise-dialect.ts";
import { isDocsSettings } from "./engine/files.ts";
import { findSystem } from "./foreign.ts";
import { findNamedLanguages } from "./languages.ts";
import type { Repository, RepositoryKind } from "./repository.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_DEPTH = 3;
const MAX_FOLDERS = 5_000;
export const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "coverage"]);

const DOCUSAURUS = /^docusaurus\.config\.[cm]?[jt]s$/;

/** Frameworks by the package that names them, and where each keeps its pages. */
interface Framework {
  readonly kind: RepositoryKind;
  readonly name: RegExp;
  readonly folders: readonly string[];
  /** The file of settings that the folder of a site has. */
  readonly settings?: RegExp;
}
const FRAMEWORKS: readonly Framework[] = [
  { kind: "fumadocs", name: /^fumadocs-(?:core|ui|mdx)$/, folders: ["content/docs", "content"] },
  {
    kind: "starlight",
    name: /^@astrojs\/starlight$/,
    folders: ["src/content/docs"],
    settings: /^astro\.config\.[cm]?[jt]s$/,
  },
  { kind: "nextra", name: /^nextra$/, folders: ["content", "src/content", "pages", "src/pages", "docs", "app", "src/app"] },
  {
    kind: "docusaurus",
    name: /^@docusaurus\/core$/,
    folders: ["docs", "../docs"],
    settings: DOCUSAURUS,
  },
];

/** Finds out what a folder is: by its docs.json or mint.json, else by the framework it depends on; undefined without pages. */
export function recognise(folder: string, start = folder): Repository | undefined {
  const withSettings = (name: string) =>
    findFolder(
      start,
      (candidate) => existsSync(path.join(candidate, name)) && isDocsSettings(readFileSync(path.join(candidate, name), "utf8")),
    );
  const reason = (content: string, name: string) => path.relative(folder, path.join(content, name));
  const content = withSettings("docs.json");
  // A site that has moved to a framework may keep the file of before.
  const successor = content && !hasListedPages(content) ? findFramework(folder, start) : undefined;
  if (successor) return successor;
  if (content) return { kind: "docs.json", content, reason: reason(content, "docs.json") };
  const old = withSettings("mint.json");
  if (old) return { kind: "docs.json", content: old, isOld: true, reason: reason(old, "mint.json") };
  return findFramework(folder, start) ?? findOther(start) ?? findMarkdown(start);
}

/** Returns true when a page that a docs.json lists is beside it, and where it is not certain that it lists any. */
function hasListedPages(folder: string): boolean {
  const text = readFileSync(path.join(folder, "docs.json"), "utf8");
  const names: string[] = [];
  try {
    JSON.parse(text, function (this: unknown, _, value: unknown) {
      if (Array.isArray(this) && typeof value === "string" && !/\s|\.(?:json|ya?ml)$/i.test(value)) names.push(value);
    });
  } catch {
    // With comments, or broken: what reads it will tell.
    return true;
  }
  const isThere = (name: string) => [".mdx", ".md"].some((ending) => existsSync(path.join(folder, `${name}${ending}`)));
  return names.length === 0 || text.includes('"$ref"') || names.some(isThere);
}

/** Finds a site by its own settings when no package gives it away: of several side by side, the one with the most pages. */
function findOther(folder: string): Repository | undefined {
  const sites = findFolders(folder, (candidate) => readOther(folder, candidate) !== undefined)
    .flatMap((candidate) => readOther(folder, candidate) ?? [])
    .map((site) => ({ site, pages: countPages(site.content) }))
    .sort((left, right) => right.pages - left.pages);
  const [first, ...others] = sites;
  return first && { ...first.site, others: others.map(({ site, pages }) => ({ folder: site.content, pages })) };
}

function readOther(root: string, candidate: string): Repository | undefined {
  const found = findDialect(candidate);
  return found && existsSync(found.content) && isWithin(root, found.content) && holdsPages(found.content) ? found : undefined;
}

function countPages(folder: string): number {
  return [...walkFiles(folder, { folders: MAX_FOLDERS, enters: (each) => !SKIPPED.has(path.basename(each)) })].filter(isPage)
    .length;
}

/**
 * Returns the folder that an import may read: the one that is given, or the one above where that is a Docusaurus site with its pages
 * beside it.
 */
export function rootOf(folder: string): string {
  const isBeside = statedFolder(folder)?.startsWith("../");
  return isBeside && holdsPages(path.join(folder, statedFolder(folder) ?? "")) ? path.dirname(folder) : folder;
}

/** Returns the folder of pages that the settings of Docusaurus name. */
function statedFolder(site: string): string | undefined {
  const settings = readdirSync(site).find((name) => DOCUSAURUS.test(name));
  if (settings === undefined) return undefined;
  const code = readFileSync(path.join(site, settings), "utf8");
  const [, stated] = /\bdocs:\s*\{(?:[^{}]|\{[^{}]{0,300}\}){0,1000}?\bpath:\s*["']([^"'\n]{1,200})["']/.exec(code) ?? [];
  // A site whose pages are those of plugins alone.
  const [, ofPlugin] = /\bcontent-docs["'][\s\S]{0,500}?\bpath:\s*["']([^"'\n]{1,200})["']/.exec(code) ?? [];
  if (stated === undefined && ofPlugin !== undefined && !existsSync(path.join(site, "docs"))) return ofPlugin;
  return stated ?? (existsSync(path.join(site, "docs")) || !existsSync(path.join(site, "../docs")) ? undefined : "../docs");
}

function findFramework(folder: string, start: string): Repository | undefined {
  let repository: Repository | undefined;
  findFolder(start, (candidate) => {
    const needed = dependenciesOf(path.join(candidate, "package.json"));
    const ordered = findOrdered(candidate);
    const names = ordered ? [...needed, "nextra"] : needed;
    for (const { kind, name, folders, settings } of FRAMEWORKS) {
      // A folder of a monorepo may have its packages from above.
      const stating = kind === "docusaurus" && settings && hasFile(candidate, settings);
      const dependency = names.find((each) => name.test(each)) ?? (stating ? "@docusaurus/core" : undefined);
      // A package.json may name what a folder below it is built with.
      const site = (dependency && settings && findFolder(candidate, (each) => hasFile(each, settings))) ?? candidate;
      const stated = kind === "docusaurus" && dependency ? statedFolder(site) : undefined;
      const content = [...(stated ? [stated] : []), ...folders].map((each) => path.join(site, each)).find(holdsPages);
      const isInside = content !== undefined && isWithin(folder, content);
      const place = (file: string) => path.relative(folder, path.join(candidate, file));
      const isNeeded = needed.some((each) => each === dependency);
      const sign = stating ? (readdirSync(candidate).find((each) => DOCUSAURUS.test(each)) ?? "") : (ordered ?? "");
      const reason = isNeeded ? `${dependency} in ${place("package.json")}` : place(sign);
      if (dependency && content && isInside) repository ??= { kind, content, reason, site, ...namesOf(kind, { content, site }) };
    }
    return repository !== undefined;
  });
  return repository;
}

/** Returns which files are renamed, and the languages that file names reveal. */
function namesOf(kind: RepositoryKind, place: { content: string; site: string }): Pick<Repository, "rename" | "languages"> {
  // `guide/page.mdx` of a Next.js `app` folder is the page `guide`.
  if (kind === "nextra" && path.basename(place.content) === "app")
    return { rename: (name) => name.replace(/(^|\/)page(\.mdx?)$/, "$1index$2") };
  if (kind === "nextra" || kind === "fumadocs") {
    const { languages, rename } = findNamedLanguages(place) ?? {};
    return rename ? { languages, rename: (name, from) => (from === "outside" ? name : rename(name)) } : {};
  }
  // Docusaurus reads .md as MDX where its settings do not say otherwise.
  return kind === "docusaurus" && !isPlain(place.site) ? { rename: (name) => name.replace(/\.md$/, ".mdx") } : {};
}

function isPlain(site: string): boolean {
  const settings = readdirSync(site).find((name) => DOCUSAURUS.test(name));
  return settings !== undefined && /\bformat:\s*["'](?:md|detect)["']/.test(readFileSync(path.join(site, settings), "utf8"));
}

function hasFile(folder: string, name: RegExp): boolean {
  return readdirSync(folder).some((each) => name.test(each));
}

const SCRIPTS = ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"];

const PAGE_FOLDERS = ["pages", "src/pages", "content", "src/content"];

/**
 * Returns the sign that a site has Nextra from another package: its theme, or a Next.js site whose pages have their order from
 * `_meta` files beside them, or one folder below.
 */
function findOrdered(candidate: string): string | undefined {
  const has = (name: string, endings: readonly string[]) =>
    endings.some((ending) => existsSync(path.join(candidate, `${name}.${ending}`)));
  const isOrdered = (folder: string) => has(`${folder}/_meta`, ["json", ...SCRIPTS]);
  if (has("theme.config", SCRIPTS) && PAGE_FOLDERS.some(isOrdered)) return "theme.config";
  const isNext = has("next.config", SCRIPTS);
  const found = PAGE_FOLDERS.flatMap((folder) => [folder, ...foldersIn(candidate, folder)]).find(
    (each) => isNext && isOrdered(each),
  );
  return found && `${found}/_meta`;
}

function foldersIn(candidate: string, folder: string): string[] {
  const whole = path.join(candidate, folder);
  if (!statSync(whole, { throwIfNoEntry: false })?.isDirectory()) return [];
  const entries = readdirSync(whole, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
}

function dependenciesOf(file: string): string[] {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
    return Object.keys({ ...dependencies, ...devDependencies });
  } catch {
    return [];
  }
}

function findMarkdown(folder: string): Repository | undefined {
  const content = ["docs", "content", "."]
    .map((each) => path.join(folder, each))
    .find((each) => holdsPages(each) && isWithin(folder, each));
  return content === undefined
    ? undefined
    : { kind: "markdown", content, system: findSystem(folder, content), reason: "Markdown files" };
}

/** Returns true for a file or folder inside a repository: a link may lead out of it, such as to the files of the user. */
export function isWithin(root: string, name: string): boolean {
  const [inner] = path.relative(realpathSync(root), realpathSync(name)).split(path.sep);
  return inner !== "..";
}

function holdsPages(folder: string): boolean {
  return findFolder(folder, (candidate) => readdirSync(candidate).some(isPage)) !== undefined;
}

function isPage(file: string): boolean {
  return /\.mdx?$/i.test(file) && !/^(?:README|SUMMARY)\b/i.test(path.basename(file));
}

/** Finds the first folder that fits, outer ones first. */
function findFolder(root: string, fits: (folder: string) => boolean): string | undefined {
  return findFolders(root, fits)[0];
}

/** Finds the folders that fit on the outermost level that has any. */
function findFolders(root: string, fits: (folder: string) => boolean): string[] {
  let level = statSync(root, { throwIfNoEntry: false })?.isDirectory() ? [root] : [];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const found = level.filter(fits);
    if (found.length > 0) return found;
    level = level.flatMap((folder) => {
      const entries = readdirSync(folder, { withFileTypes: true });
      const inner = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !SKIPPED.has(entry.name));
      return inner.map(({ name }) => path.join(folder, name));
    });
  }
  return [];
}

/** Returns true for a repository that runs where it is, without a copy. */
export function canStay(repository: Repository): boolean {
  return !isForeign(repository) && !repository.isOld;
}

/** Returns true when pages of a repository are written for another system, so that they are translated. */
export function isForeign({ kind }: Pick<Repository, "kind">): boolean {
  return kind !== "docs.json" && kind !== "markdown";
}

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { withField } from "./conventions.ts";
import { GITBOOK_ASSETS } from "./dialects/recognise-dialect.ts";
import { type ContentFile, type ContentFiles, fileKindOf, sha256 } from "./engine/files.ts";
import { splitFrontMatter } from "./engine/pages.ts";
import { navigationOf, type Site } from "./engine/site.ts";
import { findHeading } from "./heading.ts";
import { toFile } from "./metas.ts";
import { oldAddress } from "./old-addresses.ts";
import { isWithin } from "./recognise.ts";
import type { Repository } from "./repository.ts";
import { navigationOfFolders, readSidebar, type Sidebar, type SidebarPages } from "./sidebar.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_STATIC = 10_000;
/** Folder of such files, where it is not `public`. */
const STATIC: Partial<Record<Repository["kind"], string>> = { docusaurus: "static", gitbook: ".gitbook/assets" };

/** Files that a repository's content lacks here, by the path that they get in it. */
export type AddedFiles = ReadonlyMap<string, string>;

/**
 * Pictures and other files that a framework serves from a public folder, `static` or `public`: by their path there, the
 * path on the disk. At most 10,000; links are not followed.
 */
export function listStatic({ kind, site, content }: Repository): Map<string, string> {
  const found = new Map<string, string>();
  const folder = site && path.join(kind === "vitepress" || kind === "gitbook" ? content : site, STATIC[kind] ?? "public");
  if (!folder || !existsSync(folder) || !isWithin(site, folder)) return found;
  const start = kind === "gitbook" ? `${GITBOOK_ASSETS}/` : "";
  for (const absolute of walkFiles(folder, { folders: MAX_STATIC })) {
    const name = start + path.relative(folder, absolute).split(path.sep).join("/");
    if (found.size < MAX_STATIC && fileKindOf(name) === "asset" && !/(?:^|\/)\./.test(name)) found.set(name, absolute);
  }
  return found;
}

/** Renames files as the import does, and adds others, which replace files of the same name. */
export function withAdded(files: ContentFiles, added: AddedFiles, repository: Pick<Repository, "rename">): ContentFiles {
  const newName = renamer(
    files.files.map(({ path: name }) => name),
    repository,
  );
  const own = files.files.map((file) => ({ ...file, path: newName(file.path) }));
  const more = [...added].map(([name, text]): ContentFile => ({ path: name, text, hash: sha256(text) }));
  const all = [...own.filter(({ path: name }) => !added.has(name)), ...more];
  return { ...files, files: all.sort((left, right) => (left.path < right.path ? -1 : 1)) };
}

/** Returns a function that renames files; a file keeps its name when another one has the new name already. */
export function renamer(
  names: readonly string[],
  { rename }: Pick<Repository, "rename">,
  place?: "outside",
): (name: string) => string {
  const taken = new Set(names);
  return (name) => {
    const renamed = rename?.(name, place);
    return renamed === undefined || taken.has(renamed) ? name : renamed;
  };
}

/** Languages that names of pages tell, or those of a content folder that has nothing but a folder for each; none for any other. */
export function languagesOf({ kind, content, languages }: Repository): readonly string[] {
  if (languages) return languages;
  // Their settings name languages.
  if (kind === "docs.json" || kind === "vitepress") return [];
  const entries = readdirSync(content, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  const hasPages = entries.some(({ name }) => /\.mdx?$/i.test(name));
  const isEach = folders.length > 1 && folders.every((name) => /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(name));
  return isEach && !hasPages ? folders.sort((left, right) => Number(right === "en") - Number(left === "en")) : [];
}

/** Reads the sidebar that the site defines beside its content. */
export function sidebarOf(repository: Repository, site: Site, files: Pick<ContentFiles, "files">): Promise<Sidebar | undefined> {
  return readSidebar(repository, sidebarPages(repository, site, files.files));
}

/** Builds a sidebar from the folders of a site. */
export function folderNavigation(repository: Repository, site: Site): Sidebar {
  return navigationOfFolders(sidebarPages(repository, site, []), repository.kind);
}

function sidebarPages(repository: Repository, { project, pages, ...site }: Site, files: readonly ContentFile[]): SidebarPages {
  const paths = pages.flatMap(({ file }) => (file === null ? [] : file.replace(/\.mdx?$/i, "")));
  const byAddress = new Map(
    pages.flatMap(({ path: address, file }) => (file === null ? [] : [[address, file.replace(/\.mdx?$/i, "")]])),
  );
  return {
    paths,
    byId: idsOf(repository, files),
    folders: project.languages.flatMap(({ id }) => navigationOf({ ...site, project, pages }, id, project.defaultVersion)),
    pathOf: (address) => byAddress.get(address),
  };
}

/** Adds the titles of a sidebar to pages that have a different title. */
export function withTitles(files: ContentFiles, titles: Sidebar["titles"]): ContentFiles {
  const titled = files.files.map((file) => {
    const title = titles.get(file.path.replace(/\.mdx?$/i, ""));
    if (title === undefined) return file;
    const { frontMatter, source } = splitFrontMatter(file.path, file.text);
    const { sidebarTitle, sidebar_label, sidebar } = frontMatter;
    const own = sidebarTitle ?? frontMatter.title ?? findHeading(source);
    if (sidebar_label ?? sidebar?.label ?? (own === title ? own : undefined)) return file;
    const head = file.text.slice(0, file.text.length - source.length);
    return toFile(file.path, `${withField(head, "sidebarTitle", title)}${source}`);
  });
  return { ...files, files: titled };
}

/** Indexes pages by what else a sidebar may call them: the id or the address that they had. */
function idsOf({ kind }: Repository, files: readonly ContentFile[]): Map<string, string> {
  const ids = new Map<string, string>();
  if (kind !== "docusaurus" && kind !== "starlight") return ids;
  for (const file of files) {
    if (!/\.mdx?$/i.test(file.path)) continue;
    const { id } = splitFrontMatter(file.path, file.text).data;
    const name = file.path.replace(/\.mdx?$/i, "");
    if (kind === "starlight") ids.set(oldAddress(kind, file) ?? name, name);
    else if (id !== undefined) ids.set(path.posix.join(path.posix.dirname(name), String(id)), name);
  }
  return ids;
}

import type { Folder, Item, Node, Root } from "fumadocs-core/page-tree";
import type { ReactNode } from "react";
import type { FolderMeta } from "./folder-meta.ts";
import { own } from "./own.ts";
import type { Page } from "./page.ts";
import { folderOf } from "./places.ts";
import { findPage, type Site } from "./site.ts";
import type { Locale } from "./urls.ts";

/** Makes the icon that a page or folder names; undefined for a name it does not know. */
export type RenderIcon = (name: string) => ReactNode;

interface CachedTree {
  readonly renderIcon: RenderIcon | undefined;
  readonly root: Root;
}

const trees = new WeakMap<Site, Map<string, CachedTree>>();

/**
 * The sidebar of one language and version: complete in itself, in the order of the meta.json files.
 * A page that the language lacks is there as its counterpart of the default language, under a path of the language
 * asked for. Its `$id` changes with the site.
 */
export function pageTree(site: Site, locale: Locale, renderIcon?: RenderIcon): Root {
  const ofSite = trees.get(site) ?? new Map<string, CachedTree>();
  trees.set(site, ofSite);
  const key = `${locale.language}/${locale.version ?? ""}`;
  const cached = ofSite.get(key);
  if (cached && cached.renderIcon === renderIcon) return cached.root;
  const root = createTree(site, locale, renderIcon);
  ofSite.set(key, { renderIcon, root });
  return root;
}

/** The pages of one language and version in reading order, without the fallbacks of other languages. */
export function pagesInOrder(site: Site, locale: Locale): Page[] {
  const byPath = new Map(site.pages.map((page) => [page.path, page]));
  return urlsOf(pageTree(site, locale).children).flatMap((url) => byPath.get(url) ?? []);
}

function urlsOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === "page") return node.external ? [] : [node.url];
    return node.type === "folder" ? [...(node.index ? [node.index.url] : []), ...urlsOf(node.children)] : [];
  });
}

/** A folder as its pages make it, before any meta.json orders it. */
interface Branch {
  /** Path below the folder of the language and version, without slash at its ends. */
  readonly path: string;
  readonly pages: Map<string, Item>;
  readonly branches: Map<string, Branch>;
}

interface Context {
  readonly id: string;
  readonly metaOf: (path: string) => FolderMeta;
  readonly renderIcon: RenderIcon | undefined;
}

function createTree(site: Site, locale: Locale, renderIcon: RenderIcon | undefined): Root {
  const { project, folders } = site;
  const written = folderOf(project, locale);
  const fallback = folderOf(project, { ...locale, language: project.defaultLanguage });
  const at = (folder: string, path: string) => own(folders, [folder, path].filter(Boolean).join("/"));
  const context: Context = {
    id: `${locale.language}/${locale.version ?? ""}/${site.hash.slice(0, 12)}`,
    metaOf: (path) => at(written, path) ?? at(fallback, path) ?? {},
    renderIcon,
  };
  const trunk = createBranch("");
  for (const page of pagesOf(site, locale)) plant(trunk, segmentsOf(project, page), createItem(site, locale, page, context));
  return { type: "root", $id: context.id, name: context.metaOf("").title ?? project.name, children: childrenOf(trunk, context) };
}

/** The language's own pages, and those of the default language that it lacks. */
function pagesOf({ pages, project }: Site, { language, version }: Locale): Page[] {
  const of = (wanted: string) => pages.filter((page) => page.language === wanted && page.version === version);
  const own = of(language);
  if (language === project.defaultLanguage) return own;
  const slugs = new Set(own.map(({ slug }) => slug));
  return [...own, ...of(project.defaultLanguage).filter(({ slug }) => !slugs.has(slug))];
}

function createItem(site: Site, locale: Locale, page: Page, { id, renderIcon }: Context): Item {
  const url = findPage(site, { ...locale, slug: page.slug })?.path ?? page.path;
  const icon = page.icon === undefined ? undefined : renderIcon?.(page.icon);
  return { type: "page", $id: `${id}:${url}`, name: page.sidebarTitle ?? page.title, url, ...(icon ? { icon } : {}) };
}

function createBranch(path: string): Branch {
  return { path, pages: new Map(), branches: new Map() };
}

function plant(trunk: Branch, segments: readonly string[], item: Item): void {
  let branch = trunk;
  for (const segment of segments.slice(0, -1)) {
    const path = branch.path ? `${branch.path}/${segment}` : segment;
    const next = branch.branches.get(segment) ?? createBranch(path);
    branch.branches.set(segment, next);
    branch = next;
  }
  branch.pages.set(segments.at(-1) ?? "", item);
}

/** Folders and name of a page below its language and version; of its file where it has one, so that `(group)` folders count. */
function segmentsOf(project: Site["project"], page: Page): string[] {
  if (page.file === null) return page.slug.split("/");
  const folder = folderOf(project, page);
  return page.file
    .slice(folder ? folder.length + 1 : 0)
    .replace(/\.mdx?$/, "")
    .split("/");
}

function childrenOf(branch: Branch, context: Context): Node[] {
  const order = context.metaOf(branch.path).pages ?? ["..."];
  const listed = new Set(order.flatMap((entry) => entry.replace(/^(!|\.\.\.)/, "")));
  const rest = () => restOf(branch, listed, context);
  return order.flatMap((entry): Node[] => {
    if (entry === "...") return rest();
    if (entry === "z...a") return rest().reverse();
    if (entry.startsWith("!")) return [];
    return separatorOf(entry, context) ?? linkOf(entry, context) ?? namedNodes(branch, entry, context);
  });
}

/** Index first, then pages, then folders, each by name; without what the order names itself. */
function restOf(branch: Branch, listed: ReadonlySet<string>, context: Context): Node[] {
  const pages = [...branch.pages.keys()].filter((name) => !listed.has(name) && !isIndexOf(branch, name));
  const folders = [...branch.branches.keys()].filter((name) => !listed.has(name));
  const byName = (left: string, right: string) => Number(right === "index") - Number(left === "index") || (left < right ? -1 : 1);
  return [...pages.sort(byName), ...folders.sort(byName)].flatMap((name) => namedNodes(branch, name, context));
}

/** A page is the index of a folder when it is its `index`, or has the folder's name beside it. The two are one entry then. */
function isIndexOf(branch: Branch, name: string): boolean {
  if (name === "index") return branch.path !== "";
  const folder = branch.branches.get(name);
  return folder !== undefined && !folder.pages.has("index");
}

function namedNodes(branch: Branch, entry: string, context: Context): Node[] {
  const spread = entry.startsWith("...");
  const name = entry
    .replace(/^\.\.\./, "")
    .replace(/^\.\//, "")
    .replace(/\.mdx?$/, "");
  const folder = branch.branches.get(name);
  if (folder && spread) return [...(indexItem(branch, folder) ?? []), ...childrenOf(folder, context)];
  if (folder) return [createFolder(branch, folder, context)];
  const page = branch.pages.get(name);
  return page ? [page] : [];
}

function indexItem(parent: Branch, folder: Branch): Item[] | undefined {
  const name = folder.path.split("/").at(-1) ?? "";
  const item = folder.pages.get("index") ?? parent.pages.get(name);
  return item && [item];
}

function createFolder(parent: Branch, folder: Branch, context: Context): Folder {
  const { title, icon, description, defaultOpen, root, pages } = context.metaOf(folder.path);
  const [index] = indexItem(parent, folder) ?? [];
  const shown = icon === undefined ? undefined : context.renderIcon?.(icon);
  return {
    type: "folder",
    $id: `${context.id}:${folder.path}`,
    name: title ?? index?.name ?? titleOf(folder.path),
    ...(shown ? { icon: shown } : {}),
    ...(description ? { description } : {}),
    ...(defaultOpen === undefined ? {} : { defaultOpen }),
    ...(root === undefined ? {} : { root }),
    // An index that the order names is a page like the others.
    ...(index && !pages?.includes("index") ? { index } : {}),
    children: childrenOf(folder, context),
  };
}

function separatorOf(entry: string, { renderIcon }: Context): Node[] | undefined {
  const match = /^---(?:\[(?<icon>[^\]]+)\])?(?<name>.*?)---$/.exec(entry);
  if (!match) return undefined;
  const icon = match.groups?.icon ? renderIcon?.(match.groups.icon) : undefined;
  return [{ type: "separator", name: match.groups?.name?.trim() ?? "", ...(icon ? { icon } : {}) }];
}

/** An address that may be in the sidebar: a path, or one of these schemes. */
const LINK = /^(?:https?:|mailto:|tel:|[/#?.]|[\w%-][^:]*$)/i;

function linkOf(entry: string, { id, renderIcon }: Context): Node[] | undefined {
  const match = /^(?<external>external:)?(?:\[(?<icon>[^\]]+)\])?\[(?<name>[^\]]+)\]\((?<url>[^)\s]+)\)$/.exec(entry);
  if (!match?.groups) return undefined;
  const { external, icon, name = "", url = "" } = match.groups;
  if (!LINK.test(url)) return [];
  const shown = icon ? renderIcon?.(icon) : undefined;
  const isExternal = Boolean(external) || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url);
  return [
    {
      type: "page",
      $id: `${id}:${entry}`,
      name,
      url,
      ...(isExternal ? { external: true } : {}),
      ...(shown ? { icon: shown } : {}),
    },
  ];
}

function titleOf(path: string): string {
  const words = (path.split("/").at(-1) ?? "").replace(/^\(|\)$/g, "").replace(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { address } from "../content/model/address.ts";
import type { Page } from "../content/model/page.ts";
import { getOwn } from "../content/model/records.ts";
import { numberOf, withoutNumber } from "../content/model/slug.ts";
import { apiFolder, type Locale } from "../content/model/urls.ts";
import type { FolderMeta } from "../content/site/folder-meta.ts";
import { folderOf, placeInNavigation } from "../content/site/places.ts";
import { findPage, type Site } from "../content/site/site.ts";
import { docsMessages } from "../i18n/messages.ts";
import { isExternal, type NavGroup, type NavNode, type NavPage, type NavSection } from "./model.ts";

/** A folder with its pages, before any meta.json orders them. */
interface Branch {
  /** Path below the folder of the language and version, without slash at its ends. */
  readonly path: string;
  readonly pages: Map<string, NavPage>;
  /** Stated places of its pages, by name. */
  readonly orders: Map<string, number>;
  readonly branches: Map<string, Branch>;
  /** False for a folder that the engine adds: none of its pages has a file. */
  isWritten: boolean;
}

interface FolderContext {
  readonly id: string;
  readonly metaOf: (path: string) => FolderMeta;
  /** The folder of the pages that API descriptions make, and its title; undefined when there are none. */
  readonly reference: { readonly path: string; readonly title: string } | undefined;
}

/**
 * Returns the navigation of one language and version, from its folders and their meta.json files. A page that the language
 * lacks is replaced by its counterpart of the default language, under a path of the language asked for.
 */
export function folderNavigation(site: Site, locale: Locale): NavNode[] {
  const { project, folders } = site;
  const written = folderOf(project, locale);
  const fallback = folderOf(project, { ...locale, language: project.defaultLanguage });
  const at = (folder: string, path: string) => getOwn(folders, [folder, path].filter(Boolean).join("/"));
  const context: FolderContext = {
    id: `${locale.language}/${locale.version ?? ""}`,
    metaOf: (path) => at(written, path) ?? at(fallback, path) ?? {},
    reference: referenceOf(site, locale),
  };
  const trunk = createBranch("");
  for (const page of pagesOf(site, locale))
    plant(trunk, placeInNavigation(site.project, page), createItem(site, locale, page), page);
  return childrenOf(trunk, context);
}

function referenceOf({ pages, project }: Site, { language }: Locale): FolderContext["reference"] {
  const path = apiFolder(project);
  const isMade = pages.some(({ file, operation, slug }) => file === null && operation && slug.startsWith(`${path}/`));
  // A page that someone wrote for the folder has its own title.
  const isWritten = pages.some(({ file, slug }) => file !== null && (slug === path || slug === `${path}/index`));
  return isMade && !isWritten ? { path, title: docsMessages(language).apiReference } : undefined;
}

/** Returns the title that the folder of a language and version gives itself. */
export function folderTitle({ project, folders }: Site, locale: Locale): string | undefined {
  return getOwn(folders, folderOf(project, locale))?.title;
}

/** Lists the language's own pages, and those of the default language that it lacks. */
function pagesOf({ pages, project }: Site, { language, version }: Locale): Page[] {
  const of = (wanted: string) => pages.filter((page) => page.language === wanted && page.version === version);
  const own = of(language).filter(({ listed }) => listed);
  if (language === project.defaultLanguage) return own;
  const slugs = new Set(own.map(({ slug }) => slug));
  return [...own, ...of(project.defaultLanguage).filter(({ slug, listed }) => listed && !slugs.has(slug))];
}

function createItem(site: Site, locale: Locale, page: Page): NavPage {
  const path = findPage(site, { ...locale, slug: page.slug })?.path ?? page.path;
  const { icon, tag, operation, title, sidebarTitle = title } = page;
  return { type: "page", id: path, title: sidebarTitle, path, icon, tag, method: operation?.method };
}

function createBranch(path: string): Branch {
  return { path, pages: new Map(), orders: new Map(), branches: new Map(), isWritten: false };
}

function plant(trunk: Branch, segments: readonly string[], item: NavPage, { order, file }: Page): void {
  let branch = trunk;
  for (const segment of segments.slice(0, -1)) {
    const path = branch.path ? `${branch.path}/${segment}` : segment;
    const next = branch.branches.get(segment) ?? createBranch(path);
    branch.branches.set(segment, next);
    branch = next;
    branch.isWritten ||= file !== null;
  }
  const name = segments.at(-1) ?? "";
  branch.pages.set(name, item);
  if (order !== undefined) branch.orders.set(name, order);
}

function childrenOf(branch: Branch, context: FolderContext): NavNode[] {
  const order = context.metaOf(branch.path).pages ?? ["..."];
  const listed = new Set(order.flatMap((entry) => entry.replace(/^(!|\.\.\.)/, "")));
  const nodes: NavNode[] = [];
  for (const entry of order) {
    if (entry === "...") addRest(nodes, branch, restOf(branch, listed, context), context);
    else if (entry === "z...a") addRest(nodes, branch, restOf(branch, listed, context).reverse(), context);
    else if (!entry.startsWith("!"))
      nodes.push(...(labelOf(entry) ?? linkOf(entry, context) ?? namedNodes(branch, entry, context)));
  }
  return nodes;
}

/** Adds the entries that an order does not name. Folders of the engine come last, and end the section that an author wrote above them. */
function addRest(nodes: NavNode[], branch: Branch, names: readonly string[], context: FolderContext): void {
  const { title } = nodes.findLast((node) => node.type === "label") ?? { title: "" };
  const isApart = (name: string) => branch.branches.get(name)?.isWritten === false && !hasPlace(branch, name, context);
  nodes.push(...names.filter((name) => !isApart(name)).flatMap((name) => namedNodes(branch, name, context)));
  const apart = names.filter(isApart).flatMap((name) => namedNodes(branch, name, context));
  if (title !== "" && apart.length > 0 && nodes.at(-1)?.type !== "label")
    nodes.push({ type: "label", title: "", icon: undefined });
  nodes.push(...apart);
}

function hasPlace(branch: Branch, name: string, context: FolderContext): boolean {
  return placeIn(branch, name, context) !== Number.MAX_SAFE_INTEGER;
}

/**
 * Lists the entries that an order does not name: by their places where they have one, then the index, the pages
 * and the folders, each by name.
 */
function restOf(branch: Branch, listed: ReadonlySet<string>, context: FolderContext): string[] {
  const pages = [...branch.pages.keys()].filter((name) => !listed.has(name) && !isIndexOf(branch, name));
  const folders = [...branch.branches.keys()].filter((name) => !listed.has(name));
  const byName = (left: string, right: string) => Number(right === "index") - Number(left === "index") || (left < right ? -1 : 1);
  const place = (name: string) => placeIn(branch, name, context);
  const byPlace = (left: string, right: string) => place(left) - place(right) || 0;
  return [...new Set([...pages.sort(byName), ...folders.sort(byName)])].sort(byPlace);
}

/** Returns the place of a page or folder: the stated one, else the number that its name begins with; infinity without both. */
function placeIn(branch: Branch, name: string, { metaOf }: FolderContext): number {
  const folder = branch.branches.get(name);
  const own = folder && (metaOf(folder.path).position ?? folder.orders.get("index"));
  return own ?? branch.orders.get(name) ?? numberOf(name) ?? Number.MAX_SAFE_INTEGER;
}

/** Returns whether a page is the index of a folder, with which it is one entry: called `index`, or as the folder beside it. */
function isIndexOf(branch: Branch, name: string): boolean {
  if (name === "index") return branch.path !== "";
  const folder = branch.branches.get(name);
  return folder !== undefined && !folder.pages.has("index");
}

function namedNodes(branch: Branch, entry: string, context: FolderContext): NavNode[] {
  const spread = entry.startsWith("...");
  const name = entry
    .replace(/^\.\.\./, "")
    .replace(/^\.\//, "")
    .replace(/\.mdx?$/, "");
  const folder = branch.branches.get(name);
  if (folder && spread) return [...(indexItem(branch, folder) ?? []), ...childrenOf(folder, context)];
  if (folder) return [createFolder(branch, folder, context)];
  const page = branch.pages.get(name);
  return page ? [withTitle(page, context.metaOf(branch.path).titles, name)] : [];
}

/** Returns the title that the meta.json of a folder gives a folder inside it. */
function givenTitle(parent: Branch, folder: Branch, { metaOf }: FolderContext): string | undefined {
  return getOwn(metaOf(parent.path).titles ?? {}, lastSegment(folder.path));
}

function engineTitle({ path }: Branch, { reference }: FolderContext): string | undefined {
  return path === reference?.path ? reference.title : undefined;
}

/** Returns the entry of a page, with the title that its folder gives it. */
function withTitle(page: NavPage, titles: FolderMeta["titles"], name: string): NavPage {
  const title = titles && getOwn(titles, name);
  return title ? { ...page, title } : page;
}

function indexItem(parent: Branch, folder: Branch): NavPage[] | undefined {
  const name = folder.path.split("/").at(-1) ?? "";
  const item = folder.pages.get("index") ?? parent.pages.get(name);
  return item && [item];
}

/** Returns the entry of a folder: a part of the site, a group, or the page that is alone in it. */
function createFolder(parent: Branch, folder: Branch, context: FolderContext): NavGroup | NavSection | NavPage {
  const { title, icon, description, defaultOpen, root, pages } = context.metaOf(folder.path);
  const [index] = indexItem(parent, folder) ?? [];
  const shared = {
    id: `${context.id}:${folder.path}`,
    title:
      title ?? givenTitle(parent, folder, context) ?? engineTitle(folder, context) ?? index?.title ?? titleFromPath(folder.path),
    icon,
    tag: undefined,
    description,
  };
  // An index that the order names is a page like the others.
  const own = index && !pages?.includes("index") ? index : undefined;
  const children = childrenOf(folder, context);
  if (root) return { type: "section", kind: "tab", ...shared, url: undefined, children: own ? [own, ...children] : children };
  if (own && children.length === 0) return { ...own, title: shared.title, icon: icon ?? own.icon };
  return { type: "group", ...shared, isOpen: defaultOpen, index: own, children };
}

function labelOf(entry: string): NavNode[] | undefined {
  const match = /^---(?:\[(?<icon>[^\]]+)\])?(?<name>.*?)---$/.exec(entry);
  return match ? [{ type: "label", title: match.groups?.name?.trim() ?? "", icon: match.groups?.icon }] : undefined;
}

function linkOf(entry: string, { id }: FolderContext): NavNode[] | undefined {
  const match = /^(?<external>external:)?(?:\[(?<icon>[^\]]+)\])?\[(?<name>[^\]]+)\]\((?<url>[^)\s]+)\)$/.exec(entry);
  if (!match?.groups) return undefined;
  const { external, icon, name = "", url: written = "" } = match.groups;
  const { data: url } = address.safeParse(written);
  if (url === undefined) return [];
  return [{ type: "link", id: `${id}:${entry}`, title: name, url, icon, isExternal: Boolean(external) || isExternal(url) }];
}

function lastSegment(path: string): string {
  return path.split("/").at(-1) ?? "";
}

function titleFromPath(path: string): string {
  const words = withoutNumber(lastSegment(path))
    .replace(/^\(|\)$/g, "")
    .replace(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

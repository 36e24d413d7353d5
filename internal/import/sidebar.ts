import path from "node:path";
import { gitbookNavigation, mkdocsNavigation, vitepressNavigation } from "./dialects/navigation.ts";
import { type ContentFile, isObject, listOf, withoutNumber } from "./engine/files.ts";
import type { NavNode } from "./engine/site.ts";
import { readConfig } from "./facts.ts";
import type { Repository } from "./repository.ts";
import { readSettings } from "./settings-value.ts";
import { pageOf, type Reading, type SidebarEntry, skip, titleOf, toGroup } from "./sidebar-entries.ts";
import { readCode, readImported, readSettingsCode, scriptsNamed } from "./site-code.ts";

/** The pages of the repository, as the names of a sidebar are looked up. */
export interface SidebarPages {
  /** Paths of pages below the content folder, without their endings. */
  readonly paths: readonly string[];
  /** Path of a page by the id that its front matter states in its folder. */
  readonly byId: ReadonlyMap<string, string>;
  /** The navigation that folders make, with the path of each page. */
  readonly folders: readonly NavNode[];
  readonly pathOf: (address: string) => string | undefined;
}

export interface Sidebar {
  /** File that it was read from. */
  readonly file: string;
  /** The file of an order that has fewer than half of the pages, where folders make the navigation instead. */
  readonly partial?: string;
  /** `navigation` of a docs.json. */
  readonly navigation: object;
  /** Entries that have no counterpart, such as links to other sites. */
  readonly skipped: number;
  /** Titles that it gives pages, by their paths. */
  readonly titles: ReadonlyMap<string, string>;
}

const NAMES: Partial<Record<Repository["kind"], readonly string[]>> = {
  docusaurus: [...scriptsNamed("sidebars"), "sidebars.json"],
  mkdocs: ["mkdocs.yml", "mkdocs.yaml"],
};

/** Finds the file that defines the sidebar of a site beside its content. */
export function findSidebarFile({ kind, site, content, sidebar }: Repository): ContentFile | undefined {
  if (site === undefined) return undefined;
  if (kind === "gitbook" && sidebar) return readCode(content, sidebar);
  const names = sidebar ? [sidebar] : NAMES[kind];
  const file = names ? names.map((name) => readCode(site, name)).find(Boolean) : readSettingsCode(kind, site);
  return file && (["docusaurus", "vitepress"].includes(kind) || /\b(?:sidebar|nav)\b/.test(file.text)) ? file : undefined;
}

/** Reads the sidebar that a site defines beside its content; undefined when it defines none that can be read. */
export async function readSidebar(repository: Repository, pages: SidebarPages): Promise<Sidebar | undefined> {
  const file = findSidebarFile(repository);
  if (!file) return undefined;
  const [left, titles] = [{ skipped: 0 }, new Map<string, string>()];
  const reading: Reading = { find: finderOf(pages), listFolder: folderLister(pages, repository.kind), left, titles };
  try {
    const navigation = await readNavigation(repository, file, { pages, reading });
    // One whose entries lead nowhere was read all the same.
    const found = navigation ?? (left.skipped > 0 ? { pages: [] } : undefined);
    return found && { file: file.path, navigation: found, skipped: left.skipped, titles };
  } catch {
    // Settings that only the site's own build can read: folders make the navigation.
    return undefined;
  }
}

async function readNavigation(
  repository: Repository,
  file: ContentFile,
  { pages, reading }: { pages: SidebarPages; reading: Reading },
): Promise<object | undefined> {
  const { kind, site = "" } = repository;
  if (kind === "mkdocs") return mkdocsNavigation(site, reading);
  if (kind === "gitbook") return gitbookNavigation(file.text, reading);
  const files = readImported(site, file);
  const settings = await readSettings(file, files.values());
  if (kind === "docusaurus") return docusaurusNavigation(settings, reading, await readBar(site));
  if (kind === "vitepress") return vitepressNavigation(await withLocales(settings, repository), reading);
  const code = [file, ...files.values()].map(({ text }) => text).join("\n");
  return starlightNavigation(settings, code, pages, reading);
}

/** Adds the settings that the folder of each language has to those of VitePress. */
async function withLocales(settings: unknown, { site = "", content }: Repository): Promise<unknown> {
  const config = isObject(settings) ? settings : {};
  const locales: Record<string, unknown> = isObject(config.locales) ? { ...config.locales } : { root: {} };
  for (const [name, locale] of Object.entries(locales)) {
    const folder = path.relative(site, name === "root" ? content : path.join(content, name));
    const file = scriptsNamed(path.posix.join(folder, "config"))
      .map((name) => readCode(site, name))
      .find(Boolean);
    const own = file && (await readSettings(file, readImported(site, file).values()));
    if (isObject(own) && isObject(own.themeConfig))
      locales[name] = { ...(isObject(locale) ? locale : {}), themeConfig: own.themeConfig };
  }
  return { ...config, locales };
}

function finderOf({ paths, byId }: SidebarPages): Reading["find"] {
  const known = new Map<string, string>();
  for (const each of paths) {
    const plain = each.split("/").map(withoutNumber).join("/");
    for (const name of [plain.replace(/(?:^|\/)index$/, ""), plain, each]) if (name) known.set(name.toLowerCase(), each);
    if (each === "index") known.set("", each);
  }
  return (written) => {
    // Older sidebars of a version name it before each page.
    const name = written.replace(/^version-[^/]+\//, "");
    return byId.get(name) ?? known.get(name.replace(/^\/+|\/+$/g, "").toLowerCase());
  };
}

/** Reads the entries of the bar at the top of a Docusaurus site. */
export async function readBar(site: string): Promise<Record<string, unknown>[]> {
  const { themeConfig } = await readConfig("docusaurus", site).catch(() => ({}) as Record<string, unknown>);
  const bar = isObject(themeConfig) && isObject(themeConfig.navbar) ? themeConfig.navbar.items : undefined;
  return listOf(bar).filter((each): each is Record<string, unknown> => isObject(each) && typeof each.label === "string");
}

/** Converts the sidebars of Docusaurus: each is a tab, with title and position of the entry of the bar that leads to it. */
function docusaurusNavigation(value: unknown, reading: Reading, bar: readonly Record<string, unknown>[]): object | undefined {
  if (!isObject(value)) return undefined;
  const sidebars = Object.entries(value)
    .map(([key, items]) => {
      const name = key.replace(/^version-[^/]+\//, "");
      const pages = docusaurusEntries(items, reading);
      const found = bar.findIndex(({ sidebarId, docId }) => sidebarId === name || holdsPage(pages, reading, docId));
      const title = found < 0 ? titleOf(name) : String(bar[found]?.label);
      return { place: found < 0 ? bar.length : found, tab: title, pages };
    })
    .filter(({ pages }) => pages.length > 0)
    .sort((left, right) => left.place - right.place);
  if (sidebars.length === 0) return undefined;
  return sidebars.length === 1 ? { pages: sidebars[0]?.pages } : { tabs: sidebars.map(({ tab, pages }) => ({ tab, pages })) };
}

function holdsPage(entries: readonly SidebarEntry[], reading: Reading, id: unknown): boolean {
  const page = typeof id === "string" ? reading.find(id) : undefined;
  const isThere = (entry: SidebarEntry): boolean =>
    typeof entry === "string" ? entry === page : entry.root === page || entry.pages.some(isThere);
  return page !== undefined && entries.some(isThere);
}

function docusaurusEntries(items: unknown, reading: Reading): SidebarEntry[] {
  // The short form: names of categories with their entries.
  if (isObject(items))
    return Object.entries(items).flatMap(([group, below]) => toGroup(group, docusaurusEntries(below, reading)));
  return listOf(items).flatMap((item): SidebarEntry[] => {
    if (typeof item === "string") return pageOf(item, reading);
    if (!isObject(item)) return skip(reading);
    if (item.type === undefined && item.items === undefined) return docusaurusEntries(item, reading);
    if (item.type === "doc" || item.type === "ref") return pageOf(String(item.id), reading, item.label);
    if (item.type === "autogenerated") return reading.listFolder(String(item.dirName));
    if (item.type !== "category") return skip(reading);
    const link = isObject(item.link) && item.link.type === "doc" ? reading.find(String(item.link.id)) : undefined;
    return toGroup(String(item.label), docusaurusEntries(item.items, reading), {
      root: link,
      expanded: item.collapsed === false,
    });
  });
}

function starlightNavigation(config: unknown, code: string, { paths }: SidebarPages, reading: Reading): object | undefined {
  const [starlight] = listOf(isObject(config) ? config.integrations : undefined)
    .flat(3)
    .flatMap((each): Record<string, unknown>[] => (isObject(each) && isObject(each.$starlight) ? [each.$starlight] : []));
  const topics = topicsOf(starlight?.plugins);
  const sidebar = topics ?? starlight?.sidebar;
  if (!Array.isArray(sidebar)) return undefined;
  const navigationIn = (language: string, own: Reading) =>
    topics ? toTopics(topics, language, own) : withPages(starlightEntries(sidebar, language, own));
  const starts = new Set(paths.map((each) => each.split("/")[0] ?? ""));
  const languages = [...starts].filter(
    (name) => /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(name) && new RegExp(`["']?\\b${name}["']?:\\s*\\{`, "i").test(code),
  );
  if (languages.length === 0) return navigationIn("", reading);
  const stated = /\bdefaultLocale:\s*["']([\w-]+)["']/.exec(code)?.[1] ?? "";
  // The first language has a folder like the others, or no folder.
  const folder = languages.includes(stated) ? stated : "";
  const first = folder || (/\blang:\s*["']([\w-]+)["']/.exec(code)?.[1] ?? "en");
  const navigation = navigationIn(folder, reading);
  if (navigation === undefined) return undefined;
  // A page that is not translated is not an entry without a page.
  const others = languages
    .filter((language) => language !== folder)
    .flatMap((language) => {
      const own = navigationIn(language, { ...reading, left: { skipped: 0 } });
      return own ? [{ language, ...own }] : [];
    });
  return { languages: [{ language: first, ...navigation, default: true }, ...others] };
}

function withPages(pages: readonly SidebarEntry[]): object | undefined {
  return pages.length > 0 ? { pages } : undefined;
}

/** Returns the topics that starlight-sidebar-topics has in place of a sidebar. */
function topicsOf(plugins: unknown): Record<string, unknown>[] | undefined {
  const found = listOf(plugins)
    .flat(3)
    .flatMap((plugin) => (isObject(plugin) && Array.isArray(plugin.$topics) ? [plugin.$topics.filter(isObject)] : []));
  return found[0];
}

/** Converts topics to tabs, each with a sidebar. One without is a link. */
function toTopics(topics: readonly Record<string, unknown>[], language: string, reading: Reading): object | undefined {
  const tabs = topics.flatMap(({ label, items }) => {
    const own = isObject(label) ? (translatedTo(language, label) ?? Object.values(label)[0]) : label;
    const pages = Array.isArray(items) ? starlightEntries(items, language, reading) : skip(reading);
    return pages.length > 0 ? [{ tab: String(own), pages }] : [];
  });
  return tabs.length > 0 ? { tabs } : undefined;
}

function starlightEntries(items: readonly unknown[], language: string, reading: Reading): SidebarEntry[] {
  const inLanguage = (name: string) => [language, name.replace(/^\/+|\/+$/g, "")].filter(Boolean).join("/");
  return items.flatMap((item): SidebarEntry[] => {
    if (typeof item === "string") return pageOf(inLanguage(item), reading);
    if (!isObject(item)) return skip(reading);
    const title = translatedTo(language, item.translations) ?? item.label;
    const group = (pages: readonly SidebarEntry[], more?: { expanded: boolean }) =>
      typeof title === "string" ? toGroup(title, pages, more) : [...pages];
    if (isObject(item.autogenerate)) return group(reading.listFolder(inLanguage(String(item.autogenerate.directory))));
    if (Array.isArray(item.items))
      return group(starlightEntries(item.items, language, reading), { expanded: item.collapsed !== true });
    const name = item.slug ?? item.link;
    if (typeof name !== "string" || /^[a-z]+:/.test(name)) return skip(reading);
    return pageOf(inLanguage(name), reading, title);
  });
}

/** Returns a label in a language, whose folder may be called `pt-br` when the label is for `pt-BR`. */
function translatedTo(language: string, labels: unknown): unknown {
  const found = isObject(labels) && Object.entries(labels).find(([name]) => name.toLowerCase() === language.toLowerCase());
  return found ? found[1] : undefined;
}

/** Returns the navigation that the folders of a site make, for a site of which one is needed. */
export function navigationOfFolders(pages: SidebarPages, kind: Repository["kind"]): Sidebar {
  return { file: "", navigation: { pages: folderLister(pages, kind)("") }, skipped: 0, titles: new Map() };
}

/** Returns a function that lists the pages below a folder in their own order. */
function folderLister({ paths, folders, pathOf }: SidebarPages, kind: Repository["kind"]): Reading["listFolder"] {
  const toEntries = (nodes: readonly NavNode[], start: string): SidebarEntry[] =>
    nodes.flatMap((node): SidebarEntry[] => {
      if (node.type === "page") return [pathOf(node.path)].filter((each) => each?.startsWith(start) === true) as string[];
      if (!("children" in node)) return [];
      const pages = toEntries(node.children, start);
      const root = node.type === "group" && node.index ? pathOf(node.index.path) : undefined;
      const own = root?.startsWith(start) ? root : undefined;
      // Only what is below the folder asked for is a group of it.
      const all = [...(own ? [own] : []), ...pages];
      if (!isBelow(node, start)) return all;
      // Starlight calls a folder by its name, and its index is a page in it.
      return kind === "starlight" ? toGroup(folderName(pathsOf(node)), all) : toGroup(node.title, pages, { root: own });
    });
  const isBelow = (node: NavNode, start: string) => {
    const all = pathsOf(node);
    return all.length > 0 && all.every((each) => each.slice(start.length).includes("/") && each.startsWith(start));
  };
  const pathsOf = (node: NavNode): string[] => {
    // A fallback of another language is not a page of the folder.
    if (node.type === "page") return [pathOf(node.path)].filter((each) => each !== undefined);
    const index = node.type === "group" && node.index ? pathsOf(node.index) : [];
    return "children" in node ? [...index, ...node.children.flatMap(pathsOf)] : [];
  };
  return (folder) => {
    const bare = folder.replace(/^\.?\/*|\/+$/g, "");
    const start = bare === "" || bare === "." ? "" : `${bare}/`;
    return start !== "" && !paths.some((each) => each.startsWith(start)) ? [] : toEntries(folders, start);
  };
}

/** Returns the innermost folder that contains all paths. */
function folderName(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((each) => each.split("/").slice(0, -1));
  const end = first.findIndex((segment, index) => others.some((each) => each[index] !== segment));
  return (end < 0 ? first : first.slice(0, end)).at(-1) ?? "";
}

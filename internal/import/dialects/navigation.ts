import path from "node:path";
import { isObject, listOf } from "../engine/files.ts";
import { pageOf, type Reading, type SidebarEntry, skip, titleOf, toGroup } from "../sidebar-entries.ts";
import { readMkdocsSettings } from "./recognise-dialect.ts";

/** Converts the `nav` of mkdocs.yml to the navigation of a docs.json: its sections are tabs if the theme shows them as tabs. */
export function mkdocsNavigation(site: string, reading: Reading): object | undefined {
  const { settings } = readMkdocsSettings(site) ?? {};
  if (!Array.isArray(settings?.nav)) return undefined;
  const features = listOf(isObject(settings.theme) ? settings.theme.features : undefined).map(String);
  const hasIndexes = features.includes("navigation.indexes");
  const entries = settings.nav.flatMap((each) => mkdocsEntries(each, reading, hasIndexes));
  if (!features.includes("navigation.tabs")) return { pages: entries };
  const tabs = entries.map((entry) =>
    typeof entry === "string"
      ? { tab: reading.titles.get(entry) ?? titleOf(entry.split("/").at(-1) ?? ""), pages: [entry] }
      : { tab: entry.group, pages: [...(entry.root ? [entry.root] : []), ...entry.pages] },
  );
  return { tabs };
}

function mkdocsEntries(item: unknown, reading: Reading, hasIndexes: boolean): SidebarEntry[] {
  if (typeof item === "string") return mkdocsPage(item, undefined, reading);
  if (!isObject(item)) return skip(reading);
  return Object.entries(item).flatMap(([title, value]) => {
    if (typeof value === "string") return mkdocsPage(value, title, reading);
    const [first, ...rest] = listOf(value);
    const hasIndex = hasIndexes && typeof first === "string" && /(?:^|\/)(?:index|README)\.md$/.test(first);
    const below = (hasIndex ? rest : listOf(value)).flatMap((each) => mkdocsEntries(each, reading, hasIndexes));
    return toGroup(title.trim() || folderTitle(first), below, { root: hasIndex ? reading.find(toName(first)) : undefined });
  });
}

/** Returns the title of a section without a name, by the folder of its first page. */
function folderTitle(first: unknown): string {
  const folder = typeof first === "string" ? path.posix.basename(path.posix.dirname(first)) : ".";
  return folder === "." ? "More" : titleOf(folder);
}

function mkdocsPage(name: string, title: string | undefined, reading: Reading): SidebarEntry[] {
  if (/^[a-z]+:/.test(name)) return skip(reading);
  if (!/\/\**$/.test(name)) return pageOf(toName(name), reading, title);
  const pages = reading.listFolder(name.replace(/\/\**$/, ""));
  return title === undefined ? pages : toGroup(title, pages);
}

const ENTRY = /^([ \t]*)[*+-][ \t]+(?:\[((?:\\.|[^\]\\])*)\]\(<?([^)>\n]*?)>?(?:[ \t]+"[^"]*")?\)|(\S.*))[ \t]*$/;

interface SummaryEntry {
  readonly title: string;
  readonly address: string | undefined;
  readonly width: number;
  readonly below: SummaryEntry[];
}

/** Converts the SUMMARY.md of GitBook: its headings are groups, and lists the pages below each other. */
export function gitbookNavigation(summary: string, reading: Reading): object | undefined {
  const groups: { title: string; entries: SummaryEntry[] }[] = [{ title: "", entries: [] }];
  let trail: SummaryEntry[] = [];
  for (const line of summary.split(/\r?\n/)) {
    const [, heading] = /^#{2,6}[ \t]+(.+?)[ \t]*$/.exec(line) ?? [];
    if (heading) [trail] = [[], groups.push({ title: plainTitle(heading), entries: [] })];
    const [, indent = "", title, address, words] = ENTRY.exec(line) ?? [];
    if (title === undefined && words === undefined) continue;
    const entry = { title: plainTitle(title ?? words ?? ""), address, width: indent.replace(/\t/g, "    ").length, below: [] };
    trail = trail.filter(({ width }) => width < entry.width);
    (trail.at(-1)?.below ?? groups.at(-1)?.entries)?.push(entry);
    trail.push(entry);
  }
  const pages = groups.flatMap(({ title, entries }) => {
    const list = entries.flatMap((entry) => summaryEntries(entry, reading));
    return title === "" ? list : toGroup(title, list);
  });
  return pages.length > 0 ? { pages } : undefined;
}

function summaryEntries({ title, address, below }: SummaryEntry, reading: Reading): SidebarEntry[] {
  const isPage = address !== undefined && !/^[a-z]+:/i.test(address);
  if (below.length === 0) return isPage ? pageOf(toName(decode(address)), reading, title) : skip(reading);
  const [root] = isPage ? pageOf(toName(decode(address)), reading) : [];
  const pages = below.flatMap((entry) => summaryEntries(entry, reading));
  return toGroup(title, pages, { root: typeof root === "string" ? root : undefined });
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Returns a title of SUMMARY.md without escapes, tags and anchors. */
function plainTitle(title: string): string {
  return title
    .replace(/<[^<>]*>/g, "")
    .replace(/\\(?=[^\w\s])/g, "")
    .trim();
}

/** Converts the `sidebar` of a VitePress site to the navigation of a docs.json: a sidebar for each part of the site is a tab. */
export function vitepressNavigation(config: unknown, reading: Reading): object | undefined {
  const site = isObject(config) ? config : {};
  const locales = isObject(site.locales) ? site.locales : {};
  const languages = Object.entries(locales).flatMap(([name, locale]) => {
    if (!isObject(locale)) return [];
    const isFirst = name === "root";
    const code = isFirst ? String(locale.lang ?? site.lang ?? "en").split("-")[0] : name;
    const navigation =
      vitepressTheme(locale.themeConfig, reading) ?? (isFirst ? vitepressTheme(site.themeConfig, reading) : undefined);
    return navigation ? [{ language: code, ...navigation, ...(isFirst ? { default: true } : {}) }] : [];
  });
  const [only, ...others] = languages;
  if (others.length > 0) return { languages };
  const { language: _, default: __, ...navigation } = only ?? {};
  return only === undefined ? undefined : navigation;
}

function vitepressTheme(theme: unknown, reading: Reading): object | undefined {
  if (!isObject(theme)) return undefined;
  const { sidebar } = theme;
  if (Array.isArray(sidebar)) {
    const pages = vitepressEntries(sidebar, "", reading);
    return pages.length > 0 ? { pages } : undefined;
  }
  if (!isObject(sidebar)) return undefined;
  const seen = new Set<string>();
  const tabs = Object.entries(sidebar).flatMap(([start, value]) => {
    const items = Array.isArray(value) ? value : isObject(value) ? listOf(value.items) : [];
    const base = isObject(value) && typeof value.base === "string" ? value.base : "";
    const pages = vitepressEntries(items, base, reading);
    const key = JSON.stringify(pages);
    if (pages.length === 0 || seen.has(key)) return [];
    seen.add(key);
    const named = findTab(start, theme.nav);
    return [
      { place: named?.place ?? Infinity, tab: named?.title ?? titleOf(start.split("/").filter(Boolean).at(-1) ?? ""), pages },
    ];
  });
  if (tabs.length === 0) return undefined;
  if (tabs.length === 1) return { pages: tabs[0]?.pages };
  // A choice that the bar at the top does not have is below those of the bar, as it is written.
  const ordered = tabs.sort((left, right) => (left.place === right.place ? 0 : left.place - right.place));
  return { tabs: ordered.map(({ tab, pages }) => ({ tab, pages })) };
}

/** Finds the title that the bar at the top has for a part of the site, and its position there. */
function findTab(start: string, nav: unknown): { readonly title: string; readonly place: number } | undefined {
  const own = listOf(nav).filter((each): each is Record<string, unknown> => isObject(each) && typeof each.text === "string");
  const place = own.findIndex(({ link, activeMatch }) =>
    [link, activeMatch].some((each) => typeof each === "string" && each.replace(/^\^/, "").startsWith(start)),
  );
  return place < 0 ? undefined : { title: String(own[place]?.text), place };
}

function vitepressEntries(items: readonly unknown[], base: string, reading: Reading): SidebarEntry[] {
  return items.flatMap((item): SidebarEntry[] => {
    if (!isObject(item)) return skip(reading);
    const title = typeof item.text === "string" ? item.text.replace(/<[^<>]*>/g, "").trim() : undefined;
    const own = typeof item.base === "string" ? item.base : base;
    const link = typeof item.link === "string" ? item.link : undefined;
    const place = link === undefined || /^[a-z]+:/.test(link) ? undefined : `${own}${link}`.replace(/\/{2,}/g, "/");
    if (!Array.isArray(item.items)) return place === undefined ? skip(reading) : pageOf(toName(place), reading, title);
    const root = place === undefined ? undefined : reading.find(toName(place));
    const pages = vitepressEntries(item.items, own, reading);
    return title === undefined ? pages : toGroup(title, pages, { root, expanded: item.collapsed === false });
  });
}

/** Returns the path of a page in the copy, without its ending. */
function toName(name: string): string {
  return name
    .replace(/[?#].*$/, "")
    .replace(/^\.?\//, "")
    .replace(/\.(?:mdx?|html)$/i, "")
    .replace(/(^|\/)README$/i, "$1index")
    .replace(/(?:^|\/)index$/, "")
    .replace(/\/$/, "");
}

import type { Project } from "../../config/config.ts";
import type { Finding } from "../../finding.ts";
import type { OpenApiDocument } from "../../openapi/description/reference.ts";
import { perObject } from "../../per-object.ts";
import type { Appearance } from "../model/appearance.ts";
import type { ContentFile } from "../model/content-file.ts";
import type { Page } from "../model/page.ts";
import type { Passage } from "../model/passage.ts";
import { getOwn } from "../model/records.ts";
import type { Redirect } from "../model/redirects.ts";
import { type Locale, namesLanguages, normalisePath, type PageKey, pagePath, splitLanguage } from "../model/urls.ts";
import type { DocsTree, UnreadDescription } from "./docs-tree.ts";
import type { FolderMetas } from "./folder-meta.ts";
import type { LinkTable } from "./link-table.ts";
import type { OwnAnswer, OwnQuestion } from "./questions.ts";

/*
 * A site is in one of two states, for as long as it exists:
 *
 *   listed  Pages are known by their front matter alone: titles, addresses, navigation. There are no passages, and `unread` reads
 *           the rest. A large folder that no build has read starts like this: a page is read on request
 *           (`completePage`), and the whole site replaces this one once all pages are read.
 *   whole   Every page is read, and `unread` is absent. A build, an update and a stored generation are whole from the start.
 *
 * Who shows one page asks for any site; who reads the text of many, as search does, waits for `completeSite`.
 */

/** All pages and passages of one project: immutable, and made from its files alone. */
export interface Site {
  readonly project: Project;
  /** SHA-256 (hex) over the project's structure, all files and the format of passages. */
  readonly hash: string;
  /** In order of their paths, each in its own language only. */
  readonly pages: readonly Page[];
  readonly passages: readonly Passage[];
  /** Answers of the owner's own; none when absent. */
  readonly answers?: readonly OwnAnswer[];
  /** Questions of the owner's that a page answers; none when absent. */
  readonly questions?: readonly OwnQuestion[];
  /** Errors of files, which stop a build and an update, and warnings, which stop neither. */
  readonly findings: readonly Finding[];
  /** Titles and order of folders, as their meta.json files give them. */
  readonly folders: FolderMetas;
  /** The navigation that the content writes out; null when its folders are the navigation. */
  readonly tree: DocsTree | null;
  /** Redirects of the content, which come after the configuration's and after its pages. */
  readonly redirects: readonly Redirect[];
  /** Meta tags of the content for every page. */
  readonly metatags: Readonly<Record<string, string | number | boolean>>;
  /** True when the content asks that search engines index pages in no navigation. */
  readonly indexesUnlisted: boolean;
  /** The API description; null without one, and while it cannot be read. */
  readonly openapi: OpenApiDocument | null;
  /** The API descriptions of a docs.json repository, by file. */
  readonly descriptions: Readonly<Record<string, OpenApiDocument>>;
  /** The appearance that the content brings with it; null when the configuration alone gives one. */
  readonly appearance: Appearance | null;
  /** The settings file of the content; null without one. */
  readonly settings: SettingsFile | null;
  /** The folder that has the docs.json of the content, where another one was given; see settings-folder.ts. */
  readonly settingsFolder?: string | undefined;
  /** Paths of the files of the content folder that are served as they are. */
  readonly assets: readonly string[];
  /** Style sheets of the content that every page has, in their order; none when absent. */
  readonly styles?: readonly ContentFile[];
  /** The readers whose site this is; absent where everyone reads everything. */
  readonly audience?: Audience;
  /** Makes the site of some readers; absent in such a site, and where everyone reads everything. */
  readonly forReaders?: ((audience: Audience) => Promise<Site>) | undefined;
  /** Reads what a listed site lacks; absent in a whole one. */
  readonly unread?: Unread;
}

/** What decides which site a reader gets: being signed in, and the groups of the configuration that the reader is in, in order. */
export interface Audience {
  readonly isSignedIn: boolean;
  readonly groups: readonly string[];
}

/** The settings file of the content, with what it says without effect. */
interface SettingsFile {
  readonly file: string;
  /** Fields that are understood and have no effect here, each with the reason. */
  readonly unsupported: readonly string[];
  /** Descriptions that the navigation makes pages of and the folder does not have. */
  readonly unread: readonly UnreadDescription[];
}

/** Ways to the text of a listed site. */
interface Unread {
  /** Reads one page, before all others. */
  readonly readPage: (page: Page) => Promise<Page>;
  /** Resolves with the same site, whole. */
  readonly whole: Promise<Site>;
}

/** A page that was looked for. */
export interface FoundPage {
  readonly page: Page;
  /** True when the page replaces a missing translation: it is of the same version in the default language. */
  readonly fallback: boolean;
  /** The requested language, which is not that of the page where a translation is missing. */
  readonly language: string;
  /** URL path at which it is shown, without base path. */
  readonly path: string;
}

/**
 * Returns the page of a key, or its counterpart of the same version in the default language. Where addresses are paths of a
 * repository there is no counterpart: a page that is not there has no address.
 */
export function findPage(site: Site, key: PageKey): FoundPage | undefined {
  const { project } = site;
  const { byKey } = tablesOf(site);
  const own = byKey.get(keyText(key));
  if (own) return { page: own, fallback: false, language: own.language, path: own.path };
  const other = namesLanguages(project) ? byKey.get(keyText({ ...key, language: project.defaultLanguage })) : undefined;
  return other && { page: other, fallback: true, language: key.language, path: pagePath(project, key) };
}

/** Returns the same page in another language or version, or what replaces it there. */
export function counterpart(site: Site, { language, version, slug }: PageKey, other: Partial<Locale>): FoundPage | undefined {
  return findPage(site, { language, version, slug, ...other });
}

/** Returns the page that a path without base path shows, a fallback included. */
export function findPageAt(site: Site, path: string): FoundPage | undefined {
  const { project } = site;
  const pages = pagesByPath(site);
  const own = pages.get(path);
  if (own) return { page: own, fallback: false, language: own.language, path };
  const normal = namesLanguages(project) ? normalisePath(path) : undefined;
  if (normal === undefined || normal !== path) return normal === undefined ? undefined : findPageAt(site, normal);
  const { language, rest } = splitLanguage(project, path.split("/").filter(Boolean));
  const page = language === project.defaultLanguage ? undefined : pages.get(`/${rest.join("/")}`);
  return page?.language === project.defaultLanguage ? { page, fallback: true, language, path } : undefined;
}

/** Returns all pages of a site by their path. */
export function pagesByPath(site: Site): ReadonlyMap<string, Page> {
  return tablesOf(site).byPath;
}

/** Returns the passages of a site by the path of their page. */
export const passagesByPath = perObject(({ passages }: Pick<Site, "passages">) => Map.groupBy(passages, ({ path }) => path));

/** Returns true for a file of the content folder that the site serves, by its path there. */
export function hasAsset(site: Site, name: string): boolean {
  return tablesOf(site).assets.has(name);
}

/** Returns the description of the operation that a page shows. */
export function descriptionOf(
  site: Site,
  { operation, object, overview }: Pick<Page, "operation" | "object" | "overview">,
): OpenApiDocument | null {
  const shown = operation ?? object ?? overview;
  if (!shown) return null;
  return shown.description === undefined ? site.openapi : (getOwn(site.descriptions, shown.description) ?? null);
}

/** Data built from a site once: for its first question, or, if optional, for the first that needs it. */
interface SiteTables {
  readonly byPath: ReadonlyMap<string, Page>;
  readonly byKey: ReadonlyMap<string, Page>;
  readonly assets: ReadonlySet<string>;
  links?: LinkTable;
  moved?: MovedTable;
  names?: readonly PageNames[];
}

/** Pages that answer for addresses which have none. */
export interface MovedTable {
  /** Addresses of the first page of each folder of the navigation. */
  readonly folders: ReadonlyMap<string, string>;
  /** Addresses of operations by their letters and digits; undefined when two have the same. */
  readonly operations: ReadonlyMap<string, string | undefined>;
}

/** A page with the parts of its name, its title and its address. */
export interface PageNames {
  readonly page: Page;
  readonly name: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly address: ReadonlySet<string>;
}

/** Returns the tables of a site. */
export const tablesOf = perObject(
  (site: Site): SiteTables => ({
    byPath: new Map(site.pages.map((page) => [page.path, page])),
    byKey: new Map(site.pages.map((page) => [keyText(page), page])),
    assets: new Set(site.assets),
  }),
);

function keyText({ language, version, slug }: PageKey): string {
  return JSON.stringify([language, version, slug]);
}

/** Returns the same site with the dates on which its files last changed. */
export function withDates(site: Site, lastModified: Readonly<Record<string, string>>): Site {
  const { forReaders } = site;
  return {
    ...site,
    pages: site.pages.map((page) => datePage(page, lastModified)),
    ...(forReaders && { forReaders: async (audience: Audience) => withDates(await forReaders(audience), lastModified) }),
  };
}

/** Returns a page with the date of its last change; one that its front matter states wins. */
export function datePage(page: Page, lastModified: Readonly<Record<string, string>>): Page {
  if (page.statedDate !== undefined) return { ...page, lastModified: page.statedDate };
  const date = page.file === null ? undefined : getOwn(lastModified, page.file);
  return date ? { ...page, lastModified: date } : page;
}

/** Returns a page as it is rendered, read now where its site has only listed it. */
export async function completePage({ unread }: Site, page: Page): Promise<Page> {
  return unread ? unread.readPage(page) : page;
}

/** Returns the same site with the text of all its pages. For a large folder that no build has read this takes minutes. */
export async function completeSite(site: Site): Promise<Site> {
  return site.unread ? site.unread.whole : site;
}

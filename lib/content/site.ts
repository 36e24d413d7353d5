import type { Project } from "../config/config.ts";
import type { OpenApiDocument } from "../openapi/reference.ts";
import { perObject } from "../per-object.ts";
import { FORK_COMPONENTS } from "./components.ts";
import { readDescriptions } from "./docs-json/descriptions.ts";
import { type DocsJson, type ReadDocsJson, readDocsJson, withDocsJson } from "./docs-json/docs-json.ts";
import { findNamed, readDocsSite } from "./docs-json/docs-site.ts";
import { describedBy } from "./docs-json/expand.ts";
import { withoutLeftOut } from "./docs-json/locales.ts";
import { keepSafeTags } from "./docs-json/meta-tags.ts";
import { type ContentFile, type ContentFiles, leftOut, sha256 } from "./files.ts";
import { type FolderMetas, readFolderMetas } from "./folder-meta.ts";
import { createLinkTable } from "./link-table.ts";
import { type ApiPart, toApiPart } from "./operation-pages.ts";
import { createRecord, getOwn } from "./own.ts";
import type { ContentProblem, Page } from "./page.ts";
import { type Parsing, parseAll, uniqueNotices } from "./parse-all.ts";
import { apiParts, CONTENT_FORMAT } from "./parsed-cache.ts";
import type { ParsedPage } from "./parsed-page.ts";
import type { Passage } from "./passage.ts";
import { fitFolders, listPlaces, type PlacedFile } from "./places.ts";
import { findSettingsBelow } from "./settings-folder.ts";
import { listStyles } from "./styles.ts";
import type { IsTrusted } from "./trust.ts";
import { type PageKey, pagePath, parsePath } from "./urls.ts";

/** All pages and passages of one project: immutable, and made from its files alone. */
export interface Site {
  readonly project: Project;
  /** SHA-256 (hex) over the project's structure, all files and the format of passages. */
  readonly hash: string;
  /** In order of their paths, each in its own language only. */
  readonly pages: readonly Page[];
  readonly passages: readonly Passage[];
  /** Faults of files; empty for a site that is whole. */
  readonly problems: readonly ContentProblem[];
  /** Faults that cost less than a page: they stop no build and no update. */
  readonly warnings: readonly ContentProblem[];
  /** Titles and order of folders, as their meta.json files give them. */
  readonly folders: FolderMetas;
  /** The API description; null without one, and while it cannot be read. */
  readonly openapi: OpenApiDocument | null;
  /** The API descriptions of a docs.json repository, by file. */
  readonly descriptions: Readonly<Record<string, OpenApiDocument>>;
  /** The docs.json of the content; null for content in folders. */
  readonly docs: DocsJson | null;
  /** The folder that has the docs.json of the content, where another one was given; see settings-folder.ts. */
  readonly settingsFolder?: string | undefined;
  /** Paths of the files of the content folder that are served as they are. */
  readonly assets: readonly string[];
  /** Style sheets of the content that every page has, in their order; none when absent. */
  readonly styles?: readonly ContentFile[];
  /** Reads one page of a site whose pages are listed and not read yet; undefined for one that is whole. */
  readonly complete?: (page: Page) => Promise<Page>;
}

export interface BuildOptions {
  /** Gives drafts a page, marked as such: for development. */
  readonly drafts?: boolean;
  /** Pages of this site stand in for pages that are broken now. */
  readonly earlier?: Site | undefined;
  /** Settings of folders from before, for those whose meta.json is broken now. */
  readonly earlierFolders?: FolderMetas | undefined;
  /** Which files came with the build, so that their expressions may run; none unless given. */
  readonly isTrusted?: IsTrusted;
}

/**
 * Makes a site of files. Pages that were parsed before, in this process and with the same text, are not parsed
 * again. A faulty file never throws: it is listed in `problems`, and its page is the earlier one or carries the problem.
 */
export async function buildSite(configured: Project, files: ContentFiles, options: BuildOptions = {}): Promise<Site> {
  const { places, parsing, finish } = await prepare(configured, files, options);
  return finish(await parseAll(places, parsing));
}

/** All of a site but its pages. */
interface Prepared {
  readonly places: readonly PlacedFile[];
  readonly parsing: Parsing;
  readonly finish: (parsed: readonly ParsedPage[]) => Site;
}

/** Does all that comes before pages are parsed. */
export async function prepare(configured: Project, files: ContentFiles, options: BuildOptions): Promise<Prepared> {
  const { drafts = false, isTrusted = () => false, earlier, earlierFolders = earlier?.folders } = options;
  const source = readDocsJson(files.files);
  const input = { files, isTrusted, earlier, earlierFolders };
  const { places, parsing, toParts } = source
    ? await prepareDocs(configured, source, input)
    : await prepareFolders(configured, input);
  const hash = hashSite(configured, files, drafts);
  const finish = (parsed: readonly ParsedPage[]): Site => {
    const { generated, ...parts } = toParts(parsed);
    const guides = parsed
      .filter(({ page }) => drafts || !page.draft)
      .map((entry) => keepEarlier(entry, earlier))
      .map((entry) => ({ ...entry, page: datePage(entry.page, files.lastModified) }));
    // A page that someone wrote wins over one of the description with the same address.
    const taken = new Set(guides.map(({ page }) => page.path));
    const built = [...guides, ...generated.filter(({ page }) => !taken.has(page.path))];
    return {
      ...parts,
      hash,
      pages: built.map(({ page }) => page).sort((left, right) => (left.path < right.path ? -1 : 1)),
      passages: built.flatMap(({ passages }) => passages),
    };
  };
  return { places, parsing, finish };
}

interface Input extends Required<Pick<BuildOptions, "isTrusted">> {
  readonly files: ContentFiles;
  readonly earlier: Site | undefined;
  readonly earlierFolders: FolderMetas | undefined;
}

/** The steps of one kind of content before pages are parsed, and after. */
interface Source extends Omit<Prepared, "finish"> {
  /** A site before its pages are put in order. */
  readonly toParts: (
    parsed: readonly ParsedPage[],
  ) => Omit<Site, "hash" | "pages" | "passages"> & { readonly generated: readonly ParsedPage[] };
}

/** A site whose folders and meta.json files say where pages are. */
async function prepareFolders(configured: Project, { files, isTrusted, earlier, earlierFolders }: Input): Promise<Source> {
  const project = fitFolders(configured, files.files);
  const { places, problems } = listPlaces(project, files.files);
  const metas = readFolderMetas(files.files, earlierFolders);
  const api = await apiPart(project, files, earlier);
  const descriptions = await readDescriptions(files.files);
  const assets = files.assets ?? [];
  const settingsFolder = files.settingsAbove ?? findSettingsBelow(files.files);
  const links = createLinkTable({ project, pages: new Map(), assets });
  const faults = [...files.problems, ...problems, ...metas.problems, ...api.problems];
  return {
    places,
    parsing: {
      ...{ id: project.id, files: files.files, isTrusted, madeFrom: [assets, describedBy(files.files)] },
      context: { links, findOperation: (text, place) => findNamed(descriptions, text, place) },
    },
    toParts: (parsed) => ({
      project,
      generated: api.pages,
      problems: [...faults, ...parsed.flatMap((entry) => entry.problems)],
      warnings: [...leftOut(files), ...api.warnings, ...metas.warnings, ...descriptions.warnings, ...uniqueNotices(parsed)],
      folders: mergeFolders(api.folders, metas.folders),
      openapi: api.openapi,
      descriptions: Object.fromEntries(descriptions.documents),
      docs: null,
      settingsFolder,
      assets,
    }),
  };
}

/** A site whose docs.json says where pages are. Such files belong to others: no fault of theirs stops a build. */
async function prepareDocs(configured: Project, { docs, warnings }: ReadDocsJson, { files, isTrusted }: Input): Promise<Source> {
  const isPart = files.left !== undefined || configured.exclude.length > 0;
  const read = isPart ? { ...docs, tree: withoutLeftOut(docs.tree, files.files) } : docs;
  const project = withDocsJson(configured, read);
  const found = await readDocsSite(project, read, files.files, files.assets ?? []);
  const { docs: shown, places, generated, descriptions, assets, warnings: foundWarnings, kept, ...parsing } = found;
  const known = [...leftOut(files), ...files.problems, ...warnings, ...foundWarnings];
  const styles = listStyles(kept, isTrusted);
  const settingsFile = files.files.find(({ path }) => path === docs.file);
  const safe = settingsFile && isTrusted(settingsFile) ? shown : keepSafeTags(shown);
  return {
    places,
    parsing: { id: project.id, files: files.files, isTrusted, ...parsing },
    toParts: (parsed) => ({
      project,
      generated,
      problems: [],
      warnings: [...known, ...parsed.flatMap((entry) => entry.problems), ...uniqueNotices([...parsed, ...generated])],
      folders: {},
      openapi: null,
      descriptions,
      docs: { ...safe, unsupported: [...safe.unsupported, ...styles.left] },
      assets: [...assets, ...styles.loaded.map(({ path }) => path)],
      styles: styles.loaded,
    }),
  };
}

/** Identifies what a site is made from; equal hashes give equal pages and passages. */
export function hashSite(project: Project, files: ContentFiles, drafts = false): string {
  const list = files.files.map(({ path, hash }) => [path, hash]);
  const made = [CONTENT_FORMAT, structureOf(project), drafts, list, files.description?.hash ?? null, files.assets ?? []];
  return sha256(JSON.stringify(made));
}

function structureOf({ id, domain, languages, versions, defaultLanguage, defaultVersion, pagesAt }: Project): object {
  return { id, domain, languages, versions, defaultLanguage, defaultVersion, pagesAt };
}

/** A page that was looked for. */
export interface FoundPage {
  readonly page: Page;
  /** True when the page replaces a missing translation: it is of the same version in the default language. */
  readonly fallback: boolean;
  /** URL path at which it is shown, without base path. */
  readonly path: string;
}

/**
 * The page of a key, or its counterpart of the same version in the default language. Where addresses are paths of a
 * repository there is no counterpart: a page that is not there has no address.
 */
export function findPage(site: Site, key: PageKey): FoundPage | undefined {
  const { byKey } = indexOf(site);
  const own = byKey.get(toText(key));
  if (own) return { page: own, fallback: false, path: own.path };
  if (site.docs) return undefined;
  const other = byKey.get(toText({ ...key, language: site.project.defaultLanguage }));
  return other && { page: other, fallback: true, path: pagePath(site.project, key) };
}

/** The page that a path without base path shows, a fallback included. */
export function findPageAt(site: Site, path: string): FoundPage | undefined {
  const own = pagesByPath(site).get(path);
  if (own) return { page: own, fallback: false, path };
  if (site.docs) return undefined;
  const parsed = parsePath(site.project, path);
  return parsed?.kind === "docs" ? findPage(site, parsed.key) : undefined;
}

/** The description's part of a site; while the description cannot be read, that of the earlier site. */
async function apiPart(project: Project, files: ContentFiles, earlier: Site | undefined): Promise<ApiPart> {
  const key = sha256(JSON.stringify([structureOf(project), files.description?.path, files.description?.hash, FORK_COMPONENTS]));
  const known = apiParts.get().get(key);
  const part = known ?? (await toApiPart(project, files.description));
  apiParts.set(new Map([[key, part], ...[...apiParts.get()].filter(([other]) => other !== key).slice(0, 3)]));
  if (part.problems.length === 0 || !earlier?.openapi) return part;
  const pages = earlier.pages.filter(({ kind }) => kind === "api");
  return {
    ...part,
    openapi: earlier.openapi,
    warnings: earlier.warnings,
    folders: earlier.folders,
    pages: pages.map((page) => withPassages(page, earlier)),
  };
}

/** Merges settings of folders: the author's win over those of the description. */
function mergeFolders(generated: FolderMetas, written: FolderMetas): FolderMetas {
  const merged = createRecord(generated);
  for (const [path, meta] of Object.entries(written)) merged[path] = { ...getOwn(generated, path), ...meta };
  return merged;
}

/** Returns true for a file of the content folder that the site serves, by its path there. */
export function hasAsset(site: Site, name: string): boolean {
  return indexOf(site).assets.has(name);
}

/** The description of the operation that a page shows. */
export function descriptionOf(site: Site, { operation, object }: Pick<Page, "operation" | "object">): OpenApiDocument | null {
  const shown = operation ?? object;
  if (!shown) return null;
  return shown.description === undefined ? site.openapi : (getOwn(site.descriptions, shown.description) ?? null);
}

/** All pages of a site by their path. */
export function pagesByPath(site: Site): ReadonlyMap<string, Page> {
  return indexOf(site).byPath;
}

const indexOf = perObject((site: Site) => ({
  byPath: new Map(site.pages.map((page) => [page.path, page])),
  byKey: new Map(site.pages.map((page) => [toText(page), page])),
  assets: new Set(site.assets),
}));

function toText({ language, version, slug }: PageKey): string {
  return JSON.stringify([language, version, slug]);
}

function keepEarlier(entry: ParsedPage, earlier: Site | undefined): ParsedPage {
  if (!entry.page.problem || !earlier) return entry;
  const page = pagesByPath(earlier).get(entry.page.path);
  if (!page || page.problem) return entry;
  return { ...withPassages(page, earlier), problems: entry.problems };
}

function withPassages(page: Page, site: Site): ParsedPage {
  const passages = site.passages.filter(({ path }) => path === page.path);
  return { page, passages, isSearched: passages.length > 0, problems: [], notices: [] };
}

/** The same site with the dates on which its files last changed. */
export function withDates(site: Site, lastModified: Readonly<Record<string, string>>): Site {
  return { ...site, pages: site.pages.map((page) => datePage(page, lastModified)) };
}

/** A page with the date of its last change. */
export function datePage(page: Page, lastModified: Readonly<Record<string, string>>): Page {
  const date = page.file === null ? undefined : getOwn(lastModified, page.file);
  return date ? { ...page, lastModified: date } : page;
}

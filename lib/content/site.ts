import type { Project } from "../config/config.ts";
import type { OpenApiDocument } from "../openapi/reference.ts";
import { type ContentFile, type ContentFiles, sha256 } from "./files.ts";
import { type FolderMetas, readFolderMetas } from "./folder-meta.ts";
import { type ApiPart, toApiPart } from "./operation-pages.ts";
import { createRecord, own } from "./own.ts";
import type { ContentProblem, Page } from "./page.ts";
import { apiParts, CONTENT_FORMAT, parsedPages } from "./parsed-cache.ts";
import { type ParsedPage, parsePage } from "./parsed-page.ts";
import type { Passage } from "./passage.ts";
import { listPlaces, type PlacedFile } from "./places.ts";
import { collectModules } from "./snippets/modules.ts";
import type { IsTrusted } from "./trust.ts";
import { type PageKey, pagePath, parsePath } from "./urls.ts";

/** Parsing many pages lets other work of the process in between. */
const LONGEST_TURN_MS = 20;

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
}

export interface BuildOptions {
  /** Gives drafts a page, marked as such: for development. */
  readonly drafts?: boolean;
  /** Pages of this site stand in for pages that are broken now. */
  readonly earlier?: Site | undefined;
  /** What a folder keeps whose meta.json is broken now. */
  readonly earlierFolders?: FolderMetas | undefined;
  /** Which files came with the build, so that their expressions may run; none unless given. */
  readonly isTrusted?: IsTrusted;
}

/**
 * Makes a site of files. Pages that were parsed before, in this process and with the same text, are not parsed
 * again. A faulty file never throws: it is listed in `problems`, and its page is the earlier one or carries the problem.
 */
export async function buildSite(project: Project, files: ContentFiles, options: BuildOptions = {}): Promise<Site> {
  const { drafts = false, isTrusted = () => false, earlier, earlierFolders = earlier?.folders } = options;
  const { places, problems } = listPlaces(project, files.files);
  const metas = readFolderMetas(files.files, earlierFolders);
  const api = await apiPart(project, files, earlier);
  const parsed = await parseAll(project, { places, files: files.files, isTrusted });
  const guides = parsed
    .filter(({ page }) => drafts || !page.draft)
    .map((entry) => keepEarlier(entry, earlier))
    .map((entry) => withDate(entry, files.lastModified));
  // A page that someone wrote wins over one of the description with the same address.
  const taken = new Set(guides.map(({ page }) => page.path));
  const built = [...guides, ...api.pages.filter(({ page }) => !taken.has(page.path))];
  return {
    project,
    hash: hashSite(project, files, drafts),
    pages: built.map(({ page }) => page).sort((left, right) => (left.path < right.path ? -1 : 1)),
    passages: built.flatMap(({ passages }) => passages),
    problems: [...files.problems, ...problems, ...metas.problems, ...api.problems, ...parsed.flatMap((entry) => entry.problems)],
    warnings: [...api.warnings, ...uniqueNotices(parsed)],
    folders: mergeFolders(api.folders, metas.folders),
    openapi: api.openapi,
  };
}

/** Identifies what a site is made from; equal hashes give equal pages and passages. */
export function hashSite(project: Project, files: ContentFiles, drafts = false): string {
  const list = files.files.map(({ path, hash }) => [path, hash]);
  return sha256(JSON.stringify([CONTENT_FORMAT, structureOf(project), drafts, list, files.description?.hash ?? null]));
}

function structureOf({ id, domain, languages, versions, defaultLanguage, defaultVersion }: Project): object {
  return { id, domain, languages, versions, defaultLanguage, defaultVersion };
}

/** A page that was looked for. */
export interface FoundPage {
  readonly page: Page;
  /** True when the page replaces a missing translation: it is of the same version in the default language. */
  readonly fallback: boolean;
  /** URL path at which it is shown, without base path. */
  readonly path: string;
}

/** The page of a key, or its counterpart of the same version in the default language. */
export function findPage(site: Site, key: PageKey): FoundPage | undefined {
  const { byKey } = indexOf(site);
  const own = byKey.get(toText(key));
  if (own) return { page: own, fallback: false, path: own.path };
  const other = byKey.get(toText({ ...key, language: site.project.defaultLanguage }));
  return other && { page: other, fallback: true, path: pagePath(site.project, key) };
}

/** The page that a path without base path shows, a fallback included. */
export function findPageAt(site: Site, path: string): FoundPage | undefined {
  const own = pagesByPath(site).get(path);
  if (own) return { page: own, fallback: false, path };
  const parsed = parsePath(site.project, path);
  return parsed?.kind === "docs" ? findPage(site, parsed.key) : undefined;
}

/** The description's part of a site; while the description cannot be read, that of the earlier site. */
async function apiPart(project: Project, files: ContentFiles, earlier: Site | undefined): Promise<ApiPart> {
  const key = sha256(JSON.stringify([structureOf(project), files.description?.path, files.description?.hash]));
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

/** What an author says of a folder wins over what the description says. */
function mergeFolders(generated: FolderMetas, written: FolderMetas): FolderMetas {
  const merged = createRecord(generated);
  for (const [path, meta] of Object.entries(written)) merged[path] = { ...own(generated, path), ...meta };
  return merged;
}

interface PageIndex {
  readonly byPath: ReadonlyMap<string, Page>;
  readonly byKey: ReadonlyMap<string, Page>;
}

const indexes = new WeakMap<Site, PageIndex>();

/** All pages of a site by their path. */
export function pagesByPath(site: Site): ReadonlyMap<string, Page> {
  return indexOf(site).byPath;
}

function indexOf(site: Site): PageIndex {
  const cached = indexes.get(site);
  if (cached) return cached;
  const index = {
    byPath: new Map(site.pages.map((page) => [page.path, page])),
    byKey: new Map(site.pages.map((page) => [toText(page), page])),
  };
  indexes.set(site, index);
  return index;
}

function toText({ language, version, slug }: PageKey): string {
  return JSON.stringify([language, version, slug]);
}

interface Parsing {
  readonly places: readonly PlacedFile[];
  readonly files: readonly ContentFile[];
  readonly isTrusted: IsTrusted;
}

async function parseAll(project: Project, { places, files, isTrusted }: Parsing): Promise<ParsedPage[]> {
  const known = parsedPages.get().get(project.id);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const used = new Map<string, ParsedPage>();
  let lastPause = performance.now();
  for (const { file, ...place } of places) {
    const modules = collectModules(file, byPath);
    // A page is no more to be trusted than what it takes in.
    const trusted = [file, ...modules].every((each) => isTrusted(each));
    const hashes = [file, ...modules].map((each) => [each.path, each.hash]);
    const key = sha256(JSON.stringify([hashes, place.path, place.language, place.version, trusted]));
    used.set(key, known?.get(key) ?? parsePage({ file, ...place }, { trusted, modules }));
    if (performance.now() - lastPause > LONGEST_TURN_MS) lastPause = await nextTurn();
  }
  // Only what this site uses is kept, so the memory is bounded by the content.
  parsedPages.get().set(project.id, used);
  return [...used.values()];
}

/** Notices of all pages; one of a file that many pages take in comes once. */
function uniqueNotices(entries: readonly ParsedPage[]): ContentProblem[] {
  const notices = new Map<string, ContentProblem>();
  for (const { file, line, column, reason } of entries.flatMap((entry) => entry.notices))
    notices.set(JSON.stringify([file, line, column, reason]), { file, line, column, reason });
  return [...notices.values()];
}

/** Lets waiting requests have their turn. */
function nextTurn(): Promise<number> {
  return new Promise((resolve) => setImmediate(() => resolve(performance.now())));
}

function keepEarlier(entry: ParsedPage, earlier: Site | undefined): ParsedPage {
  if (!entry.page.problem || !earlier) return entry;
  const page = pagesByPath(earlier).get(entry.page.path);
  if (!page || page.problem) return entry;
  return { ...withPassages(page, earlier), problems: entry.problems };
}

function withPassages(page: Page, { passages }: Site): ParsedPage {
  return { page, passages: passages.filter(({ path }) => path === page.path), problems: [], notices: [] };
}

function withDate(entry: ParsedPage, lastModified: Readonly<Record<string, string>>): ParsedPage {
  const date = entry.page.file === null ? undefined : own(lastModified, entry.page.file);
  return date ? { ...entry, page: { ...entry.page, lastModified: date } } : entry;
}

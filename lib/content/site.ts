import type { Project } from "../config/config.ts";
import { type ApiPart, toApiPart } from "./api-pages.ts";
import { type ContentFiles, sha256 } from "./files.ts";
import { type FolderMetas, readFolderMetas } from "./folder-meta.ts";
import type { ApiDescription } from "./open-api-document.ts";
import { createRecord, own } from "./own.ts";
import type { ContentProblem, Page } from "./page.ts";
import { type ParsedPage, parsePage } from "./parsed-page.ts";
import type { Passage } from "./passage.ts";
import { type FilePlace, listPlaces, pagePath } from "./places.ts";
import type { IsTrusted } from "./trust.ts";

/** Raised when the same files would give other pages or passages than before. */
const FORMAT = 4;
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
  /** Titles and order of folders, as their meta.json files give them. */
  readonly folders: FolderMetas;
  /** The checked API description, `$ref`s in place; null without one. */
  readonly description: ApiDescription | null;
}

export interface BuildOptions {
  /** Gives drafts a page, marked as such: for development. */
  readonly drafts?: boolean;
  /** Pages of this site stand in for pages that are broken now. */
  readonly earlier?: Site | undefined;
  /** Which files came with the build, so that their expressions may run; none unless given. */
  readonly isTrusted?: IsTrusted;
}

/**
 * Makes a site of files. Pages that were parsed before, in this process and with the same text, are not parsed
 * again. A faulty file never throws: it is listed in `problems`, and its page is the earlier one or carries the problem.
 */
export async function buildSite(project: Project, files: ContentFiles, options: BuildOptions = {}): Promise<Site> {
  const { drafts = false, isTrusted = () => false, earlier } = options;
  const { places, problems } = listPlaces(project, files.files);
  const metas = readFolderMetas(files.files);
  const api = await apiPart(project, files, earlier);
  const parsed = await parseAll(project, places, isTrusted);
  const guides = parsed
    .filter(({ page }) => drafts || !page.draft)
    .map((entry) => keepEarlier(entry, earlier))
    .map((entry) => withDate(entry, files.lastModified));
  // A page that someone wrote stands before one of the description with the same address.
  const taken = new Set(guides.map(({ page }) => page.path));
  const built = [...guides, ...api.pages.filter(({ page }) => !taken.has(page.path))];
  return {
    project,
    hash: hashSite(project, files, drafts),
    pages: built.map(({ page }) => page).sort((left, right) => (left.path < right.path ? -1 : 1)),
    passages: built.flatMap(({ passages }) => passages),
    problems: [...files.problems, ...problems, ...metas.problems, ...api.problems, ...parsed.flatMap((entry) => entry.problems)],
    folders: mergeFolders(api.folders, metas.folders),
    description: api.description,
  };
}

/** Identifies what a site is made from; equal hashes give equal pages and passages. */
export function hashSite(project: Project, files: ContentFiles, drafts = false): string {
  const list = files.files.map(({ path, hash }) => [path, hash]);
  return sha256(JSON.stringify([FORMAT, structureOf(project), drafts, list, files.description?.hash ?? null]));
}

function structureOf({ id, domain, languages, versions, defaultLanguage, defaultVersion }: Project): object {
  return { id, domain, languages, versions, defaultLanguage, defaultVersion };
}

/** Where a page is looked for: what follows language and version in its path, without slashes at the ends. */
export interface PagePlace {
  readonly language: string;
  /** Null for a project without versions. */
  readonly version: string | null;
  readonly slug: string;
}

/** The page at a place, or its counterpart of the same version in the default language (`fallback`). */
export function findPage(site: Site, place: PagePlace): { page: Page; fallback: boolean } | undefined {
  const pages = pagesByPath(site);
  const own = pages.get(pagePath(site.project, place));
  if (own) return { page: own, fallback: false };
  const other = pages.get(pagePath(site.project, { ...place, language: site.project.defaultLanguage }));
  return other && { page: other, fallback: true };
}

/** The description's part of a site; while the description is broken, that of the earlier site. */
async function apiPart(project: Project, files: ContentFiles, earlier: Site | undefined): Promise<ApiPart> {
  const key = sha256(JSON.stringify([structureOf(project), files.description?.path, files.description?.hash]));
  const known = shared.docentApiParts?.get(key);
  const part = known ?? (await toApiPart(project, files.description));
  shared.docentApiParts = new Map([
    [key, part],
    ...[...(shared.docentApiParts ?? [])].filter(([other]) => other !== key).slice(0, 3),
  ]);
  if (part.problems.length === 0 || !earlier?.description) return part;
  const pages = earlier.pages.filter(({ kind }) => kind === "api");
  return {
    ...part,
    description: earlier.description,
    folders: earlier.folders,
    pages: pages.map((page) => withPassages(page, earlier)),
  };
}

/** What an author says of a folder stands before what the description says. */
function mergeFolders(generated: FolderMetas, written: FolderMetas): FolderMetas {
  const merged = createRecord(generated);
  for (const [path, meta] of Object.entries(written)) merged[path] = { ...own(generated, path), ...meta };
  return merged;
}

const indexes = new WeakMap<Site, ReadonlyMap<string, Page>>();

/** All pages of a site by their path. */
export function pagesByPath(site: Site): ReadonlyMap<string, Page> {
  const known = indexes.get(site);
  if (known) return known;
  const index = new Map(site.pages.map((page) => [page.path, page]));
  indexes.set(site, index);
  return index;
}

// Pages and route handlers get module instances of their own; parsing is shared.
const shared = globalThis as { docentParsed?: Map<string, Map<string, ParsedPage>>; docentApiParts?: Map<string, ApiPart> };

async function parseAll(project: Project, places: readonly FilePlace[], isTrusted: IsTrusted): Promise<ParsedPage[]> {
  shared.docentParsed ??= new Map();
  const known = shared.docentParsed.get(project.id);
  const used = new Map<string, ParsedPage>();
  let lastPause = performance.now();
  for (const place of places) {
    const trusted = isTrusted(place.file);
    const key = sha256(JSON.stringify([place.file.path, place.file.hash, place.path, place.language, place.version, trusted]));
    used.set(key, known?.get(key) ?? parsePage(place, { trusted }));
    if (performance.now() - lastPause > LONGEST_TURN_MS) lastPause = await nextTurn();
  }
  // Only what this site uses is kept, so the memory is bounded by the content.
  shared.docentParsed.set(project.id, used);
  return [...used.values()];
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
  return { page, passages: passages.filter(({ path }) => path === page.path), problems: [] };
}

function withDate(entry: ParsedPage, lastModified: Readonly<Record<string, string>>): ParsedPage {
  const date = entry.page.file === null ? undefined : own(lastModified, entry.page.file);
  return date ? { ...entry, page: { ...entry.page, lastModified: date } } : entry;
}

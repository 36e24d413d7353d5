import type { Project } from "../../config/config.ts";
import { errorIn, type Finding } from "../../finding.ts";
import { isPageFile } from "../files/file-kinds.ts";
import type { ContentFile } from "../model/content-file.ts";
import type { Page } from "../model/page.ts";
import { type Locale, type PageKey, pagePath, type UrlStructure } from "../model/urls.ts";

/** The file of a page, and which page it is. */
export interface PlacedFile extends PageKey {
  readonly file: ContentFile;
  /** URL path without base path. */
  readonly path: string;
  /** False for a page that no navigation names. */
  readonly listed: boolean;
  /** True when search and answers read it. */
  readonly searchable: boolean;
  /** The description of an operation that the page names. */
  readonly openapi?: DescriptionUse | undefined;
}

/** Returns true when each language of a project has a folder; one language needs none. */
function hasLanguageFolders(project: UrlStructure): boolean {
  return project.languages.length > 1;
}

/**
 * Returns the folder that holds the pages of a language and version, without slash at its end; empty for the content folder.
 */
export function folderOf(project: UrlStructure, { language, version }: Locale): string {
  return [hasLanguageFolders(project) ? language : "", version ?? ""].filter(Boolean).join("/");
}

/**
 * Returns the folders and the name of a page below its language and version; those of its file where it has one, so that
 * `(group)` folders count.
 */
export function placeInNavigation(project: UrlStructure, page: Page): string[] {
  const folder = folderOf(project, page);
  if (page.file === null) {
    const names = page.slug.split("/");
    const group = page.operation?.group;
    return group === undefined ? names : names.toSpliced(-1, 0, group);
  }
  return page.file
    .slice(folder ? folder.length + 1 : 0)
    .replace(/\.mdx?$/, "")
    .split("/");
}

/** Parts that pages take in, by their folder or an underscore before their name: no pages. */
const SNIPPETS = /^_?snippets\/|(?:^|\/)_[^/]*$/;

/** Finds the place of every page among a project's files. A file that cannot be a page is an error, but for snippets. */
export function listPlaces(project: UrlStructure, files: readonly ContentFile[]): { places: PlacedFile[]; findings: Finding[] } {
  const places = new Map<string, PlacedFile>();
  const findings: Finding[] = [];
  for (const file of files) {
    if (!isPageFile(file.path) || SNIPPETS.test(file.path)) continue;
    const place = placeFile(project, file);
    const message = typeof place === "string" ? place : conflictOf(project, place, places.get(place.path));
    if (message !== undefined) findings.push(errorIn(file.path, message));
    else if (typeof place !== "string") places.set(place.path, place);
  }
  return { places: [...places.values()], findings };
}

function placeFile(project: UrlStructure, file: ContentFile): PlacedFile | string {
  const segments = file.path.replace(/\.mdx?$/, "").split("/");
  const language = hasLanguageFolders(project) ? segments.shift() : project.defaultLanguage;
  if (!project.languages.some(({ id }) => id === language))
    return `The page is in no language folder. Move it into one of: ${joinNames(project.languages)}, or declare the language.`;
  const version = project.versions.length > 0 ? (segments.shift() ?? "") : null;
  if (version !== null && (segments.length === 0 || !project.versions.some(({ id }) => id === version)))
    return `The page is in no version folder. Move it into one of: ${joinNames(project.versions)}, or declare the version.`;
  if (segments.length === 0) return "The page needs a name below its folders.";
  const slug = slugOfPath(segments);
  const place = { language: language as string, version, slug };
  return { file, ...place, path: pagePath(project, place), listed: true, searchable: true };
}

/** `guides/(start)/index` is the page `guides`: folders in parentheses group pages without a part in the path. */
function slugOfPath(segments: readonly string[]): string {
  const named = segments.filter((segment) => !/^\(.+\)$/.test(segment));
  return (named.at(-1) === "index" ? named.slice(0, -1) : named).join("/");
}

function conflictOf(project: UrlStructure, place: PlacedFile, other: PlacedFile | undefined): string | undefined {
  if (other) return `The page has the same address as ${other.file.path} (${place.path}). Rename one of them.`;
  const [first] = place.slug.split("/");
  if (place.version === project.defaultVersion && project.versions.some(({ id }) => id === first))
    return `The address ${place.path} belongs to the version "${first}". Rename the file or folder.`;
  const isAtRoot = place.language === project.defaultLanguage && place.version === project.defaultVersion;
  if (project.pagesAt === "root" && isAtRoot && project.languages.some(({ id }) => id === first))
    return `The address ${place.path} belongs to the language "${first}". Rename the file or folder.`;
  return undefined;
}

function joinNames(list: readonly { id: string }[]): string {
  return list.map(({ id }) => id).join(", ");
}

/**
 * Returns the project as a replaced content folder needs it: without its languages and versions, which are those of another
 * site, unless a page is in a folder of one.
 */
export function fitFolders(project: Project, files: readonly ContentFile[]): Project {
  const { languages, versions, defaultLanguage, isReplaced } = project;
  const isPlain = languages.length < 2 && versions.length === 0;
  if (!isReplaced || isPlain || listPlaces(project, files).places.length > 0) return project;
  return { ...project, languages: languages.filter(({ id }) => id === defaultLanguage), versions: [], defaultVersion: null };
}

export interface DescriptionUse {
  readonly sources: readonly string[];
  /** Folder of the pages made of it. */
  readonly directory?: string | undefined;
}

/*
 * The content: makes a site of a folder's files.
 * `readContentFiles` (files/) gives the files; a site comes out, with its pages, their passages and its findings. Nothing in between
 * touches the disk, so that a site can be made of what the store has as well.
 * Start at `buildSite`. internal/decisions/0001-content-pipeline.md has the reasons; ARCHITECTURE.md draws the rooms, of which each
 * imports only those below it.
 */

import { isDeepStrictEqual } from "node:util";
import { getAccess, getConfig, type Project } from "../config/config.ts";
import { toWarnings, warningIn } from "../finding.ts";
import { isDescription } from "../openapi/description/is-description.ts";
import { type NamedDescription, toApiPart } from "./api/operation-pages.ts";
import { FORK_COMPONENTS } from "./components/components.ts";
import { toAppearance } from "./docs-json/appearance.ts";
import { readDescriptions } from "./docs-json/descriptions.ts";
import { type ReadDocsJson, readDocsJson, withDocsJson } from "./docs-json/docs-json.ts";
import { findNamed, findNamedObject, type GeneratedOperation, readDocsSite, readEndpoint } from "./docs-json/docs-site.ts";
import { listDescriptionHashes } from "./docs-json/expand.ts";
import { withoutLeftOut } from "./docs-json/locales.ts";
import { type ContentFiles, leftOut } from "./files/files.ts";
import { findSettingsBelow } from "./files/settings-folder.ts";
import { listStyles } from "./files/styles.ts";
import { type ContentFile, sha256 } from "./model/content-file.ts";
import type { Page } from "./model/page.ts";
import { createRecord, getOwn } from "./model/records.ts";
import { redirectsTo } from "./model/redirects.ts";
import { filesFor, type Whole } from "./readers/files-for.ts";
import { listReaderFindings } from "./readers/findings.ts";
import type { Access } from "./readers/rules.ts";
import { ClosedContentError, type ReaderMarks, readFolderMarks, readPageMarks, sumUpOpened } from "./site/closed.ts";
import { type FolderMetas, readFolderMetas } from "./site/folder-meta.ts";
import { createLinkTable } from "./site/link-table.ts";
import { outlineAll, type Parsing, parseAll, parseOthers, uniqueFindings } from "./site/parse-all.ts";
import type { PageContext } from "./site/parse-page.ts";
import { CONTENT_FORMAT, type DescribedPages, lastParsed, type ParsedPage } from "./site/parsed-page.ts";
import { fitFolders, listPlaces, type PlacedFile } from "./site/places.ts";
import { listOwnQuestions } from "./site/questions.ts";
import { type Audience, datePage, type Site } from "./site/site.ts";

export interface BuildOptions {
  /** Gives drafts a page, marked as such: for development. */
  readonly drafts?: boolean;
  /** Settings of folders from before, for those whose meta.json is broken now. */
  readonly earlierFolders?: FolderMetas | undefined;
  /** Gets the targets and anchors of the pages that are read, for a check that follows. */
  readonly reach?: PageContext["reach"];
  /** Says who the site is for, so that it can be made for each of them. Default: what the configuration says. */
  readonly access?: Access | undefined;
  /** Throws a ClosedContentError for content that names groups of readers: for a server that would show it to everyone. */
  readonly refusesClosed?: boolean;
}

/**
 * Makes a site of files. Pages that were parsed before, in this process and with the same text, are not parsed
 * again. A faulty file never throws: its findings say so, and its page carries the first error.
 */
export async function buildSite(configured: Project, files: ContentFiles, options: BuildOptions = {}): Promise<Site> {
  const access = accessOf(options);
  const { places, parsing, finish, operations } = await prepare(configured, files, options);
  const parsed = { pages: await parseAll(places, parsing), operations: await readAll(operations) };
  const site = finish(parsed.pages, parsed.operations);
  if (!access) return site;
  const whole = { access, files, places, site };
  const findings = [...site.findings, ...listReaderFindings(whole)];
  return { ...site, findings, forReaders: (audience) => buildForReaders(audience, { configured, whole, parsed, options }) };
}

/** Returns who the site is for; undefined where everyone reads everything. */
function accessOf({ access }: BuildOptions): Access | undefined {
  const settings = getAccess();
  return access ?? (settings && { readers: settings.readers, groups: Object.keys(settings.groups) });
}

/** A site of all its files, and what they were parsed to. */
interface Everything {
  readonly configured: Project;
  readonly whole: Whole;
  readonly parsed: { readonly pages: readonly ParsedPage[]; readonly operations: readonly ParsedPage[] };
  readonly options: BuildOptions;
}

/** Makes the site of an audience of what it may read. Pages that are the same in the whole site are not parsed again. */
async function buildForReaders(audience: Audience, { configured, whole, parsed, options }: Everything): Promise<Site> {
  const files = await filesFor(whole, audience);
  const { drafts } = options;
  const { places, parsing, operations, finish } = await prepare(fitVersions(configured, whole, files), files, {
    drafts,
    isForReaders: true,
  });
  const before = new Map(parsed.pages.map((entry) => [entry.page.path, entry]));
  const wholePlaces = new Map(whole.places.map((place) => [place.path, place]));
  const isDescribedAlike = describesAlike(whole.files, files);
  const { links } = parsing.context;
  const hasSameLinks = ({ page }: ParsedPage) =>
    Object.entries(page.links).every(([url, address]) => links.resolve(page.file ?? "", url) === address);
  const known = (place: PlacedFile) => {
    const entry = before.get(place.path);
    const isSame = isDeepStrictEqual(wholePlaces.get(place.path), place);
    const isAlike = isDescribedAlike || !NAMES_DESCRIPTION.test(place.file.text);
    return entry && isSame && isAlike && hasSameLinks(entry) ? entry : undefined;
  };
  const generated = new Map(parsed.operations.map((entry) => [entry.page.path, entry]));
  const read = operations.map(({ outline, read }) => {
    const entry = generated.get(outline.page.path);
    const isSame = isDescribedAlike && isDeepStrictEqual(entry?.page.operation, outline.page.operation);
    const isListedAlike = entry?.page.listed === outline.page.listed && entry.isSearched === outline.isSearched;
    return entry && isSame && isListedAlike && entry.page.slug === outline.page.slug && hasSameLinks(entry) ? entry : read();
  });
  return finish(await parseOthers(places, parsing, known), await Promise.all(read));
}

/** A page that may show an operation or an object. */
const NAMES_DESCRIPTION = /APIPage|openapi|^api:/im;

/** Returns true when two states of files describe the same APIs. */
function describesAlike(whole: ContentFiles, files: ContentFiles): boolean {
  const hashesOf = ({ files: all, description, named = {} }: ContentFiles) => [
    description?.hash,
    Object.values(named).map(({ path, hash }) => [path, hash]),
    listDescriptionHashes(all.filter(({ text }) => isDescription(text))),
  ];
  return isDeepStrictEqual(hashesOf(whole), hashesOf(files));
}

/** Returns the project without versions whose every page is closed. Addresses do not name the default one, so it stays. */
function fitVersions(configured: Project, { places }: Whole, { files }: ContentFiles): Project {
  const open = new Set(files.map(({ path }) => path));
  const versionsOf = (kept: readonly PlacedFile[]) => new Set(kept.map(({ version }) => version));
  const [all, left] = [versionsOf(places), versionsOf(places.filter(({ file }) => open.has(file.path)))];
  const isLeft = (id: string) => id === configured.defaultVersion || left.has(id) || !all.has(id);
  return { ...configured, versions: configured.versions.filter(({ id }) => isLeft(id)) };
}

/** Makes a listed site, whose pages can be shown long before all of them are read, and starts to read them. */
export async function openSite(configured: Project, files: ContentFiles, options: BuildOptions = {}): Promise<Site> {
  // Who may read a page is known once all are read.
  if (accessOf(options)) return buildSite(configured, files, options);
  const { places, parsing, finish, operations } = await prepare(configured, files, options);
  const { pages, complete } = outlineAll(places, parsing);
  const operationAt = new Map(operations.map((operation) => [operation.outline.page.path, operation]));
  const readPage = async (page: Page) => {
    const entry = await (page.file === null ? operationAt.get(page.path)?.read() : complete(page));
    return entry ? datePage(entry.page, files.lastModified) : page;
  };
  const listed = finish(
    pages,
    operations.map(({ outline }) => outline),
  );
  const readWhole = async () => finish(await parseAll(places, parsing), await readAll(operations));
  return { ...listed, passages: [], unread: { readPage, whole: readWhole() } };
}

/** All of a site but its pages. */
interface Prepared {
  readonly places: readonly PlacedFile[];
  readonly parsing: Parsing;
  /** Pages that no file has. */
  readonly operations: readonly GeneratedOperation[];
  readonly finish: (parsed: readonly ParsedPage[], generated: readonly ParsedPage[]) => Site;
}

function readAll(operations: readonly GeneratedOperation[]): Promise<ParsedPage[]> {
  return Promise.all(operations.map(({ read }) => read()));
}

interface PrepareOptions extends BuildOptions {
  /** The files are those of an audience, which may read all of them. */
  readonly isForReaders?: boolean;
}

/** Does all that comes before pages are parsed. */
async function prepare(configured: Project, files: ContentFiles, options: PrepareOptions): Promise<Prepared> {
  const { drafts = false, earlierFolders } = options;
  const source = readDocsJson(files.files);
  const input = { files, earlierFolders };
  const { places, parsing, operations, toParts } = source
    ? await prepareDocs(configured, source, input)
    : await prepareFolders(configured, input);
  const hasReaders = options.isForReaders === true || accessOf(options) !== undefined;
  const { closed, opened } = hasReaders ? NO_MARKS : readMarks(places, source?.marks ?? readFolderMarks(files.files));
  if (options.refusesClosed && closed.length > 0) throw new ClosedContentError(closed);
  const hash = hashSite(configured, files, drafts);
  const finish = (parsed: readonly ParsedPage[], generated: readonly ParsedPage[]): Site => {
    const parts = toParts(parsed, generated);
    const guides = parsed
      .filter(({ page }) => drafts || !page.draft)
      .map((entry) => ({ ...entry, page: datePage(entry.page, files.lastModified) }));
    // A page that someone wrote wins over one of the description with the same address.
    const taken = new Set(guides.map(({ page }) => page.path));
    const built = [...guides, ...generated.filter(({ page }) => !taken.has(page.path))];
    return {
      ...parts,
      findings: [...parts.findings, ...closed, ...sumUpOpened(opened)],
      hash,
      ...listOwnQuestions(files.files),
      pages: built.map(({ page }) => page).sort((left, right) => (left.path < right.path ? -1 : 1)),
      passages: built.flatMap(({ passages }) => passages),
    };
  };
  return { places, operations, parsing: { ...parsing, context: { ...parsing.context, reach: options.reach } }, finish };
}

const NO_MARKS: ReaderMarks = { closed: [], opened: [] };

/** Returns what the content says of its readers; nothing where the configuration publishes all. */
function readMarks(places: readonly PlacedFile[], ofFolders: ReaderMarks): ReaderMarks {
  if (getConfig().access === false) return { closed: [], opened: [] };
  const ofPages = readPageMarks(places);
  return { closed: [...ofPages.closed, ...ofFolders.closed], opened: [...ofPages.opened, ...ofFolders.opened] };
}

interface Input {
  readonly files: ContentFiles;
  readonly earlierFolders: FolderMetas | undefined;
}

/** The steps of one kind of content before pages are parsed, and after. */
interface Source extends Omit<Prepared, "finish"> {
  /** A site before its pages are put in order. */
  readonly toParts: (
    parsed: readonly ParsedPage[],
    generated: readonly ParsedPage[],
  ) => Omit<Site, "hash" | "pages" | "passages" | "answers" | "questions">;
}

/** Prepares a site whose folders and meta.json files say where pages are. */
async function prepareFolders(configured: Project, { files, earlierFolders }: Input): Promise<Source> {
  const project = fitFolders(configured, files.files);
  const { places, findings } = listPlaces(project, files.files);
  const metas = readFolderMetas(files.files, earlierFolders);
  const api = await readApi(project, files);
  const ofProject = listConfigured(files);
  const described = [...files.files, ...ofProject];
  const descriptions = await readDescriptions(described);
  // The description of the site has no name in it.
  const main = files.description && toConfigured(files.description).path;
  const nameless = <Named extends { readonly description?: string | undefined }>(named: Named): Named =>
    named.description === main ? { ...named, description: undefined } : named;
  const assets = files.assets ?? [];
  const settingsFolder = files.settingsAbove ?? findSettingsBelow(files.files);
  const links = createLinkTable({ project, pages: new Map(places.map(({ file, path }) => [file.path, path])), assets });
  const known = [
    files.findings,
    findings,
    leftOut(files),
    api.findings,
    metas.findings,
    // Those of the configuration are in the findings of its pages.
    toWarnings(descriptions.findings.filter(({ file }) => !ofProject.some(({ path }) => path === file))),
  ].flat();
  return {
    places,
    operations: api.pages.map((page) => ({ outline: page, read: async () => page })),
    parsing: {
      ...{ id: project.id, files: files.files, madeFrom: [assets, listDescriptionHashes(described)] },
      context: {
        links,
        findOperation: (text, place) => {
          const found = findNamed(descriptions, text, place);
          return found && { ...found, operation: nameless(found.operation) };
        },
        findObject: (text, place) => {
          const found = findNamedObject(descriptions, text, place);
          return found && { ...found, object: nameless(found.object) };
        },
        readEndpoint: (text, place) => readEndpoint(text, { place, descriptions, settings: {} }),
      },
    },
    toParts: (parsed) => ({
      project,
      findings: [...known, ...uniqueFindings(parsed)],
      folders: mergeFolders(api.folders, metas.folders),
      openapi: api.openapi,
      descriptions: { ...Object.fromEntries([...descriptions.documents].filter(([name]) => name !== main)), ...api.described },
      ...{ appearance: null, settings: null, tree: null, metatags: {}, indexesUnlisted: false },
      redirects: redirectsTo(parsed.map(({ page }) => page)),
      settingsFolder,
      assets,
    }),
  };
}

/** Returns the API descriptions that the configuration names, as files by which pages may name their operations. */
function listConfigured({ description, named = {} }: ContentFiles): ContentFile[] {
  return [...(description ? [description] : []), ...Object.values(named)].map(toConfigured);
}

/** Returns a description as a file; an address may have no ending. */
function toConfigured({ path, text, hash }: Pick<ContentFile, "path" | "text" | "hash">): ContentFile {
  return { path: /\.(?:json|ya?ml)$/i.test(path) ? path : `${path}.json`, text, hash };
}

/** Prepares a site whose docs.json says where pages are. Such files belong to others: no fault in them stops a build. */
async function prepareDocs(configured: Project, { docs, findings }: ReadDocsJson, { files }: Input): Promise<Source> {
  const isPart = files.left !== undefined || configured.exclude.length > 0;
  const read = isPart ? { ...docs, tree: withoutLeftOut(docs.tree, files.files) } : docs;
  const project = withDocsJson(configured, read);
  const found = await readDocsSite(project, read, files.files, {
    assets: files.assets ?? [],
    configured: listConfigured(files),
  });
  const { docs: shown, places, generated, descriptions, assets, findings: ofSite, kept, ...parsing } = found;
  const known = [...leftOut(files), ...files.findings, ...findings, ...ofSite];
  const styles = listStyles(kept);
  return {
    places,
    parsing: { id: project.id, files: files.files, ...parsing },
    operations: generated,
    toParts: (parsed, read) => ({
      project,
      findings: toWarnings([...known, ...uniqueFindings([...parsed, ...read])]),
      folders: {},
      openapi: null,
      descriptions,
      tree: shown.tree,
      redirects: [...(shown.settings.redirects ?? []), ...redirectsTo(parsed.map(({ page }) => page))],
      metatags: shown.settings.seo?.metatags ?? {},
      indexesUnlisted: shown.settings.seo?.indexing === "all",
      appearance: toAppearance(shown.settings),
      settings: { file: shown.file, unsupported: [...shown.unsupported, ...styles.left], unread: shown.unread ?? [] },
      assets: [...assets, ...styles.loaded.map(({ path }) => path)],
      styles: styles.loaded,
    }),
  };
}

/** Identifies the sources of a site; equal hashes give equal pages and passages. */
export function hashSite(project: Project, files: ContentFiles, drafts = false): string {
  const list = files.files.map(({ path, hash }) => [path, hash]);
  const named = Object.entries(files.named ?? {}).map(([name, { path, hash }]) => [name, path, hash]);
  const described = [files.description?.hash ?? null, ...(named.length > 0 ? [named] : [])];
  const made = [CONTENT_FORMAT, structureOf(project), drafts, list, ...described, files.assets ?? []];
  return sha256(JSON.stringify(made));
}

function structureOf({ id, domain, languages, versions, defaultLanguage, defaultVersion, pagesAt }: Project): object {
  return { id, domain, languages, versions, defaultLanguage, defaultVersion, pagesAt };
}

/** Returns what the descriptions add to a site. The first of two operations with one address gets it, and the other is reported. */
async function readApi(project: Project, files: ContentFiles): Promise<DescribedPages> {
  const named = Object.entries(files.named ?? {}).map(([name, file]) => ({ name, file }));
  const described = [{ file: files.description, isOneOfMany: named.length > 0 }, ...named];
  const parts: DescribedPages[] = [];
  for (const one of described) parts.push(await apiPart(project, one, 3 + named.length));
  const pages = new Map<string, ParsedPage>();
  const findings = parts.flatMap((part) => part.findings);
  parts.forEach((part, index) => {
    for (const entry of part.pages) {
      const { path } = entry.page;
      if (!pages.has(path)) pages.set(path, entry);
      else
        findings.push(
          warningIn(
            described[index]?.file?.path ?? "",
            `${path} is a page already; give the description another name in apiDescriptions.`,
          ),
        );
    }
  });
  return {
    openapi: parts[0]?.openapi ?? null,
    described: Object.assign({}, ...parts.map((part) => part.described)),
    pages: [...pages.values()],
    folders: Object.assign({}, ...parts.map((part) => part.folders).reverse()),
    findings,
  };
}

/** Returns the part of one description. That of a file that is the same as before is not made again. */
async function apiPart(project: Project, described: NamedDescription, kept: number): Promise<DescribedPages> {
  const { file, name, isOneOfMany } = described;
  const key = sha256(JSON.stringify([structureOf(project), name, isOneOfMany, file?.path, file?.hash, FORK_COMPONENTS]));
  const last = lastParsed.get();
  const part = last.api.get(key) ?? (await toApiPart(project, described));
  last.api = new Map([[key, part], ...[...last.api].filter(([other]) => other !== key).slice(0, kept)]);
  return part;
}

/** Merges settings of folders: the author's win over those of the description. */
function mergeFolders(generated: FolderMetas, written: FolderMetas): FolderMetas {
  const merged = createRecord(generated);
  for (const [path, meta] of Object.entries(written)) merged[path] = { ...getOwn(generated, path), ...meta };
  return merged;
}

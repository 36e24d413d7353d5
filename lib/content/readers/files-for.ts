/*
 * The files of an audience. The files of a site come in, and those come out of which the site of some readers is made: without the
 * pages that they may not read, and with docs.json, meta.json, questions and API descriptions that no longer name those.
 * A site of these files holds nothing closed, whatever is made of it later. Start at `filesFor`.
 */

import path from "node:path/posix";
import { decodeText } from "../../decode-text.ts";
import { isDescription } from "../../openapi/description/is-description.ts";
import { isObject, type JsonObject } from "../../openapi/description/json.ts";
import { perObject } from "../../per-object.ts";
import { readYaml } from "../../yaml.ts";
import { type Descriptions, findSources, parseReference, readDescriptions } from "../docs-json/descriptions.ts";
import { readDocsJson, readJsonSource } from "../docs-json/docs-json.ts";
import { expandOperations } from "../docs-json/expand.ts";
import { createIgnoreFilter } from "../docs-json/page-files.ts";
import { fileKindOf, isQuestionsFile, isWellKnown, skillFileOf } from "../files/file-kinds.ts";
import type { ContentFiles } from "../files/files.ts";
import { namedFiles } from "../files/modules.ts";
import { type ContentFile, sha256 } from "../model/content-file.ts";
import type { Page } from "../model/page.ts";
import { docsAddress, splitPath } from "../model/urls.ts";
import { pageUses, toPagePath } from "../site/docs-tree.ts";
import { createLinkTable } from "../site/link-table.ts";
import { folderOf, type PlacedFile, placeInNavigation } from "../site/places.ts";
import { type Audience, findPageAt, type Site } from "../site/site.ts";
import { descriptionFor } from "./description-for.ts";
import { folderMetaFor, type NavigationReader, navigationFor, settingsFor, toNavigationPath } from "./navigation-for.ts";
import { type Access, createFileRules, type FileRules, mayRead } from "./rules.ts";

/** A site of all its files, of which parts are for some readers. */
export interface Whole {
  readonly access: Access;
  readonly files: ContentFiles;
  /** The files of pages, drafts among them. */
  readonly places: readonly PlacedFile[];
  readonly site: Site;
}

/** Returns the files of what an audience may read. Equal audiences of a site get equal files. */
export async function filesFor(whole: Whole, audience: Audience): Promise<ContentFiles> {
  const { files } = whole;
  const cut = await openParts(whole, audience);
  const kept = new Map<string, string | typeof CLOSED | undefined>(cut.texts);
  for (const name of cut.openPages) kept.set(name, undefined);
  for (const name of reachedFrom(whole, cut.openPages)) if (!kept.has(name)) kept.set(name, undefined);
  for (const file of files.files) if (isForAll(file)) kept.set(file.path, undefined);
  const left = files.files.flatMap((file) => {
    if (!kept.has(file.path)) return [];
    const text = kept.get(file.path);
    return text === undefined ? [file] : text === CLOSED ? [] : [withText(file, text)];
  });
  const isKept = new Set(left.map((file) => file.path));
  const described = describedFor(files, cut);
  return {
    ...described,
    files: left,
    ...(files.assets && {
      assets: assetsFor(whole, audience, cut.openPages),
    }),
    lastModified: Object.fromEntries(Object.entries(files.lastModified).filter(([name]) => isKept.has(name))),
    findings: files.findings.filter(({ file }) => isKept.has(file)),
    ...(files.left !== undefined && { left: files.left }),
    ...(files.settingsAbove !== undefined && { settingsAbove: files.settingsAbove }),
  };
}

/** In place of the text of a file of which nothing is left. */
const CLOSED = Symbol("closed");

/** The file of a description as pages name it; undefined for the only one of a configuration. */
type DescriptionName = string | undefined;

interface OpenParts {
  /** Files of the pages that the audience may read. */
  readonly openPages: ReadonlySet<string>;
  /** Texts that differ from what is written, by file; undefined for one that stays as it is. */
  readonly texts: ReadonlyMap<string, string | typeof CLOSED | undefined>;
  /** Returns the text of a description, which pages know by these names; undefined when nothing of it is left. */
  readonly describe: (file: Pick<ContentFile, "path" | "text">, names: readonly DescriptionName[]) => string | undefined;
}

/** Style sheets have no rules, and a list of files that are no part of the site is not shown. */
function isForAll({ path: name }: ContentFile): boolean {
  return name === ".mintignore" || fileKindOf(name) === "style";
}

function withText(file: ContentFile, text: string): ContentFile {
  return text === file.text ? file : { path: file.path, text, hash: sha256(text) };
}

/** What is the same for every audience of a site. */
const prepared = perObject((whole: Whole) => {
  const { files, access, places, site } = whole;
  const rules = createFileRules(files.files, access);
  const byPath = new Map(files.files.map((file) => [file.path, file]));
  const pages = new Map(places.map(({ file }) => [file.path, rules.ofPage(file)]));
  const parsed = new Map(site.pages.flatMap((page) => (page.file === null ? [] : [[page.file, page] as const])));
  return { rules, byPath, pages, parsed };
});

async function openParts(whole: Whole, audience: Audience): Promise<OpenParts> {
  const { files, places, site } = whole;
  const { rules, pages } = prepared(whole);
  const isIn = (groups: readonly string[]) => mayRead(groups.length > 0 ? [groups] : [], audience);
  const docs = await readNavigation(whole, isIn);
  const isPlaced = (file: string) => docs === undefined || docs.isOpen(toPagePath(file));
  const openPages = new Set(
    places.flatMap(({ file }) => (mayRead(pages.get(file.path) ?? [[]], audience) && isPlaced(file.path) ? [file.path] : [])),
  );
  const isOpen = (page: Page): boolean => {
    if (page.file !== null) return openPages.has(page.file);
    if (docs) return mayRead(rules.ofPath(""), audience) && docs.isOpenAddress(page.path);
    return mayRead(rules.ofPath(navigationPlace(site, page)), audience);
  };
  const operations = shownOperations(site.pages, isOpen);
  const describe: OpenParts["describe"] = (file, names) => {
    const shown = operations.ofFile(names);
    if (shown.none && !mayRead(rules.ofPath(names.includes(undefined) ? "" : file.path), audience)) return undefined;
    return descriptionFor(file.text, { isIn, isShown: shown.isShown, objects: shown.objects });
  };
  const isClosedAddress = (url: string): boolean => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(url)) return false;
    const target = splitPath(url).path.replace(/\.md$/, "");
    const found = findPageAt(site, target.startsWith("/") ? target : `/${target}`)?.page ?? docs?.findPage(target);
    return found !== undefined && !isOpen(found);
  };
  const texts = new Map<string, string | typeof CLOSED | undefined>();
  for (const file of files.files) {
    if (isQuestionsFile(file.path)) texts.set(file.path, questionsFor(file.text, isClosedAddress));
    else if (file.path === "docs.json" && docs) continue;
    else if (/(?:^|\/)meta\.json$/.test(file.path))
      texts.set(file.path, metaFor(file, { whole, rules, audience, isOpen, isClosedAddress }) ?? CLOSED);
    else if (isDataFile(file) && isDescription(file.text)) texts.set(file.path, describe(file, [file.path]) ?? CLOSED);
  }
  if (docs) {
    const isLeft = (name: string) => texts.get(name) !== CLOSED;
    texts.set("docs.json", docs.write({ isIn, isOpen, openPages, isLeft, isClosedAddress, operations }));
  }

  return { openPages, texts, describe };
}

function isDataFile({ path: name }: ContentFile): boolean {
  return fileKindOf(name) === "data" || /\.(?:json|ya?ml)$/i.test(name);
}

/** Returns the path of a page without a file as if it had one, so that rules of folders apply to it. */
function navigationPlace({ project }: Site, page: Page): string {
  return [folderOf(project, page), ...placeInNavigation(project, page)].filter(Boolean).join("/");
}

interface ShownOperations {
  readonly ofFile: (names: readonly DescriptionName[]) => {
    readonly isShown: (operation: { readonly method: string; readonly path: string }) => boolean | undefined;
    readonly objects: readonly string[];
    /** True when no page that is open shows any of it. */
    readonly none: boolean;
  };
}

/** Finds which operations and objects pages show, and whether a page that is open does. */
function shownOperations(pages: readonly Page[], isOpen: (page: Page) => boolean): ShownOperations {
  const operations = new Map<string, boolean>();
  const objects = new Map<string | undefined, string[]>();
  const open = new Set<string | undefined>();
  const keyOf = (description: string | undefined, method: string, name: string) =>
    JSON.stringify([description ?? "", method, name]);
  for (const page of pages) {
    const { operation, object } = page;
    if (!operation && !object) continue;
    const isRead = isOpen(page);
    if (isRead) open.add((operation ?? object)?.description);
    if (operation) {
      const key = keyOf(operation.description, operation.method.toUpperCase(), operation.path);
      operations.set(key, isRead || operations.get(key) === true);
    }
    if (object && isRead) objects.set(object.description, [...(objects.get(object.description) ?? []), object.name]);
  }
  return {
    ofFile: (names) => ({
      isShown: ({ method, path: name }) => {
        const states = names.map((description) => operations.get(keyOf(description, method, name)));
        return states.includes(true) || (states.includes(false) ? false : undefined);
      },
      objects: names.flatMap((description) => objects.get(description) ?? []),
      none: !names.some((description) => open.has(description)),
    }),
  };
}

/** Cuts the descriptions that the configuration names; the first of them has no name in pages. */
function describedFor(
  { description, named }: ContentFiles,
  { describe }: OpenParts,
): Pick<ContentFiles, "description" | "named"> {
  const cut = <File extends { readonly path: string; readonly text: string }>(file: File, more: readonly DescriptionName[]) => {
    // An address may have no ending; pages know it with one.
    const text = describe(file, [file.path, `${file.path}.json`, ...more]);
    if (text === undefined) return undefined;
    return text === file.text ? file : { path: file.path, text, hash: sha256(text) };
  };
  const left = Object.entries(named ?? {}).flatMap(([name, file]) => {
    const one = cut(file, []);
    return one ? [[name, one] as const] : [];
  });
  return {
    description: (description && cut(description, [undefined])) ?? null,
    ...(left.length > 0 && { named: Object.fromEntries(left) }),
  };
}

/** Returns the entries of a file of questions whose every page is open, as JSON, which is YAML. */
function questionsFor(text: string, isClosed: (url: string) => boolean): string | typeof CLOSED {
  const document = readYaml(text);
  if (document.errors.length > 0) return CLOSED;
  const entries: unknown = document.toJS();
  if (!Array.isArray(entries)) return CLOSED;
  const kept = entries.filter((entry) => {
    const places = isObject(entry) ? [entry.answeredBy].flat() : [];
    // Without a page, an entry is for the owner's own checks.
    return places.length > 0 && places.every((place) => typeof place === "string" && place !== "none" && !isClosed(place));
  });
  return kept.length > 0 ? JSON.stringify(kept) : CLOSED;
}

interface MetaContext {
  readonly whole: Whole;
  readonly rules: FileRules;
  readonly audience: Audience;
  readonly isOpen: (page: Page) => boolean;
  readonly isClosedAddress: (url: string) => boolean;
}

/** Returns the meta.json of a folder; undefined for a folder of which no page is open, or that other readers have. */
function metaFor({ path: name, text }: ContentFile, context: MetaContext): string | undefined {
  const { whole, rules, audience, isOpen, isClosedAddress } = context;
  const folder = path.dirname(name) === "." ? "" : path.dirname(name);
  if (!mayRead(rules.ofPath(name), audience) && !foldersOf(whole).some(({ at, page }) => isBelow(at, folder) && isOpen(page)))
    return undefined;
  const stateOf = (wanted: string): boolean | undefined => {
    const found = foldersOf(whole).filter(({ at }) => at === wanted || isBelow(at, wanted));
    return found.length === 0 ? undefined : found.some(({ page }) => isOpen(page));
  };
  if (stateOf(toNavigationPath(folder)) === false) return undefined;
  const { defaultLanguage } = whole.site.project;
  const keepsName = (entry: string) => {
    const own = toNavigationPath(path.join(folder, entry.replace(/^\.\//, "")));
    const original = toNavigationPath([defaultLanguage, ...own.split("/").slice(1)].join("/"));
    return stateOf(own) ?? stateOf(original) ?? true;
  };
  return folderMetaFor(text, { keepsName, keepsLink: (url) => !isClosedAddress(url) });
}

function isBelow(at: string, folder: string): boolean {
  return folder === "" || at.startsWith(`${folder}/`);
}

/** All pages of a folder site by their places in the folders, as navigation names them. */
const foldersOf = perObject(({ site }: Whole): readonly { readonly at: string; readonly page: Page }[] =>
  site.pages.map((page) => ({ at: toNavigationPath(page.file ?? navigationPlace(site, page)), page })),
);

interface Writing extends Pick<NavigationReader, "isIn"> {
  readonly isOpen: (page: Page) => boolean;
  readonly openPages: ReadonlySet<string>;
  readonly isLeft: (file: string) => boolean;
  readonly isClosedAddress: (url: string) => boolean;
  readonly operations: ShownOperations;
}

interface Navigation {
  /** Returns true for a page, by its path in the repository, that an entry of the audience's navigation names, or no entry at all. */
  readonly isOpen: (pagePath: string) => boolean;
  readonly isOpenAddress: (address: string) => boolean;
  readonly findPage: (name: string) => Page | undefined;
  /** Writes the docs.json of the audience. */
  readonly write: (writing: Writing) => string;
}

/** Reads the docs.json of a site, and which pages its entries leave to an audience; undefined without one. */
async function readNavigation(whole: Whole, isIn: (groups: readonly string[]) => boolean): Promise<Navigation | undefined> {
  const { files, site } = whole;
  const file = files.files.find(({ path: name }) => name === "docs.json");
  if (!file) return undefined;
  const { value } = readJsonSource(file, new Map(files.files.map((each) => [each.path, each])));
  const raw: JsonObject = isObject(value) ? value : {};
  const isKept = createIgnoreFilter(files.files);
  const descriptions = await readDescriptions([
    ...files.files.filter(({ path: name }) => isKept(name)),
    ...[...(files.description ? [files.description] : []), ...Object.values(files.named ?? {})],
  ]);
  const written = new Set(files.files.map((each) => toPagePath(each.path)));
  const usesOf = (settings: JsonObject) => {
    const read = readDocsJson(files.files.map((each) => (each === file ? withText(each, JSON.stringify(settings)) : each)));
    return new Set(read ? pageUses(expandOperations(read.docs.tree, descriptions, written).tree).keys() : []);
  };
  const byGroups = { isIn, keeps: () => true, keepsSource: () => true };
  const named = usesOf(raw);
  const left = usesOf({ ...raw, navigation: navigationFor(raw.navigation, byGroups) ?? {} });
  const addresses = new Map([...named].map((name) => [docsAddress(site.project, name), name]));
  const isOpen = (name: string) => left.has(name) || !named.has(name);
  const pages = new Map(
    site.pages.flatMap((page) => (page.file === null ? [] : [[toPagePath(page.file).toLowerCase(), page] as const])),
  );
  return {
    isOpen,
    isOpenAddress: (address) => isOpen(addresses.get(address) ?? ""),
    findPage: (name) => pages.get(toPagePath(name).toLowerCase()),
    write: (writing) => writeDocs(raw, { ...writing, whole, descriptions, named, isOpenName: isOpen }),
  };
}

interface DocsWriting extends Writing {
  readonly whole: Whole;
  readonly descriptions: Descriptions;
  readonly named: ReadonlySet<string>;
  readonly isOpenName: (name: string) => boolean;
}

function writeDocs(raw: JsonObject, writing: DocsWriting): string {
  const { whole, descriptions, isIn, isLeft, isClosedAddress, openPages, operations } = writing;
  const files = new Map(whole.places.map(({ file }) => [toPagePath(file.path), file.path]));
  const keepsOperation = (entry: string): boolean | undefined => {
    const reference = parseReference(entry);
    if (!reference || entry.startsWith("/")) return undefined;
    const states = [...descriptions.documents.keys()].map((file) => operations.ofFile([file]).isShown(reference));
    return states.includes(true) || !states.includes(false);
  };
  const keeps = (entry: string): boolean => {
    const operation = keepsOperation(entry);
    if (operation !== undefined) return operation;
    const file = files.get(toPagePath(entry));
    return file === undefined ? !isClosedAddress(entry) : openPages.has(file);
  };
  const keepsSource = (source: string) => {
    const found = findSources(descriptions, source);
    return found.length === 0 || found.some(isLeft);
  };
  const reader = { isIn, keeps, keepsSource };
  const { navigation, redirects, ...settings } = raw;
  const cut = navigationFor(navigation, reader);
  return JSON.stringify({
    ...settingsFor(settings, reader),
    ...(navigation !== undefined && { navigation: cut ?? {} }),
    ...(Array.isArray(redirects) && { redirects: redirects.filter((redirect) => keepsRedirect(redirect, writing)) }),
  });
}

/** Returns false for a redirect that begins or ends at a closed page, or in a folder of closed pages alone. */
function keepsRedirect(redirect: unknown, { whole, isClosedAddress, isOpen }: DocsWriting): boolean {
  if (!isObject(redirect)) return true;
  return [redirect.source, redirect.destination].every((url) => {
    if (typeof url !== "string") return true;
    const [start = ""] = url.split(/[:*]/, 1);
    if (start === url || /^[a-z][a-z0-9+.-]*$/i.test(start)) return !isClosedAddress(url);
    const inside = foldersOf(whole).filter(({ page, at }) =>
      [page.path, `/${at}`].some((name) => start !== "/" && name.startsWith(start)),
    );
    return inside.length === 0 || inside.some(({ page }) => isOpen(page));
  });
}

/** Returns the files that pages take content from, and those that they take it from in turn. */
function reachedFrom(whole: Whole, pages: ReadonlySet<string>): Set<string> {
  const { byPath } = prepared(whole);
  const reached = new Set<string>();
  const waiting = [...pages];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = byPath.get(name);
    for (const target of file ? namedFiles(file, (each) => byPath.has(each)) : []) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  }
  return reached;
}

/**
 * Returns the served files that an audience may read: those to which a page that is open refers, and those to which no page does, in
 * folders that are open.
 */
function assetsFor(whole: Whole, audience: Audience, openPages: ReadonlySet<string>): string[] {
  const { rules, byPath } = prepared(whole);
  const { description, named = {} } = whole.files;
  const described = [...(description ? [description] : []), ...Object.values(named)].map((file) => `/${file.path}`);
  // As the file that it is on the disk, a description has all operations, and from one moment to the next others.
  const isDescribed = (asset: string) => {
    const text = byPath.get(asset)?.text;
    return (text !== undefined && isDescription(text)) || described.some((name) => name.endsWith(`/${asset}`));
  };
  const { users, everywhere } = usersOfAssets(whole);
  const isFolderOpen = createFolderState(whole, openPages);
  return (whole.files.assets ?? []).filter((asset) => {
    // These are for programs that sign in nowhere.
    if (asset === "robots.txt" || isWellKnown(asset)) return true;
    if (isDescribed(asset)) return false;
    // Of other data, only what an open page names is known to be for its readers.
    if (/\.(?:json|ya?ml)$/i.test(asset) && !skillFileOf(asset))
      return [...(users.get(asset) ?? [])].some((page) => openPages.has(page));
    if (everywhere.has(asset)) return true;
    const pages = users.get(asset);
    if (pages) return [...pages].some((page) => openPages.has(page));
    return mayRead(rules.ofPath(asset), audience) && isFolderOpen(asset);
  });
}

/** Returns whether the nearest folder above a file that has pages has one that is open. */
function createFolderState({ places }: Whole, openPages: ReadonlySet<string>) {
  const states = new Map<string, boolean>();
  for (const { file } of places)
    for (let folder = path.dirname(file.path); ; folder = path.dirname(folder)) {
      states.set(folder, states.get(folder) === true || openPages.has(file.path));
      if (folder === ".") break;
    }
  return (asset: string): boolean => {
    for (let folder = path.dirname(asset); ; folder = path.dirname(folder)) {
      const state = states.get(folder);
      if (state !== undefined) return state;
      if (folder === ".") return true;
    }
  };
}

const CANDIDATE = /[^\s"'`()<>[\]{}|\\,;=]+\.[a-z0-9]{1,5}(?![a-z0-9])/gi;

/**
 * The pages that refer to each served file, themselves or by what they take in; where none does, those whose text has its name.
 * Settings and style sheets are everyone's, and so is what they refer to.
 */
const usersOfAssets = perObject((whole: Whole) => {
  const { files, places, site } = whole;
  const assets = files.assets ?? [];
  const links = createLinkTable({ project: site.project, pages: new Map(), assets });
  const addresses = new Map(assets.map((name) => [docsAddress(site.project, name), name]));
  const names = Map.groupBy(assets, (name) => path.basename(name));
  const isAsset = new Set(assets);
  const { byPath } = prepared(whole);
  const find = (from: string, written: string): string | undefined => {
    const name = decodeText(splitPath(written).path) ?? written;
    const beside = path.normalize(path.join(path.dirname(from), name)).replace(/^(?:\.\.\/)+/, "");
    const rooted = path.normalize(`/${name}`).slice(1);
    const direct = name.startsWith("/") ? [rooted] : [beside, rooted];
    return direct.find((each) => isAsset.has(each)) ?? addresses.get(splitPath(links.resolve(from, written) ?? "").path);
  };
  const referred = (from: string, text: string) =>
    [...text.matchAll(CANDIDATE)].flatMap(([written]) => find(from, written) ?? []);
  const precise = new Map<string, Set<string>>();
  const mentioned = new Map<string, Set<string>>();
  const add = (into: Map<string, Set<string>>, asset: string, page: string) =>
    into.set(asset, (into.get(asset) ?? new Set()).add(page));
  for (const { file } of places) {
    const texts = [file, ...[...reachedFrom(whole, new Set([file.path]))].flatMap((name) => byPath.get(name) ?? [])];
    for (const each of texts) {
      for (const from of new Set([each.path, file.path]))
        for (const asset of referred(from, each.text)) add(precise, asset, file.path);
      const decoded = decodeText(each.text) ?? each.text;
      for (const [name, same] of names)
        if (each.text.includes(name) || decoded.includes(name)) for (const asset of same) add(mentioned, asset, file.path);
    }
  }
  const everywhere = new Set<string>();
  for (const file of files.files) {
    if (fileKindOf(file.path) === "style") for (const asset of referred(file.path, file.text)) everywhere.add(asset);
    if (file.path !== "docs.json") continue;
    const { value } = readJsonSource(file, byPath);
    const { navigation: _, redirects: __, ...settings } = isObject(value) ? value : {};
    for (const asset of referred(file.path, JSON.stringify(settings))) everywhere.add(asset);
  }
  const users = new Map([...mentioned, ...precise]);
  return { users, everywhere };
});

// Compiles nothing, since next dev has it in every bundle.

import path from "node:path";
import { composeName, decodeText } from "../../decode-text.ts";
import { isEnginePath } from "../../engine-paths.ts";
import { errorIn, type Finding, forTerminal, toLine } from "../../finding.ts";
import { findSimilar } from "../../likeness.ts";
import { listIds } from "../../openapi/document/operation-document.ts";
import { findIconName, toLucideName } from "../components/icon-names.ts";
import type { ContentSource } from "../files/files.ts";
import { findLoadable, hasOwnScheme, readAddress } from "../model/address.ts";
import type { Page } from "../model/page.ts";
import { getOwn } from "../model/records.ts";
import { readPage, toPageText } from "../parse/parse.ts";
import { leadsOn, listCircles } from "../site/addresses.ts";
import { createMetaPlaces } from "../site/folder-meta.ts";
import { folderOf, placeInNavigation } from "../site/places.ts";
import { findForeignMarks, type NamedIcon, type Reach, toReach } from "../site/reach.ts";
import { referenceOf } from "../site/reference.ts";
import { type FoundPage, findPageAt, type Site } from "../site/site.ts";
import { hasAssetAt } from "../site/site-links.ts";
import { suggestPages } from "../site/suggest-pages.ts";
import { resolveLink, type WrittenLink } from "../tree/links.ts";
import type { Place } from "../tree/place.ts";

export interface CheckOptions {
  /** Returns true for a file of the public folder, given its path with a slash in front. */
  readonly hasPublicFile: (path: string) => boolean;
  /** Returns true for a path, without base path, that leads elsewhere by the configuration. */
  readonly isRedirected?: (path: string) => boolean;
  /** Returns true for a path, without base path, of a route that the fork adds to `app`. */
  readonly isOwnRoute?: (path: string) => boolean;
  /** Hosts from which pages may show images; any without it. */
  readonly imageHosts?: readonly string[];
  /** Hosts whose pages a page may embed; any without it. */
  readonly embedHosts?: readonly string[];
  /** More schemes that links may have. */
  readonly schemes?: readonly string[];
  /** Names of the icons that can be shown; without them icons are not checked. */
  readonly iconNames?: ReadonlySet<string>;
  /** False where the package that draws diagrams is not installed. */
  readonly hasMermaid?: boolean;
  /** Returns the text of a file of the content, to say at which line of a meta.json something is. */
  readonly textOf?: (file: string) => string | undefined;
  /** Targets and anchors of pages that were read already, by their paths; the others are read. */
  readonly reach?: ReadonlyMap<string, Reach>;
}

/**
 * Returns the finding that replaces all others where the content folder is inside of a docs.json
 * repository, or contains one: every other finding follows from that.
 */
export function findMisplaced({ settingsFolder, project }: Site): Finding | undefined {
  if (settingsFolder === undefined) return undefined;
  const other = path.join(project.content, settingsFolder);
  const message = `The docs.json of these pages is in ${other}. Set that folder: DOCENT_CONTENT_DIR=${other}, or content in docent.config.ts.`;
  return errorIn("", message);
}

/** Lists targets of pages that nobody can reach: links, anchors, images, frames and icons. */
export async function checkPages(site: Site, pages: readonly Page[], options: CheckOptions): Promise<Finding[]> {
  const context: CheckContext = { site, options, reach: new Map(options.reach), meant: new Map(), references: new Map() };
  const findings = new Map<string, Finding>();
  // A file that many pages take in has each fault once.
  for (const page of pages) for (const finding of await checkPage(context, page)) findings.set(toLine(finding), finding);
  return [...findings.values()];
}

/** Returns a finding of the content as a line of text: the file as the project's root names it, line, column, severity and message. */
export function describeFinding(source: ContentSource, finding: Finding): string {
  return toLine({ ...finding, file: fileName(source, finding.file) });
}

/** Returns a file of a finding as the project's root names it. */
export function fileName({ apiDescription, apiDescriptions = {}, content }: ContentSource, file: string): string {
  const isDescription = [apiDescription, ...Object.values(apiDescriptions)].includes(file);
  return forTerminal(isDescription ? file : path.join(content, file));
}

interface CheckContext {
  readonly site: Site;
  readonly options: CheckOptions;
  /** Cache of pages that were read already. */
  readonly reach: Map<string, Reach | Promise<Reach | undefined>>;
  /** Pages that may be meant by paths without a page; undefined when none is much like it. */
  readonly meant: Map<string, Page | undefined>;
  /** Ids of what pages show of an API, by their paths. */
  readonly references: Map<string, readonly string[]>;
}

/** Reads the targets and anchors of a page that is a file; a page with an error is reported by that already. */
async function reachOf({ reach }: CheckContext, page: Page): Promise<Reach | undefined> {
  if (page.file === null || page.error) return undefined;
  const known = reach.get(page.path) ?? readPage(toPageText(page)).then(({ tree }) => toReach(tree, page.title));
  reach.set(page.path, known);
  return known;
}

/** Returns everything of a page that a link may name; undefined for a page whose anchors nothing tells. */
async function anchorsOf(context: CheckContext, page: Page): Promise<ReadonlySet<string> | undefined> {
  const reach = await reachOf(context, page);
  const ids = context.references.get(page.path) ?? listIds(referenceOf(context.site, page) ?? []);
  context.references.set(page.path, ids);
  return reach || ids.length > 0 ? new Set([...(reach?.anchors ?? []), ...ids]) : undefined;
}

async function checkPage(context: CheckContext, page: Page): Promise<Finding[]> {
  const reach = await reachOf(context, page);
  if (!reach) return [];
  const found: Finding[] = [];
  const file = page.file ?? page.path;
  for (const link of reach.links) {
    const finding = link.kind === "link" ? await checkLink(context, page, link) : CHECKS[link.kind](context, page, link);
    if (finding) found.push({ file: link.file ?? file, line: link.line, column: link.column, ...finding });
  }
  for (const step of [page.frame?.previous, page.frame?.next]) {
    if (!step || step.url === undefined) continue;
    const finding = await checkLink(context, page, { url: step.url });
    if (finding) found.push({ file, line: undefined, column: undefined, ...finding });
  }
  // In a docs.json repository such a fence is what its own system shows.
  for (const place of context.site.tree ? [] : reach.installFences) found.push(warningAt(file, place, INSTALL_FENCE));
  for (const place of context.options.hasMermaid === false ? reach.diagrams : [])
    found.push({ ...warningAt(file, place, NO_MERMAID), kind: "everywhere" });
  for (const { mark, ...place } of reach.foreignMarks)
    found.push({ ...warningAt(file, place, describeMark(mark)), kind: "everywhere" });
  const ofPage = page.icon === undefined ? [] : [{ icon: page.icon }];
  return [...found, ...checkIcons(file, [...ofPage, ...reach.icons], context.options)];
}

/** Returns a warning at a place of a page, or of a file that the page takes it from. */
function warningAt(page: string, { file = page, line, column }: Place, message: string): Finding {
  return { severity: "warning", file, line, column, message };
}

/** Explains a mark of Hugo or Jekyll, which is shown as it is written. */
function describeMark(mark: string): string {
  const system = /^\{\{[<%]/.test(mark) ? "Hugo" : "Jekyll";
  return `${mark} is a mark of ${system} and is shown as it is written. ${remedyOfMark(mark)}`;
}

function remedyOfMark(mark: string): string {
  if (/\.(?:base_?)?url /i.test(mark)) return "Leave it out: a path of the site begins with a slash.";
  if (/^\S+ (?:ref|relref|link|post_url) /.test(mark)) return "Write the path of the page's file, such as [text](./page.md).";
  return "Write what it stands for in its place.";
}

const NO_MERMAID = "This diagram is shown as its source, since the package mermaid is not installed. Run npm install mermaid.";

const INSTALL_FENCE =
  "This fence is shown as it is written. For tabs of package managers write a <CodeGroup>, or let npm run import translate the page.";

function checkIcons(file: string, icons: readonly NamedIcon[], { iconNames }: CheckOptions): Finding[] {
  if (!iconNames) return [];
  return icons.flatMap(({ icon, ...place }): Finding[] => {
    const message = describeIcon(icon, iconNames);
    return message ? [warningAt(file, place, message)] : [];
  });
}

/** Reports icons of a meta.json that do not exist. */
export function checkFolderIcons({ folders }: Site, options: CheckOptions): Finding[] {
  return Object.entries(folders).flatMap(([folder, meta]) =>
    checkIcons([folder, "meta.json"].filter(Boolean).join("/"), listFolderIcons(meta), options),
  );
}

type Verdict = Pick<Finding, "severity" | "message" | "kind"> | undefined;

const error = (message: string): Verdict => ({ severity: "error", message });

async function checkLink(context: CheckContext, page: Page, { url }: Pick<WrittenLink, "url">): Promise<Verdict> {
  const [foreign] = findForeignMarks(url);
  if (foreign) return error(`The link ${url} leads to no page: ${describeMark(foreign.mark)}`);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.trim())?.[1];
  if (scheme && !readAddress(url) && !hasOwnScheme(url, context.options.schemes ?? []))
    return { severity: "warning", message: describeScheme(url, scheme) };
  if (scheme || url.startsWith("//")) return undefined;
  const [target = "", anchor = ""] = resolveLink(page, url).split("#");
  const written = target.split("?")[0] ?? "";
  // A percent sign that encodes nothing stays.
  const path = composeName(decodeText(written) ?? written).replace(/(?<=.)\/$/, "");
  if (path === "") return checkAnchor(context, page, { url, anchor });
  const shown = findTarget(context, path);
  if (shown) return checkAnchor(context, shown.page, { url, anchor });
  if (isReachable(context.site, path, context.options)) return undefined;
  const meant = findMeant(context, page, path);
  return error(`The link ${url} leads to no page.${meant && meant.path !== path ? ` Did you mean ${meant.path}?` : ""}`);
}

/** Longer addresses are cut in a message. */
const MAX_NAMED_CHARS = 200;

function describeScheme(url: string, scheme: string): string {
  if (/^https?:\/?[^/]/i.test(url))
    return `The link ${url.slice(0, MAX_NAMED_CHARS)} needs two slashes: ${scheme}://. It is shown as text.`;
  if (/^(?:https?|mailto|tel)$/i.test(scheme))
    return `The link ${url.slice(0, MAX_NAMED_CHARS)} is not a URL; it is shown as text.`;
  return `Links of the scheme ${scheme}: are shown as words. Add it to links.schemes of docent.config.ts.`;
}

/** Returns true for a decoded path without base path where a reader gets something: a page, a route, a file, or what redirects lead to. */
export function isReachable(site: Site, path: string, options: CheckOptions): boolean {
  return leadsOn(site, encodeURI(path), (at) => isElsewhere(decodeText(at) ?? at, options));
}

/** Returns true for a path that the configuration, a route of the fork or a public file answers. */
function isElsewhere(path: string, { hasPublicFile, isRedirected, isOwnRoute }: CheckOptions): boolean {
  return isRedirected?.(path) === true || isOwnRoute?.(path) === true || hasPublicFile(path);
}

/** Returns the page that a path shows, as itself or as Markdown, unless the configuration or the engine has its address. */
function findTarget({ site, options: { isRedirected } }: CheckContext, path: string): FoundPage | undefined {
  if (isRedirected?.(path) || isEnginePath(path)) return undefined;
  return findPageAt(site, encodeURI(path)) ?? findPageAt(site, encodeURI(path.replace(/\.md$/, "")));
}

/** Paths that are compared with every page: a list of more is not a list of slips. */
const MAX_MEANT = 200;

function findMeant({ site, meant }: CheckContext, { language, version }: Page, path: string): Page | undefined {
  if (!meant.has(path) && meant.size < MAX_MEANT)
    meant.set(path, suggestPages(site, path, { language, version, count: 1, least: 0.6 })[0]);
  return meant.get(path);
}

async function checkAnchor(
  context: CheckContext,
  page: Page,
  { url, anchor }: { url: string; anchor: string },
): Promise<Verdict> {
  const anchors = anchor === "" ? undefined : await anchorsOf(context, page);
  if (!anchors) return undefined;
  const name = decodeText(anchor) ?? anchor;
  // Browsers take #top for the top of any page.
  if (anchors.has(name) || /^top$/i.test(name)) return undefined;
  const [meant] = findSimilar(name, anchors);
  return error(`The link ${url} leads to no heading of ${page.file ?? page.path}.${meant ? ` Did you mean #${meant}?` : ""}`);
}

/** Reports a picture that is neither a file of the content nor one of the public folder. */
function checkImage({ site, options }: CheckContext, page: Page, { url }: WrittenLink): Verdict {
  const [foreign] = findForeignMarks(url);
  if (foreign) return error(`The image ${url} is not found: ${describeMark(foreign.mark)}`);
  const { kind, href = "" } = readAddress(url) ?? {};
  if (kind === "picture") return undefined;
  if (kind === "web") return checkHost(href, "images.allow", options.imageHosts);
  if (kind !== "site") return error(describePicture(url));
  const [written = ""] = (getOwn(page.links, url) ?? url).split(/[?#]/);
  const path = composeName(decodeText(written) ?? written);
  if (hasAssetAt(site, path) || options.hasPublicFile(path)) return undefined;
  if (site.tree) return error(`The image ${url} is not in the content folder.`);
  return url.startsWith("/")
    ? error(`The image ${url} is not in the public folder.`)
    : error(
        `The image ${url} does not exist, relative to ${page.file}. Add the file, or write its path from the public folder, such as /images/${url.replace(/^(\.*\/)*/, "")}`,
      );
}

function describePicture(url: string): string {
  if (/^\s*data:/i.test(url))
    return "Of pictures that an address holds (data:), PNG, JPEG, GIF, WebP and AVIF are shown. Put this one into a file.";
  return `The address of the image ${url.slice(0, MAX_NAMED_CHARS)} is not valid.`;
}

function checkEmbed({ options }: CheckContext, _page: Page, { url }: WrittenLink): Verdict {
  const { kind, href = "" } = readAddress(url) ?? {};
  return kind === "web" ? checkHost(href, "embeds.allow", options.embedHosts) : undefined;
}

function checkHost(url: string, setting: "images.allow" | "embeds.allow", hosts: readonly string[] | undefined): Verdict {
  const { host, protocol } = new URL(url);
  if (findLoadable(url, hosts)) return undefined;
  const what = setting === "images.allow" ? "the picture, film or sound" : "the embedded page";
  const why = protocol === "https:" ? `The host ${host} is not in ${setting} of the configuration` : `${url} is not https`;
  const remedy = protocol === "https:" ? "Add it if you trust it." : "Write https:, or put the file into the folder.";
  return { severity: "warning", message: `${why}; a link is shown instead of ${what}. ${remedy}`, kind: "everywhere" };
}

const CHECKS = { image: checkImage, embed: checkEmbed } as const;

/** Lists redirects of docs.json that are part of a loop: readers get a 404 page. */
export function checkRedirects(site: Site): Finding[] {
  return listCircles(site).map(({ source, destination }) =>
    errorIn(site.settings?.file ?? "", `The redirect from ${source} to ${destination} is part of a loop.`),
  );
}

/** Returns names in meta.json that stand for nothing. */
export function checkFolders(site: Site, { textOf }: Pick<CheckOptions, "textOf"> = {}): Finding[] {
  const { folders, pages, project } = site;
  const names = new Set<string>();
  for (const page of pages) {
    const parts = [...folderOf(project, page).split("/"), ...placeInNavigation(project, page)].filter(Boolean);
    parts.forEach((_, index) => {
      names.add(parts.slice(0, index + 1).join("/"));
    });
  }
  const inDefault = (folder: string) =>
    project.languages.reduce((path, { id }) => path.replace(new RegExp(`^${id}(?=/|$)`), project.defaultLanguage), folder);
  return Object.entries(folders).flatMap(([folder, { pages: order = [] }]) => {
    let near: ReadonlySet<string> | undefined;
    let placeIn: ReturnType<typeof createMetaPlaces> | undefined;
    return order.flatMap((entry, index): Finding[] => {
      if (/^(\.\.\.|z\.\.\.a)$|^---|\]\(/.test(entry)) return [];
      const name = entry
        .replace(/^(!|\.\.\.)/, "")
        .replace(/^\.\//, "")
        .replace(/\.mdx?$/, "");
      const paths = [folder, inDefault(folder)].map((path) => [path, name].filter(Boolean).join("/"));
      if (paths.some((path) => names.has(path))) return [];
      const file = [folder, "meta.json"].filter(Boolean).join("/");
      near ??= new Set([folder, inDefault(folder)].flatMap((each) => listNamesIn(each, names)));
      const [meant] = findSimilar(name, near);
      const remedy = meant ? ` Did you mean "${meant}"?` : "";
      const message = `"${entry}" is not a page or folder here.${remedy}`;
      placeIn ??= createMetaPlaces(textOf?.(file));
      return [errorIn(file, message, placeIn(["pages", index]))];
    });
  });
}

function listNamesIn(folder: string, names: ReadonlySet<string>): string[] {
  const start = folder && `${folder}/`;
  return [...names].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

/** Returns the icons that a folder's meta.json names, for itself and before the entries of its list. */
function listFolderIcons({
  icon,
  pages = [],
}: {
  icon?: string | undefined;
  pages?: readonly string[] | undefined;
}): NamedIcon[] {
  const inEntries = pages.flatMap((entry) => /^(?:---|(?:external:)?(?=\[[^\]]+\]\[))\[([^\]]+)\]/.exec(entry)?.[1] ?? []);
  return [...(icon ? [icon] : []), ...inEntries].map((name) => ({ icon: name }));
}

/** Explains why a name shows no icon, with the nearest names; undefined for one that does, and for the address of a picture. */
function describeIcon(icon: string, names: ReadonlySet<string>): string | undefined {
  const shown = findIconName(icon, (name) => names.has(name));
  if (icon.includes("/") || (shown && isNamedIcon(icon, shown))) return undefined;
  const near = findSimilar(icon, names, { least: 0.4, count: 3 });
  return `There is no icon "${icon}"; ${shown ? `"${shown}"` : "nothing"} is shown.${near.length > 0 ? ` Similar names: ${near.join(", ")}.` : ""}`;
}

/** Returns true for the icon that is named, false for one with a similar name. */
function isNamedIcon(named: string, shown: string): boolean {
  const bare = named.toLowerCase().replaceAll("-", "");
  return toLucideName(named) === shown || bare === shown.replaceAll("-", "");
}

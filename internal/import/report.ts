import type { Root } from "mdast";
import { type ContentProblem, type Page, splitPath } from "./engine/files.ts";
import { listLinks, readPage, resolveLink, toPageText } from "./engine/pages.ts";
import {
  barePath,
  checkPages,
  findEngineAnswer,
  leadsOn,
  linkTableOf,
  pagesInOrder,
  type Reach,
  type Site,
  toReach,
} from "./engine/site.ts";
import { findForeignMarks } from "./foreign.ts";
import { findRemedy } from "./remedies.ts";

/** Files named with each reason. */
const SHOWN = 3;

/** One reason why something does not work, and where. */
export interface Reason {
  readonly text: string;
  /** The first places that have it. */
  readonly places: readonly string[];
  /** Number of further places with it. */
  readonly more: number;
  /** Pages that it is on; of what is on no page, files that it is in. */
  readonly pages: number;
  /** Unit of `pages`. */
  readonly unit: "page" | "file";
  /** Advice for the reader of the report. */
  readonly remedy: string | undefined;
  /** True when all words are shown, and only their design differs. */
  readonly isLook: boolean;
}

/** A first page that is not shown as it is meant. */
export interface FrontPage {
  readonly file: string;
  /** True when only its design differs. */
  readonly isLook: boolean;
}

export interface Report {
  readonly pages: number;
  readonly listed: number;
  /** Pages that look as their owner meant them. */
  readonly whole: number;
  /** Those of them that are in the navigation. */
  readonly listedWhole: number;
  /** Pages besides them that lack nothing but the look of a component around their text. */
  readonly dressed: number;
  readonly operations: number;
  readonly files: number;
  /** The page that readers see first, where something of it is missing or plain. */
  readonly front: FrontPage | undefined;
  readonly reasons: readonly Reason[];
  /** Settings that are understood and have no effect. */
  readonly unsupported: readonly string[];
}

/** A fault, and the page that it is on: its place may be in a file that the page takes in. */
interface Fault extends ContentProblem {
  readonly page: string | undefined;
  readonly kind?: string;
}

export interface ReportOptions {
  /** The parts that the translation could not take over. */
  readonly translated?: Translation | undefined;
}

/** Reports the parts of a site that work and those that do not, by reason, the most frequent first. */
export async function reportOn(site: Site, { translated }: ReportOptions = {}): Promise<Report> {
  const ofSite = await findFaults(site, { translated, reach: new Map() });
  const faults = [...ofSite, ...faultsOfTranslation(translated)];
  const faulty = new Set(faults.map(({ page }) => page));
  const lacking = new Set(faults.filter((fault) => !isLook(site, fault)).map(({ page }) => page));
  const inNavigation = navigationPages(site);
  const whole = site.pages.filter(({ file }) => file === null || !faulty.has(file));
  const ofFiles = site.pages.filter(({ file }) => file !== null && faulty.has(file));
  return {
    pages: site.pages.length,
    listed: inNavigation.size,
    whole: whole.length,
    listedWhole: whole.filter((page) => inNavigation.has(page)).length,
    dressed: ofFiles.filter(({ file }) => !lacking.has(file ?? "")).length,
    operations: site.pages.filter(({ operation }) => operation).length,
    files: site.assets.length,
    front: findFront(site, { faulty, lacking }),
    reasons: groupByReason(faults, (fault) => isLook(site, fault)),
    unsupported: site.settings?.unsupported ?? [],
  };
}

interface Faulty {
  readonly faulty: ReadonlySet<string | undefined>;
  readonly lacking: ReadonlySet<string | undefined>;
}

/** Returns the first page of the documentation, if it has faults. */
function findFront({ project, pages }: Site, { faulty, lacking }: Faulty): FrontPage | undefined {
  const starts = pages.filter(({ language, slug }) => language === project.defaultLanguage && slug === "");
  const { file = null } = starts.find(({ version }) => version === null || version === project.defaultVersion) ?? {};
  return file !== null && faulty.has(file) ? { file, isLook: !lacking.has(file) } : undefined;
}

/** The parts of pages that a translation could not take over. */
export interface Translation {
  /** By the file of the page; a place may be in another file. */
  readonly notices: ReadonlyMap<string, readonly ContentProblem[]>;
  readonly problems: readonly ContentProblem[];
}

function faultsOfTranslation({ notices, problems }: Translation = { notices: new Map(), problems: [] }): Fault[] {
  const ofPages = [...notices].flatMap(([page, list]) => list.map((fault) => ({ ...fault, page })));
  return [...ofPages, ...problems.map((fault) => ({ ...fault, page: undefined }))];
}

/** Returns the pages that the sidebar of any language and version shows. */
function navigationPages(site: Site): ReadonlySet<Page> {
  const { languages, versions } = site.project;
  const locales = languages.flatMap(({ id: language }) =>
    (versions.length > 0 ? versions.map(({ id }) => id) : [null]).map((version) => ({ language, version })),
  );
  return new Set(locales.flatMap((locale) => pagesInOrder(site, locale)));
}

interface Reading {
  readonly translated: Translation | undefined;
  /** Links and anchors of the pages that were read, by their paths. */
  readonly reach: Map<string, Reach>;
}

async function findFaults(site: Site, reading: Reading): Promise<Fault[]> {
  const { translated } = reading;
  const found: Fault[] = [];
  for (const page of site.pages) found.push(...(await faultsOf(site, page, reading)));
  found.push(...(await deadAnchors(site, reading)));
  const known = new Set(found.map(keyOf));
  // What a translated page lacks was said of the page that it was made of.
  const onPages = found.filter(({ file, kind }) => !translated?.notices.has(file) || !SAID.has(kind ?? ""));
  const lost = findLost(site);
  for (const fault of lost) known.add(keyOf(fault));
  const ofPages = [...onPages, ...lost];
  const isPage = new Set(site.pages.map(({ file }) => file));
  const others = [...site.problems, ...site.warnings];
  const more = others.filter((problem) => !known.has(keyOf(problem)));
  return [...ofPages, ...more.map((problem) => ({ ...problem, page: isPage.has(problem.file) ? problem.file : undefined }))];
}

/** Finds pages that docs.json lists and no sidebar has. */
function findLost(site: Site): Fault[] {
  if (!site.tree) return [];
  const shown = navigationPages(site);
  const lost = site.pages.filter((page) => page.listed && page.href === undefined && !shown.has(page));
  return lost.map(({ file, path }) => {
    const place = file ?? path;
    return {
      file: place,
      line: undefined,
      column: undefined,
      page: place,
      reason: "docs.json lists the page, but no sidebar shows it.",
    };
  });
}

const SAID: ReadonlySet<string> = new Set(["component", "import", "expression", "attribute"]);

function keyOf({ file, line, column, reason }: ContentProblem): string {
  return JSON.stringify([file, line, column, reason]);
}

/** Lists the parts of a page that do not show as they should, also because of an imported file, and its dead links. */
async function faultsOf(site: Site, page: Page, { reach }: Reading): Promise<Fault[]> {
  const { file } = page;
  if (file === null || page.problem) return [];
  const { tree, notices, problems, reached } = await readTree(page);
  reach.set(page.path, reached);
  const media = listLinks(tree).flatMap(({ kind, url, line, column }) =>
    kind === "link" || !/^http:/i.test(url) ? [] : [{ file, line, column, reason: `Media over http is never shown: ${url}` }],
  );
  const marks = findForeignMarks({ ...page, tree, file });
  return [...problems, ...notices, ...media, ...marks, ...deadLinks(site, { page, file, tree })].map((fault) => ({
    ...fault,
    page: file,
  }));
}

/** Lists links whose page is there, and the heading that they name is not. */
async function deadAnchors(site: Site, { reach }: Reading): Promise<Fault[]> {
  const found = await checkPages(site, site.pages, { hasPublicFile: () => true, reach });
  return found.flatMap(({ file, line, column, message }) => {
    const url = /^The link (\S+) leads to no heading of /.exec(message)?.[1];
    return url === undefined ? [] : [{ file, line, column, page: file, reason: `A link leads to no heading: ${url}` }];
  });
}

interface Linking {
  readonly page: Page;
  readonly file: string;
  readonly tree: Root;
}

function deadLinks(site: Site, { page, file, tree }: Linking): ContentProblem[] {
  if (!site.tree) return deadLinksOfFolder(site, { page, file, tree });
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const address = linkTableOf(site).resolve(file, url);
    if (address === undefined || leadsOn(site, splitPath(address).path)) return [];
    return [
      { file, line, column, reason: kind === "link" ? ofLink(site, url, address) : `A picture or file is not there: ${url}` },
    ];
  });
}

/** A path with an ending may be a file from around the content, which comes along in the copy. */
const FILE_ENDING = /\.[a-z0-9]{2,5}$/i;

/** Lists dead links of a copy without docs.json: its pages are all that has an address. */
function deadLinksOfFolder(site: Site, { page, file, tree }: Linking): ContentProblem[] {
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const path = splitPath(resolveLink(page, url)).path.replace(/(?<=.)\/$/, "");
    const isChecked = kind === "link" && /^\/(?!\/)/.test(path) && path !== "/" && !FILE_ENDING.test(path);
    if (!isChecked || findEngineAnswer(path) !== undefined || leadsOn(site, path)) return [];
    return [{ file, line, column, reason: `A link leads to no page: ${url}` }];
  });
}

/** Returns the reason why a link is dead: its page may be one of a description that is elsewhere. */
function ofLink(site: Site, url: string, address: string): string {
  const target = barePath(site, splitPath(address).path);
  const from = site.settings?.unread.find(({ directory }) => target.startsWith(`${directory}/`))?.source;
  if (from === undefined) return `A link leads to no page: ${url}`;
  return `A link leads to no page, since the API description ${from} is not in the folder: ${url}`;
}

/** Addresses of the repository that pages link to and nothing answers. */
export async function deadAddresses(site: Site): Promise<string[]> {
  const found = new Set<string>();
  for (const page of site.pages) {
    const { file } = page;
    if (file === null || page.problem) continue;
    const { tree } = await readTree(page);
    for (const { kind, url } of listLinks(tree)) {
      const address = kind === "link" ? linkTableOf(site).resolve(file, url) : undefined;
      if (address !== undefined && !leadsOn(site, splitPath(address).path)) found.add(barePath(site, splitPath(address).path));
    }
  }
  return [...found];
}

async function readTree(page: Page) {
  const { tree, digest } = await readPage(toPageText(page));
  return { ...digest, tree, reached: toReach(tree, page.title) };
}

/** Returns true for faults of appearance: styles, and unknown components whose content is shown with the same text. */
function isLook(site: Site, { file, line, reason }: ContentProblem): boolean {
  if (/^className is left out|^The style sheet .* is not loaded/.test(reason)) return true;
  const [, name] =
    /^<([\w.]+)> (?:(?:is not a component of Docent|comes from ".*", .*); only its children are shown\.|shows its children only:)/.exec(
      reason,
    ) ?? [];
  const page = site.pages.find((each) => each.file === file);
  if (name === undefined || line === undefined || !page) return false;
  const from = page.source
    .split("\n")
    .slice(line - 1 - page.sourceLine)
    .join("\n");
  const start = from.indexOf(`<${name}`);
  const end = from.indexOf(`</${name}>`, start);
  const tag = from.slice(start, end);
  // One that closes itself shows nothing.
  return (
    start >= 0 &&
    end > start &&
    !new RegExp(`^<${name.replace(".", "\\.")}[^<>]*/>`).test(tag) &&
    tag.slice(tag.indexOf(">") + 1).trim() !== ""
  );
}

/** Groups faults by their reason without names, numbers and places in an API description. */
function groupByReason(faults: readonly Fault[], isOnlyLook: (fault: Fault) => boolean): Reason[] {
  const all = faults.map((fault) => ({ ...fault, reason: fault.reason.replace(/^#\/\S*: /, ""), isLook: isOnlyLook(fault) }));
  const groups = Map.groupBy(
    all,
    ({ reason, isLook }) => `${isLook} ${reason.replace(/: .*$/s, "").replace(/"[^"]*"|`[^`]*`|\d+/g, "…")}`,
  );
  return [...groups.values()].map(toReason).sort((left, right) => right.pages - left.pages);
}

function toReason(list: readonly (Fault & { isLook: boolean })[]): Reason {
  const text = list[0]?.reason ?? "";
  const places = [...new Set(list.map((fault) => formatLocation(fault, text)))];
  const unit = list.some(({ page }) => page !== undefined) ? "page" : "file";
  return {
    text,
    places: places.slice(0, SHOWN),
    more: Math.max(0, places.length - SHOWN),
    pages: new Set(list.map(({ page, file }) => page ?? file)).size,
    unit,
    remedy: findRemedy(text),
    isLook: list.every((fault) => fault.isLook),
  };
}

/** Formats file and line, with the one word in which the reason differs from the first example. */
function formatLocation({ file, line, reason }: Fault, example: string): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const words = example.split(" ");
  const others = reason.split(" ").filter((word, index) => word !== words[index]);
  return others.length === 1 ? `${place} (${others[0]?.replace(/[,;]$/, "")})` : place;
}

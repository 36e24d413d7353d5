import type { Root } from "mdast";
import { type Finding, type Page, splitPath, warningIn } from "./engine/files.ts";
import { listLinks, readPage, resolveLink, toPageText } from "./engine/pages.ts";
import {
  barePath,
  checkPages,
  findEngineAnswer,
  leadsOn,
  linkTableOf,
  listShownIcons,
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

/** A finding, and the page that it is on: its place may be in a file that the page takes in. */
interface PageFinding extends Finding {
  readonly page: string | undefined;
}

export interface ReportOptions {
  /** The parts that the translation could not take over. */
  readonly translated?: Translation | undefined;
}

/** Reports the parts of a site that work and those that do not, by reason, the most frequent first. */
export async function reportOn(site: Site, { translated }: ReportOptions = {}): Promise<Report> {
  const ofSite = [
    ...(await listFindings(site, { translated, reach: new Map() })),
    ...(translated ? findUnlisted(site, translated) : []),
  ];
  // What is said once for a whole site, such as an attribute of looks, is left to its check.
  const findings = [...ofSite, ...findingsOfTranslation(translated)].filter(({ kind }) => kind !== "everywhere");
  const faulty = new Set(findings.map(({ page }) => page));
  const lacking = new Set(findings.filter((finding) => !isLook(site, finding)).map(({ page }) => page));
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
    reasons: groupByReason(findings, (finding) => isLook(site, finding), { hasDocsJson: site.settings !== undefined }),
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
  readonly onPages: ReadonlyMap<string, readonly Finding[]>;
  /** On files that are no pages. */
  readonly onFiles: readonly Finding[];
  /** Pages that are a part of others. */
  readonly takenIn: ReadonlySet<string>;
}

function findingsOfTranslation(translated: Translation | undefined): PageFinding[] {
  const { onPages, onFiles } = translated ?? { onPages: new Map<string, Finding[]>(), onFiles: [] };
  const ofPages = [...onPages].flatMap(([page, list]) => list.map((finding) => ({ ...finding, page })));
  return [...ofPages, ...onFiles.map((finding) => ({ ...finding, page: undefined }))];
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

async function listFindings(site: Site, reading: Reading): Promise<PageFinding[]> {
  const { translated } = reading;
  const found: PageFinding[] = [];
  for (const page of site.pages) found.push(...(await findingsOf(site, page, reading)));
  found.push(...(await findChecked(site, reading)));
  const known = new Set(found.map(keyOf));
  // What a translated page lacks was said of the page that it was made of.
  const onPages = found.filter(({ file, kind }) => !translated?.onPages.has(file) || !SAID.has(kind ?? ""));
  const lost = findLost(site);
  for (const finding of lost) known.add(keyOf(finding));
  const ofPages = [...onPages, ...lost];
  const isPage = new Set(site.pages.map(({ file }) => file));
  const more = site.findings.filter((finding) => !known.has(keyOf(finding)));
  return [...ofPages, ...more.map((finding) => ({ ...finding, page: isPage.has(finding.file) ? finding.file : undefined }))];
}

/** Finds pages that docs.json lists and no sidebar has. */
function findLost(site: Site): PageFinding[] {
  if (!site.tree) return [];
  const shown = navigationPages(site);
  const lost = site.pages.filter((page) => page.listed && page.href === undefined && !shown.has(page));
  return lost.map(({ file, path }) => {
    const place = file ?? path;
    return { ...warningIn(place, "docs.json lists the page, but no sidebar shows it."), page: place };
  });
}

/** Finds pages of another system that its navigation leaves out, without saying that they are hidden. */
function findUnlisted(site: Site, { takenIn }: Pick<Translation, "takenIn">): PageFinding[] {
  const shown = navigationPages(site);
  const isMeant = ({ file, slug, noindex }: Page) => file === null || noindex || takenIn.has(file) || /(?:^|\/)404$/.test(slug);
  return site.pages.flatMap((page) => {
    if (shown.has(page) || isMeant(page)) return [];
    const place = page.file ?? page.path;
    return [{ ...warningIn(place, "No sidebar has the page: search and links lead there."), page: place }];
  });
}

const SAID: ReadonlySet<string> = new Set(["component", "import", "expression", "attribute"]);

function keyOf({ file, line, column, message }: Finding): string {
  return JSON.stringify([file, line, column, message]);
}

/** Lists the parts of a page that do not show as they should, also because of an imported file, and its dead links. */
async function findingsOf(site: Site, page: Page, { reach }: Reading): Promise<PageFinding[]> {
  const { file } = page;
  if (file === null || page.error) return [];
  const { tree, findings, reached } = await readTree(page);
  reach.set(page.path, reached);
  const media = listLinks(tree).flatMap(({ kind, url, line, column }) =>
    kind === "link" || !/^http:/i.test(url) ? [] : [warningIn(file, `Media over http is never shown: ${url}`, { line, column })],
  );
  const marks = findForeignMarks({ ...page, tree, file });
  return [...findings, ...media, ...marks, ...deadLinks(site, { page, file, tree })].map((finding) => ({
    ...finding,
    page: file,
  }));
}

/** Lists links whose page is there, and the heading that they name is not; and icons that do not exist. */
async function findChecked(site: Site, { reach }: Reading): Promise<PageFinding[]> {
  const found = await checkPages(site, site.pages, { hasPublicFile: () => true, reach, iconNames: listShownIcons() });
  return found.flatMap((finding) => {
    if (/^There is no icon /.test(finding.message)) return [{ ...finding, page: finding.file }];
    const url = /^The link (\S+) leads to no heading of /.exec(finding.message)?.[1];
    return url === undefined ? [] : [{ ...finding, page: finding.file, message: `A link leads to no heading: ${url}` }];
  });
}

interface Linking {
  readonly page: Page;
  readonly file: string;
  readonly tree: Root;
}

function deadLinks(site: Site, { page, file, tree }: Linking): Finding[] {
  if (!site.tree) return deadLinksOfFolder(site, { page, file, tree });
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const address = linkTableOf(site).resolve(file, url);
    if (address === undefined || leadsOn(site, splitPath(address).path)) return [];
    const message = kind === "link" ? ofLink(site, url, address) : `A picture or file is not there: ${url}`;
    return [warningIn(file, message, { line, column })];
  });
}

/** A path with an ending may be a file from around the content, which comes along in the copy. */
const FILE_ENDING = /\.[a-z0-9]{2,5}$/i;

/** Lists dead links of a copy without docs.json: its pages are all that has an address. */
function deadLinksOfFolder(site: Site, { page, file, tree }: Linking): Finding[] {
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const path = splitPath(resolveLink(page, url)).path.replace(/(?<=.)\/$/, "");
    const isChecked = kind === "link" && /^\/(?!\/)/.test(path) && path !== "/" && !FILE_ENDING.test(path);
    if (!isChecked || findEngineAnswer(path) !== undefined || leadsOn(site, path)) return [];
    return [warningIn(file, `A link leads to no page: ${url}`, { line, column })];
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
    if (file === null || page.error) continue;
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

/** Returns true for findings of appearance: styles, and unknown components whose content is shown with the same text. */
function isLook(site: Site, { file, line, message }: Finding): boolean {
  if (/^className is left out|^The style sheet .* is not loaded|^There is no icon /.test(message)) return true;
  const [, name] =
    /^<([\w.]+)> (?:(?:is not a component of Docent|comes from ".*", .*); only its children are shown\.|shows its children only:)/.exec(
      message,
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

/** Groups findings by their message without names, numbers and places in an API description. */
function groupByReason(
  findings: readonly PageFinding[],
  isOnlyLook: (finding: Finding) => boolean,
  site: { readonly hasDocsJson: boolean },
): Reason[] {
  const all = findings.map((finding) => ({
    ...finding,
    message: finding.message.replace(/^#\/\S*: /, ""),
    isLook: isOnlyLook(finding),
  }));
  const groups = Map.groupBy(all, ({ message, isLook }) => `${isLook} ${reasonOf(message).replace(/"[^"]*"|`[^`]*`|\d+/g, "…")}`);
  return [...groups.values()].map((list) => toReason(list, site)).sort((left, right) => right.pages - left.pages);
}

/** Returns a message without what it is about; of what failed in code, with the cause, which differs from place to place. */
function reasonOf(message: string): string {
  if (!/^A (?:part|value) /.test(message)) return message.replace(/: .*$/s, "");
  return message.replace(/ \([^()]*\)(?=\.$)/, "").replace(/(?<=: )"(\w+)"/, "$1");
}

function toReason(list: readonly (PageFinding & { isLook: boolean })[], site: { readonly hasDocsJson: boolean }): Reason {
  const text = list[0]?.message ?? "";
  const places = [...new Set(list.map((finding) => formatLocation(finding, text)))];
  const unit = list.some(({ page }) => page !== undefined) ? "page" : "file";
  return {
    text,
    places: places.slice(0, SHOWN),
    more: Math.max(0, places.length - SHOWN),
    pages: new Set(list.map(({ page, file }) => page ?? file)).size,
    unit,
    remedy: findRemedy(text, site),
    isLook: list.every((finding) => finding.isLook),
  };
}

/** Formats file and line, with the one word in which the message differs from the first example. */
function formatLocation({ file, line, message }: Finding, example: string): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const words = example.split(" ");
  const others = message.split(" ").filter((word, index) => word !== words[index]);
  return others.length === 1 ? `${place} (${others[0]?.replace(/[,;]$/, "")})` : place;
}

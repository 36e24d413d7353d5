import type { Root } from "mdast";
import { findCompileProblems } from "../../lib/content/compile-check.ts";
import { listLinks } from "../../lib/content/links.ts";
import type { ContentProblem, Page } from "../../lib/content/page.ts";
import { parseSource } from "../../lib/content/parse.ts";
import { SAFE_LIST } from "../../lib/content/safe-list.ts";
import { OUTSIDE } from "../../lib/content/safe-tree.ts";
import type { Site } from "../../lib/content/site.ts";
import { barePath, leadsOn, linkTableOf } from "../../lib/content/site-links.ts";
import { splitPath } from "../../lib/content/urls.ts";
import { pagesInOrder } from "../../lib/navigation/navigation.ts";
import { type HostPages, type MediaHost, noteHosts, toMediaHosts } from "./hosts.ts";

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
  /** True where all words are shown, and only their look is another. */
  readonly isLook: boolean;
}

export interface Report {
  readonly pages: number;
  readonly listed: number;
  /** Pages on which nothing is missing. */
  readonly whole: number;
  /** Those of them that are in the navigation. */
  readonly listedWhole: number;
  /** Pages besides them that lack nothing but the look of a component around their text. */
  readonly dressed: number;
  readonly operations: number;
  readonly files: number;
  readonly reasons: readonly Reason[];
  /** Hosts of other sites that show nothing until the configuration allows them. */
  readonly hosts: readonly MediaHost[];
  /** Settings that are understood and have no effect. */
  readonly unsupported: readonly string[];
}

/** A fault, and the page that it is on: its place may be in a file that the page takes in. */
interface Fault extends ContentProblem {
  readonly page: string | undefined;
}

/** Reports the parts of a site that work and those that do not, by reason, the most frequent first. */
export async function reportOn(site: Site): Promise<Report> {
  const hosts: HostPages = new Map();
  const faults = await findFaults(site, hosts);
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
    reasons: groupByReason(faults, (fault) => isLook(site, fault)),
    hosts: toMediaHosts(hosts),
    unsupported: site.docs?.unsupported ?? [],
  };
}

/** Pages that the sidebar of any language and version shows. */
function navigationPages(site: Site): ReadonlySet<Page> {
  const { languages, versions } = site.project;
  if (site.docs) return new Set(site.pages.filter(({ listed }) => listed));
  const locales = languages.flatMap(({ id: language }) =>
    (versions.length > 0 ? versions.map(({ id }) => id) : [null]).map((version) => ({ language, version })),
  );
  return new Set(locales.flatMap((locale) => pagesInOrder(site, locale)));
}

async function findFaults(site: Site, hosts: HostPages): Promise<Fault[]> {
  const ofPages = site.pages.flatMap((page) => faultsOf(site, page, hosts));
  const known = new Set(ofPages.map(keyOf));
  const isPage = new Set(site.pages.map(({ file }) => file));
  const others = [...site.problems, ...site.warnings, ...(await findCompileProblems(site.pages))];
  const more = others.filter((problem) => !known.has(keyOf(problem)));
  return [...ofPages, ...more.map((problem) => ({ ...problem, page: isPage.has(problem.file) ? problem.file : undefined }))];
}

function keyOf({ file, line, column, reason }: ContentProblem): string {
  return JSON.stringify([file, line, column, reason]);
}

/**
 * Lists the parts of a page that do not show as they should, also because of an imported file, and its dead links. Notes its
 * hosts.
 */
function faultsOf(site: Site, page: Page, hosts: HostPages): Fault[] {
  const { file } = page;
  if (file === null || page.problem) return [];
  const { tree, notices, problems } = parseSource({ ...page, file }, { ...page, trusted: false });
  noteHosts(tree, file, hosts);
  return [...problems, ...notices, ...deadLinks(site, file, tree)].map((fault) => ({ ...fault, page: file }));
}

function deadLinks(site: Site, file: string, tree: Root): ContentProblem[] {
  if (!site.docs) return [];
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const address = linkTableOf(site).resolve(file, url);
    if (address === undefined || leadsOn(site, splitPath(address).path)) return [];
    return [
      { file, line, column, reason: kind === "link" ? ofLink(site, url, address) : `A picture or file is not there: ${url}` },
    ];
  });
}

/** Why a link is dead: a page may be missing because it is made of a description that is elsewhere. */
function ofLink(site: Site, url: string, address: string): string {
  const target = barePath(site, splitPath(address).path);
  const from = site.docs?.unread?.find(({ directory }) => target.startsWith(`${directory}/`))?.source;
  if (from === undefined) return `A link leads to no page: ${url}`;
  return `A link leads to no page, since the API description ${from} is not in the folder: ${url}`;
}

/** Addresses of the repository that pages link to and nothing answers. */
export function deadAddresses(site: Site): string[] {
  const found = site.pages.flatMap(({ file, source, sourceLine, modules, problem }) => {
    if (file === null || problem) return [];
    const { tree } = parseSource({ file, source, sourceLine }, { trusted: false, modules });
    return listLinks(tree).flatMap(({ kind, url }) => {
      const address = kind === "link" ? linkTableOf(site).resolve(file, url) : undefined;
      return address === undefined || leadsOn(site, splitPath(address).path) ? [] : barePath(site, splitPath(address).path);
    });
  });
  return [...new Set(found)];
}

/** True for styles, and for a component that is not here and whose content is shown: what is around its text in the page's file. */
function isLook(site: Site, { file, line, reason }: ContentProblem): boolean {
  if (
    / in the (?:style|classes) of <|^<(?:style|button)> is refused|^className is left out|^The style sheet .* is not loaded|^<[\w-]+> is an element that a script makes/.test(
      reason,
    )
  )
    return true;
  const [, name] =
    /^<([\w.]+)> (?:(?:is no component of Docent|comes from ".*", .*); only its children are shown\.$|shows its children only:)/.exec(
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

const PRESSED = "What readers press and type into works as a component of site/ui.tsx alone. Else leave it.";
const VALUE = "Write the value itself into the page, or draw the component in site/ui.tsx: see “Customise” in the manual.";
const FETCHED = "It is fetched or made when that site is built. Write what it gives into the page, or leave it.";

/** The first that fits a reason says what to do. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^The API description at|^A link leads to no page, since/,
    "Save the description in the folder under the last name of its address, ending in .json or .yaml.",
  ],
  [/^navigation: the folder has no API description/, "Put the API description into the folder, or take the entry out."],
  [
    /leads to no page/,
    "Correct the link, or add a redirect to docs.json. To what is not imported, such as a blog, write the whole address.",
  ],
  [/picture or file is not there/, "Add the file, or take the picture out."],
  [/^<\w+> shows method and path alone/, "Put the API description into the content folder."],
  [
    /^<[\w.]+> comes from "(?!\.|\/|~|@\/|@site\/)/,
    "It is of a package, or made when that site is built. Draw the component in site/ui.tsx, or write what it shows into the page.",
  ],
  [
    /^<[\w.]+> comes from/,
    "Put the file into the content folder, or draw the component in site/ui.tsx: see “Customise” in the manual.",
  ],
  [/is no component of Docent/, "Use one of Docent, or draw it in site/ui.tsx: see “Customise” in the manual."],
  [/^<style> is refused/, "Put the look into site/theme.css, or leave it."],
  [/^The style sheet/, "Put the look into site/theme.css, or leave it."],
  [/in the style of/, "The rest of the style is kept. Put the look into site/theme.css, or leave it."],
  [/^Order and titles/, "Write a meta.json into that folder, or leave its pages in the order of their names."],
  [/src of <iframe>/, "Give the whole address, beginning with https:."],
  [/ of astro:\w+ is not known|"fetch" is defined nowhere/, FETCHED],
  [/^<(?:script|noscript|template)> is refused/, "Leave it, if the page says the same without: no page runs scripts."],
  [
    /runs nothing in the browser|^<(?:button|input|select|option|optgroup|textarea|datalist|dialog|output|progress|meter)> is refused| of <(?:input|select|textarea|button)> is refused/,
    PRESSED,
  ],
  [/ is refused/, "Leave it: the rest of the element is shown."],
  [/^openapi(?:-schema)?: no API description/, "Put the API description into the folder, and name what it has as it does."],
  [/front matter is not valid/, "Correct that line. Until then the name of the file is the title of the page."],
  [/no file .* to (?:import|include)/, "Put the file into the content folder, or take out what uses it."],
  [/is no file of the content, so/, "Import it from a file of the content, or write what it gives into the page."],
  [
    /shows (?:its children|what it is given) only|cannot be read/,
    "Write what it shows into the page, or make it a component of site/ui.tsx.",
  ],
  [/shown as it is written/, "Write the value itself. Where the braces are meant, put them in `code`, or write \\{ for {."],
  [/is not (?:worked out|known) in a page|is not known: |is defined nowhere|has no value/, VALUE],
  [
    /closing (?:tag|slash)|could not parse|expected/i,
    "Correct the tag or the brace at that place. The rest of the page is shown.",
  ],
  [/this field is not known/, "Leave it, or take it out: nothing else is lost."],
  [/at most \d+ are read/, "Split the file."],
];

/** Words for the report a reason that is worded for the writer of a page. */
function reworded(reason: string): string {
  const [, name] = new RegExp(`^<([\\w-]+)> is refused ${OUTSIDE}\\.`).exec(reason) ?? [];
  if (name !== undefined) {
    const isStripped = SAFE_LIST.strip?.includes(name.toLowerCase());
    return `<${name}> is left out${isStripped ? " with all that is in it" : "; what is in it is shown"}.`;
  }
  return reason.replace(` is refused ${OUTSIDE}, with this value or at all.`, " is left out.").replace(` ${OUTSIDE}`, "");
}

/** Names, numbers and the place in an API description are examples of a reason. */
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
    text: reworded(text),
    places: places.slice(0, SHOWN),
    more: Math.max(0, places.length - SHOWN),
    pages: new Set(list.map(({ page, file }) => page ?? file)).size,
    unit,
    remedy: REMEDIES.find(([pattern]) => pattern.test(text))?.[1],
    isLook: list.every((fault) => fault.isLook),
  };
}

/** File and line, with what is said there where that is another name than in the first example. */
function formatLocation({ file, line, reason }: Fault, example: string): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const words = example.split(" ");
  const others = reason.split(" ").filter((word, index) => word !== words[index]);
  return others.length === 1 ? `${place} (${others[0]?.replace(/[,;]$/, "")})` : place;
}

import { findCompileProblems } from "../../lib/content/compile-check.ts";
import { listLinks } from "../../lib/content/links.ts";
import type { ContentProblem, Page } from "../../lib/content/page.ts";
import { parseSource } from "../../lib/content/parse.ts";
import { findPageAt, hasAsset, type Site } from "../../lib/content/site.ts";
import { linkTableOf } from "../../lib/content/site-links.ts";
import { splitPath } from "../../lib/content/urls.ts";

/** Files named with each reason. */
const SHOWN = 3;

/** One reason why something does not work, and where. */
export interface Reason {
  readonly text: string;
  /** The first places that have it. */
  readonly places: readonly string[];
  /** How many more places have it. */
  readonly more: number;
  /** Files that it is in. */
  readonly pages: number;
  /** What can be done about it. */
  readonly remedy: string | undefined;
}

export interface Report {
  readonly pages: number;
  readonly listed: number;
  /** Pages on which nothing is missing. */
  readonly whole: number;
  /** Pages besides them that lack nothing but the look of a component around their text. */
  readonly dressed: number;
  readonly operations: number;
  readonly files: number;
  readonly reasons: readonly Reason[];
  /** Settings that are understood and have no effect. */
  readonly unsupported: readonly string[];
}

/** What of a site works and what does not, counted by reason, the most frequent first. */
export async function reportOn(site: Site): Promise<Report> {
  const problems = [
    ...site.problems,
    ...site.warnings,
    ...(await findCompileProblems(site.pages)),
    ...site.pages.flatMap((page) => deadLinks(site, page)),
  ];
  const faulty = new Set(problems.map(({ file }) => file));
  const lacking = new Set(problems.filter((problem) => !isLook(site, problem)).map(({ file }) => file));
  const ofFiles = site.pages.filter(({ file }) => file !== null && faulty.has(file));
  return {
    pages: site.pages.length,
    listed: site.pages.filter(({ listed }) => listed).length,
    whole: site.pages.filter(({ file }) => file === null || !faulty.has(file)).length,
    dressed: ofFiles.filter(({ file }) => !lacking.has(file ?? "")).length,
    operations: site.pages.filter(({ operation }) => operation).length,
    files: site.assets.length,
    reasons: groupByReason(problems),
    unsupported: site.docs?.unsupported ?? [],
  };
}

function deadLinks(site: Site, page: Page): ContentProblem[] {
  if (!site.docs || page.file === null || page.problem) return [];
  const { file } = page;
  const { tree } = parseSource(
    { file, source: page.source, sourceLine: page.sourceLine },
    { trusted: false, modules: page.modules },
  );
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const address = linkTableOf(site).resolve(file, url);
    if (address === undefined || leadsOn(site, splitPath(address).path)) return [];
    const reason = kind === "link" ? `A link leads to no page: ${url}` : `A picture or file is not there: ${url}`;
    return [{ file, line, column, reason }];
  });
}

function leadsOn(site: Site, path: string): boolean {
  const bare = decodeURIComponent(path).replace(site.project.pagesAt === "root" ? /^\// : /^\/docs\/?/, "");
  // The start of the site leads to its first page.
  return bare === "" || findPageAt(site, path) !== undefined || hasAsset(site, bare) || isRedirected(site, `/${bare}`);
}

function isRedirected(site: Site, path: string): boolean {
  const redirects = site.docs?.settings.redirects ?? [];
  return redirects.some(
    ({ source }) => source === path || (/[:*]/.test(source) && path.startsWith(source.split(/[:*]/)[0] ?? "/")),
  );
}

/** True for a component that is not here and whose content is shown: what is around its text in the page's file. */
function isLook(site: Site, { file, line, reason }: ContentProblem): boolean {
  const [, name] = /^<([\w.]+)> is no component of Docent; only its children are shown\.$/.exec(reason) ?? [];
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

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/leads to no page/, "Correct the link, or add a redirect."],
  [/picture or file is not there/, "Add the file, or take the picture out."],
  [/is no component of Docent/, "Use one of Docent, or draw it in site/ui.tsx: see “Customise” in the manual."],
  [/in the style of/, "The rest of the style is kept. Put the look into site/theme.css, or leave it."],
  [/runs nothing in the browser|is refused/, "What readers press and type into has to be a component of site/ui.tsx."],
  [
    /no file .* to (?:import|include)|is no file of the content/,
    "Put the file into the content folder, or take out what uses it.",
  ],
  [
    /is not worked out in a page|is defined nowhere|has no value/,
    "Write the value itself, or make it a component of site/ui.tsx.",
  ],
  [/at most \d+ are read/, "Split the file."],
];

/** Names and numbers in a reason are examples of it. */
function groupByReason(problems: readonly ContentProblem[]): Reason[] {
  const groups = Map.groupBy(problems, ({ reason }) => reason.replace(/: .*$/s, "").replace(/"[^"]*"|`[^`]*`|\d+/g, "…"));
  return [...groups.values()]
    .map((list) => ({
      text: list[0]?.reason ?? "",
      places: list.slice(0, SHOWN).map(({ file, line }) => [file, line].filter((part) => part !== undefined).join(":")),
      more: Math.max(0, list.length - SHOWN),
      pages: new Set(list.map(({ file }) => file)).size,
      remedy: REMEDIES.find(([pattern]) => pattern.test(list[0]?.reason ?? ""))?.[1],
    }))
    .sort((left, right) => right.pages - left.pages);
}

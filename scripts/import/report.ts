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
  readonly places: readonly string[];
  /** Pages that it is on. */
  readonly pages: number;
}

export interface Report {
  readonly pages: number;
  readonly listed: number;
  /** Pages on which nothing is missing. */
  readonly whole: number;
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
  return {
    pages: site.pages.length,
    listed: site.pages.filter(({ listed }) => listed).length,
    whole: site.pages.filter(({ file }) => file === null || !faulty.has(file)).length,
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
  return findPageAt(site, path) !== undefined || hasAsset(site, bare) || isRedirected(site, `/${bare}`);
}

function isRedirected(site: Site, path: string): boolean {
  const redirects = site.docs?.settings.redirects ?? [];
  return redirects.some(
    ({ source }) => source === path || (/[:*]/.test(source) && path.startsWith(source.split(/[:*]/)[0] ?? "/")),
  );
}

/** Names and numbers in a reason are examples of it. */
function groupByReason(problems: readonly ContentProblem[]): Reason[] {
  const groups = Map.groupBy(problems, ({ reason }) => reason.replace(/: .*$/s, "").replace(/"[^"]*"|`[^`]*`|\d+/g, "…"));
  return [...groups.values()]
    .map((list) => ({
      text: list[0]?.reason ?? "",
      places: list.slice(0, SHOWN).map(({ file, line }) => [file, line].filter((part) => part !== undefined).join(":")),
      pages: new Set(list.map(({ file }) => file)).size,
    }))
    .sort((left, right) => right.pages - left.pages);
}

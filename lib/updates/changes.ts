import type { Page } from "../content/model/page.ts";
import type { Site } from "../content/site/site.ts";
import { type ApiChanges, compareDescriptions, isBreaking, isUnchanged, joinApiChanges } from "../openapi/compare.ts";
import type { Changes, UpdateChanges } from "./job.ts";

/** Compares the API descriptions of two states of a site; undefined where neither has one that the other has, too. */
export function compareApis(before: Site, after: Site): ApiChanges | undefined {
  const pairs = [
    [before.openapi, after.openapi] as const,
    ...Object.keys(after.descriptions).map((file) => [before.descriptions[file], after.descriptions[file]] as const),
  ];
  const compared = pairs.flatMap(([old, now]) => (old && now ? [compareDescriptions(old, now)] : []));
  return compared.length > 0 ? joinApiChanges(compared) : undefined;
}

/** Lists the pages that differ between two states of a site, by path, each list in order. */
export function comparePages(before: readonly Page[], after: readonly Page[]): Changes {
  const old = new Map(before.map((page) => [page.path, page.hash]));
  const now = new Map(after.map((page) => [page.path, page.hash]));
  const paths = [...now.keys()];
  return {
    added: paths.filter((path) => !old.has(path)).sort(),
    modified: paths.filter((path) => old.has(path) && old.get(path) !== now.get(path)).sort(),
    removed: [...old.keys()].filter((path) => !now.has(path)).sort(),
  };
}

/** Describes the changes in a sentence or two. */
export function describeChanges({ added, modified, removed, api }: UpdateChanges): string {
  const parts = [
    [added.length, "added"],
    [modified.length, "modified"],
    [removed.length, "removed"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${count === 1 ? "page" : "pages"} ${what}`);
  const pages = words.length > 0 ? `${words.join(", ")}.` : "No page has changed.";
  return api && isBreaking(api)
    ? `${pages} The API has breaking changes.`
    : api && !isUnchanged(api)
      ? `${pages} The API has changed.`
      : pages;
}

// Tested in worker.test.ts.
import type { Page } from "../content/page.ts";
import type { Changes } from "./job.ts";

/** Which pages differ between two states of a site, by path, each list in order. */
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

/** The same in one sentence. */
export function describeChanges({ added, modified, removed }: Changes): string {
  const parts = [
    [added.length, "added"],
    [modified.length, "modified"],
    [removed.length, "removed"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${count === 1 ? "page" : "pages"} ${what}`);
  return words.length > 0 ? `${words.join(", ")}.` : "No page has changed.";
}

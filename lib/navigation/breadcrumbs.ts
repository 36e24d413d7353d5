import type { Site } from "../content/site/site.ts";
import { perObject } from "../per-object.ts";
import type { NavNode, NavSection } from "./model.ts";
import { navigationOf } from "./navigation.ts";

/**
 * Returns for each path of the navigation, in every language and version, the titles above it, outermost first: tab, label, group. Versions
 * are none, nor a section beside which there is nothing, and the page of a group does not repeat it. Made once for each site.
 */
export const breadcrumbsOf = perObject((site: Site): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  const { languages, versions } = site.project;
  for (const { id: language } of languages) {
    for (const version of site.tree || versions.length === 0 ? [null] : versions.map(({ id }) => id)) {
      collect(navigationOf(site, language, version), [], found);
    }
  }
  return found;
});

function collect(nodes: readonly NavNode[], above: readonly string[], found: Map<string, readonly string[]>): void {
  let label: string | undefined;
  const add = (path: string, titles: readonly string[]) => {
    if (!found.has(path)) found.set(path, titles);
  };
  for (const node of nodes) {
    if (node.type === "label") label = node.title || undefined;
    const titles = label === undefined ? above : [...above, label];
    if (node.type === "page") add(node.path, titles);
    if (node.type === "section") collect(node.children, tellsApart(node, nodes) ? [...above, node.title] : above, found);
    if (node.type === "group") {
      if (node.index) add(node.index.path, titles);
      collect(node.children, [...titles, node.title], found);
    }
  }
}

function tellsApart({ kind }: NavSection, siblings: readonly NavNode[]): boolean {
  return kind !== "version" && siblings.length > 1;
}

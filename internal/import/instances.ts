import { existsSync } from "node:fs";
import path from "node:path";
import { isObject, listOf } from "./engine/files.ts";
import { readConfig } from "./facts.ts";
import { isWithin } from "./recognise.ts";
import type { Repository } from "./repository.ts";
import { readBar } from "./sidebar.ts";
import { titleOf } from "./sidebar-entries.ts";
import { joinParts, type ReadPages, type SiteFolder } from "./versions.ts";

const MAX_INSTANCES = 50;

/** A part of a site with its own pages, sidebar and place in the bar at the top. */
interface Instance extends SiteFolder {
  readonly label: string;
  readonly place: number;
}

/**
 * Returns the folders of pages that a Docusaurus site has besides its first, by the options of plugin-content-docs: each with its
 * path, its sidebar and the folder that its addresses begin with.
 */
export async function listInstances(repository: Repository): Promise<Instance[]> {
  const { kind, site } = repository;
  if (kind !== "docusaurus" || site === undefined) return [];
  const config = await readConfig(kind, site).catch(() => ({}) as Record<string, unknown>);
  const bar = await readBar(site);
  return listOf(config.plugins)
    .flatMap((plugin) => (Array.isArray(plugin) && /(?:^|-)content-docs$/.test(String(plugin[0])) ? [plugin[1]] : []))
    .filter(isObject)
    .slice(0, MAX_INSTANCES)
    .flatMap((options): Instance[] => {
      const { id = "default", path: folder = "docs", routeBasePath = "docs", sidebarPath } = options;
      const content = path.join(site, String(folder));
      if (!existsSync(content) || !isWithin(path.dirname(site), content)) return [];
      const start = String(routeBasePath).replace(/^\/+|\/+$/g, "");
      const place = bar.findIndex(
        (entry) => entry.docsPluginId === id || (start !== "" && new RegExp(`^/?${start}(?:/|$)`).test(String(entry.to))),
      );
      const label = place < 0 ? titleOf(String(id)) : String(bar[place]?.label);
      const own = typeof sidebarPath === "string" ? path.relative(site, path.resolve(site, sidebarPath)) : undefined;
      return [
        {
          label,
          place: place < 0 ? Number.POSITIVE_INFINITY : place,
          folder: start === "docs" ? "" : start || String(id),
          repository: { ...repository, content, sidebar: own ?? "" },
        },
      ];
    });
}

/** Reads the first pages of a site and those of its instances, as one site with a tab for each. */
export async function joinInstances(
  repository: Repository,
  instances: readonly Instance[],
  { readFirst, readPart }: Readonly<Record<"readFirst" | "readPart", (repository: Repository) => Promise<ReadPages>>>,
): Promise<ReadPages> {
  const bar = await readBar(repository.site ?? "");
  const place = bar.findIndex(({ docsPluginId, type }) => docsPluginId === undefined && /^doc/.test(String(type)));
  const first: Instance = {
    label: place < 0 ? "Docs" : String(bar[place]?.label),
    place: place < 0 ? -1 : place,
    folder: "",
    repository,
  };
  const isRead = instances.some((each) => each.repository.content === repository.content);
  const parts = isRead ? instances : [first, ...instances];
  const read = (each: Repository) => (each === repository ? readFirst : readPart)(each);
  return joinParts(parts, read, (sidebars) => {
    const tabs = parts.map(({ label, place: at }, index) => ({ label, at, navigation: sidebars[index] ?? {} }));
    return {
      tabs: tabs.sort((left, right) => left.at - right.at || 0).flatMap(({ label, navigation }) => toTabs(label, navigation)),
    };
  });
}

/** Returns the tabs of a part that has several sidebars, or the one that it is. */
function toTabs(label: string, navigation: object): object[] {
  if ("tabs" in navigation && Array.isArray(navigation.tabs)) return navigation.tabs;
  return Object.keys(navigation).length === 0 ? [] : [{ tab: label, ...navigation }];
}

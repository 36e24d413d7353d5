import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { listStatic } from "./content.ts";
import type { Site } from "./engine/site.ts";
import { renamePages } from "./numbers.ts";
import type { PlainContent } from "./plain.ts";
import type { Repository } from "./repository.ts";
import type { Sidebar } from "./sidebar.ts";
import { readSettingsCode } from "./site-code.ts";

const MAX_VERSIONS = 50;

/** A part of a site, with the folder that its pages get. */
export interface SiteFolder {
  readonly label: string;
  /** Empty for the part that readers see first. */
  readonly folder: string;
  readonly repository: Repository;
}

/** Returns the versions that a Docusaurus site keeps beside its pages, that of its start page first; none where it keeps none. */
export function listVersions(repository: Repository): SiteFolder[] {
  const { kind, site, content } = repository;
  const names = kind === "docusaurus" && site !== undefined ? readVersions(path.join(site, "versions.json")) : [];
  if (site === undefined || names.length === 0) return [];
  const kept = names
    .map((label) => ({
      label,
      folder: label,
      repository: {
        ...repository,
        content: path.join(site, `versioned_docs/version-${label}`),
        sidebar: `versioned_sidebars/version-${label}-sidebars.json`,
      },
    }))
    .filter(({ repository: each }) => existsSync(each.content));
  const code = readSettingsCode("docusaurus", site)?.text ?? "";
  const isCurrentLeftOut = /\bincludeCurrentVersion:\s*false\b/.test(code) || !existsSync(content);
  const current = isCurrentLeftOut ? [] : [{ label: "Next", folder: "next", repository }];
  const isCurrentFirst = /\blastVersion:\s*["']current["']/.test(code);
  const [first, ...others] = isCurrentFirst ? [...current, ...kept] : [...kept.slice(0, 1), ...current, ...kept.slice(1)];
  return first === undefined || others.length === 0 ? [] : [{ ...first, folder: "" }, ...others];
}

function readVersions(file: string): string[] {
  try {
    const names: unknown = JSON.parse(readFileSync(file, "utf8"));
    const isName = (name: unknown) => typeof name === "string" && /^[\w][\w.+-]{0,50}$/.test(name);
    return Array.isArray(names) ? names.filter(isName).slice(0, MAX_VERSIONS) : [];
  } catch {
    return [];
  }
}

/** Pages with their sidebar. */
export interface ReadPages {
  readonly plain: PlainContent;
  readonly sidebar: Sidebar | undefined;
  readonly site: Site;
}

/** Reads versions one after the other, and returns them as one site with a folder for each. */
export function joinVersions(versions: readonly SiteFolder[], read: ReadPart): Promise<ReadPages> {
  return joinParts(versions, read, (sidebars) => ({
    versions: versions.map(({ label }, index) => ({
      version: label,
      ...(index === 0 ? { default: true } : {}),
      ...sidebars[index],
    })),
  }));
}

type ReadPart = (repository: Repository) => Promise<ReadPages>;

/** Reads parts one after the other, and returns them as one site with a folder for each and the navigation that is made of theirs. */
export async function joinParts(
  folders: readonly SiteFolder[],
  read: ReadPart,
  toNavigation: (sidebars: readonly (object | undefined)[]) => object,
): Promise<ReadPages> {
  const parts: ReadPages[] = [];
  for (const each of folders) parts.push(toFolder(each, await read(each.repository)));
  const [first] = parts;
  if (!first) throw new Error("There is no part.");
  const all = <Value>(of: (plain: PlainContent) => Iterable<Value>) => parts.flatMap(({ plain }) => [...of(plain)]);
  const files = all((plain) => plain.files.files).sort((left, right) => (left.path < right.path ? -1 : 1));
  return {
    ...first,
    plain: {
      files: { ...first.plain.files, files, assets: [...new Set(all((plain) => plain.files.assets ?? []))].sort() },
      statics: new Map(all((plain) => plain.statics)),
      onPages: new Map(all((plain) => plain.onPages)),
      onFiles: all((plain) => plain.onFiles),
      takenIn: new Set(all((plain) => plain.takenIn)),
    },
    sidebar: {
      file: parts.map(({ sidebar }) => sidebar?.file).find(Boolean) ?? "",
      navigation: toNavigation(parts.map(({ sidebar }) => sidebar?.navigation)),
      skipped: parts.reduce((sum, { sidebar }) => sum + (sidebar?.skipped ?? 0), 0),
      titles: new Map(),
    },
  };
}

/** Returns a part with its files in its folder. What the site serves from its own folder stays. */
function toFolder({ folder, repository }: SiteFolder, { plain, sidebar, site }: ReadPages): ReadPages {
  if (folder === "") return { plain, sidebar, site };
  const shared = listStatic(repository);
  const place = (name: string) => (shared.has(name) ? name : `${folder}/${name}`);
  return {
    site,
    plain: {
      files: {
        ...plain.files,
        files: plain.files.files.map((file) => ({ ...file, path: `${folder}/${file.path}` })),
        assets: (plain.files.assets ?? []).map(place),
      },
      statics: new Map([...plain.statics].map(([name, from]) => [place(name), from])),
      onPages: new Map([...plain.onPages].map(([name, list]) => [`${folder}/${name}`, list])),
      onFiles: plain.onFiles,
      takenIn: new Set([...plain.takenIn].map((name) => `${folder}/${name}`)),
    },
    sidebar: sidebar && { ...sidebar, navigation: renamePages(sidebar.navigation, (name) => `${folder}/${name}`) },
  };
}

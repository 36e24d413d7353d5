import { folderNavigation, languagesOf, sidebarOf, withTitles } from "./content.ts";
import { type ContentFile, type ContentFiles, fileKindOf, ONLY_WHEN_IMPORTED, readContentFiles } from "./engine/files.ts";
import { buildSite, checkConfig, findPageAt, listUnreadFields, type Project, type Site } from "./engine/site.ts";
import { readFacts, type SiteFacts } from "./facts.ts";
import { toFile } from "./metas.ts";
import { toNewSettings } from "./mint.ts";
import { withoutNumbers } from "./numbers.ts";
import { redirectsOf } from "./old-addresses.ts";
import { type PlainContent, toPlain } from "./plain.ts";
import type { ReadSite } from "./print.ts";
import { isForeign } from "./recognise.ts";
import type { Repository } from "./repository.ts";
import type { Sidebar } from "./sidebar.ts";
import { joinVersions, listVersions, type ReadPages } from "./versions.ts";
import { languageSettings } from "./write.ts";

export interface ReadOptions {
  readonly download?: (content: ContentFiles) => Promise<ContentFile[]>;
  /** True to read the newest version alone. */
  readonly isPart?: boolean;
}

/** Returns the site as it will be once it is imported. */
export async function readSite(
  root: string,
  repository: Repository,
  name: string,
  { download, isPart = false }: ReadOptions = {},
): Promise<ReadSite> {
  const project: Project = { ...(toConfig(repository, name).projects[0] as Project), isReplaced: true };
  if (!isForeign(repository)) {
    const own = await readContentFiles(project);
    const settings = repository.isOld ? [toNewSettings(own.files)] : [];
    const named = { ...own, files: [...own.files, ...settings] };
    const added = [...settings, ...((await download?.(named)) ?? [])];
    const files = { ...own, files: [...own.files, ...added] };
    const built = await buildSite(project, files);
    const site = linkAtRoot(built) ? await buildSite({ ...project, pagesAt: "root" }, files) : built;
    const taken = files.files.flatMap(({ path: each }) =>
      ONLY_WHEN_IMPORTED.has(fileKindOf(each)) || isHidden(each) ? [each] : [],
    );
    return { site, added, taken: new Set(taken), fields: listUnreadFields(site, files.files) };
  }
  const facts = await readFacts(repository);
  const named = { ...project, name: facts.name ?? project.name };
  const { plain, sidebar, site } = await readPlain(root, repository, { project: named, facts, isPart });
  const metas = plain.files.files.filter((file) => isMetaJson(file.path));
  if (!sidebar) {
    const placed = linkAtRoot(site) ? await buildSite({ ...named, pagesAt: "root" }, plain.files) : site;
    return { site: placed, plain, facts, fields: listUnreadFields(placed, plain.files.files) };
  }
  return { ...(await toDocsJson(repository, { project: named, facts, sidebar, plain })), metas };
}

const ROOT_LINK = /(?:\]\(|href=["']|^\[[^\]\n]+\]:\s*)(\/(?!\/)[^\s"'()#?]*)/gm;

/** Returns true when most links of pages name other pages without the folder `/docs` that pages have here. */
function linkAtRoot(site: Site): boolean {
  const linked = site.pages.flatMap(({ source }) => [...source.matchAll(ROOT_LINK)].map(([, address = ""]) => address));
  const isPage = (address: string) => findPageAt(site, address.replace(/\/$/, "")) !== undefined;
  const below = linked.filter(isPage).length;
  return linked.filter((address) => isPage(`/docs${address}`)).length > below;
}

interface Reading {
  readonly project: Project;
  readonly facts: SiteFacts;
  readonly isPart?: boolean;
}

async function readPlain(root: string, repository: Repository, { project, facts, isPart }: Reading): Promise<ReadPages> {
  const readPart = async (part: Repository): Promise<ReadPages> => {
    const plain = await toPlain(root, part, await readContentFiles({ ...project, content: part.content }));
    const site = await buildSite(project, plain.files);
    const stated = await sidebarOf(part, site, plain.files);
    // Numbers of Docusaurus are an order, which a sidebar has to keep, and the look of a site is in the file of its sidebar.
    const hasLook = Object.keys(facts.settings).length > 0 && languagesOf(part).length === 0;
    const sidebar = stated ?? (part.kind === "docusaurus" || hasLook ? folderNavigation(part, site) : undefined);
    if (!sidebar) return { plain, sidebar, site };
    const titled = { ...plain, files: withTitles(plain.files, sidebar.titles) };
    return part.kind === "docusaurus" ? { site, ...withoutNumbers(titled, sidebar) } : { site, plain: titled, sidebar };
  };
  const versions = listVersions(repository);
  const [newest] = versions;
  const read = await (isPart || !newest ? readPart(newest?.repository ?? repository) : joinVersions(versions, readPart));
  return { ...read, plain: { ...read.plain, statics: new Map([...read.plain.statics, ...facts.pictures]) } };
}

/** Returns the site with a docs.json that says what its sidebar and its settings said. */
async function toDocsJson(
  repository: Repository,
  { project, facts, sidebar, plain }: Reading & { readonly sidebar: Sidebar; readonly plain: PlainContent },
): Promise<ReadSite> {
  const listedNames = pagesOf(sidebar.navigation);
  const kept = plain.files.files.filter(
    ({ path: each }) => !plain.takenIn.has(each) || listedNames.has(each.replace(/\.mdx?$/i, "")),
  );
  // The systems that have such sidebars search every page, and a docs.json those alone that its navigation has.
  const settings = { name: project.name, ...facts.settings, navigation: sidebar.navigation, seo: { indexing: "all" } };
  const assets = [...new Set([...(plain.files.assets ?? []), ...facts.pictures.keys()])].sort();
  const withSettings = async (more: object) => {
    const text = `${JSON.stringify({ ...settings, ...more }, null, 2)}\n`;
    const all = { ...plain.files, assets, files: [...kept.filter((file) => !isMetaJson(file.path)), toFile("docs.json", text)] };
    return { site: await buildSite(project, all), plain: { ...plain, files: all } };
  };
  const listed = await withSettings({});
  const languages = listed.site.project.languages.map(({ id }) => id);
  const moved = await redirectsOf(repository, listed.site, { files: plain.files.files, languages });
  const redirects = [...facts.redirects, ...moved];
  const built = redirects.length > 0 ? await withSettings({ redirects }) : listed;
  return { ...built, facts, sidebar, fields: listUnreadFields(built.site, plain.files.files) };
}

/** Paths of all pages that a navigation names. */
function pagesOf(navigation: unknown): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  look(navigation);
  return found;
}

function isMetaJson(name: string): boolean {
  return /(?:^|\/)meta\.json$/.test(name);
}

function isHidden(name: string): boolean {
  return /(?:^|\/)\.[^/]*$/.test(name) && name !== ".mintignore";
}

function toConfig(repository: Repository, name: string) {
  const project = {
    id: "imported",
    domain: "imported",
    name,
    content: repository.content,
    ...languageSettings(languagesOf(repository)),
  };
  return checkConfig({ organisation: { id: "imported", name: "Imported" }, projects: [project] }, "import");
}

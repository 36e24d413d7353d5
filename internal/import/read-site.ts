import { folderNavigation, languagesOf, sidebarOf, withTitles } from "./content.ts";
import { type ContentFile, type ContentFiles, fileKindOf, ONLY_WHEN_IMPORTED, readContentFiles } from "./engine/files.ts";
import { buildSite, checkConfig, findPageAt, listUnreadFields, type Project, pagesInOrder, type Site } from "./engine/site.ts";
import { readFacts, type SiteFacts } from "./facts.ts";
import { joinInstances, listInstances } from "./instances.ts";
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
  const { plain, sidebar } = await readPlain(root, repository, { project: named, facts, isPart });
  const metas = plain.files.files.filter((file) => isMetaJson(file.path));
  if (!sidebar) {
    const built = await buildSite(named, plain.files);
    const placed = linkAtRoot(built) ? await buildSite({ ...named, pagesAt: "root" }, plain.files) : built;
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
    // An order that leaves out most pages is not the one that readers have.
    const isPartial = stated !== undefined && isMissingMost(stated, site, plain);
    const folders = () => ({
      ...folderNavigation(part, site),
      titles: stated?.titles ?? new Map(),
      ...(stated && { partial: stated.file }),
    });
    const sidebar = stated && !isPartial ? stated : part.kind === "docusaurus" || hasLook || isPartial ? folders() : undefined;
    if (!sidebar) return { plain: withRest(plain, site), sidebar, site };
    const titled = { ...plain, files: withTitles(plain.files, sidebar.titles) };
    return part.kind === "docusaurus" ? { site, ...withoutNumbers(titled, sidebar) } : { site, plain: titled, sidebar };
  };
  const versions = listVersions(repository);
  const [newest] = versions;
  const readFirst = (first: Repository) =>
    isPart || !newest ? readPart(newest?.repository ?? first) : joinVersions(versions, readPart);
  const instances = isPart ? [] : await listInstances(repository);
  const read = await (instances.length > 0
    ? joinInstances(repository, instances, { readFirst, readPart })
    : readFirst(repository));
  return { ...read, plain: { ...read.plain, statics: new Map([...read.plain.statics, ...facts.pictures]) } };
}

/** The share of pages below which an order is not taken for that of the site. */
const LEAST_ORDERED = 0.5;

function isMissingMost({ navigation }: Sidebar, site: Site, { takenIn }: PlainContent): boolean {
  const named = pagesOf(navigation);
  const pages = site.pages.flatMap(({ file, listed }) => (file !== null && listed && !takenIn.has(file) ? [file] : []));
  const ordered = pages.filter((file) => named.has(file.replace(/\.mdx?$/i, "")));
  return ordered.length < LEAST_ORDERED * pages.length;
}

/** Returns content whose meta.json files end with all that they leave out, where they leave out most pages. */
function withRest(plain: PlainContent, site: Site): PlainContent {
  const shown = new Set(site.project.languages.flatMap(({ id }) => pagesInOrder(site, { language: id, version: null })));
  const listed = site.pages.filter((page) => page.listed);
  if (listed.filter((page) => shown.has(page)).length >= LEAST_ORDERED * listed.length) return plain;
  const files = plain.files.files.map((file) => {
    const meta = isMetaJson(file.path) ? JSON.parse(file.text) : {};
    const isOpen = !Array.isArray(meta.pages) || meta.pages.some((entry: unknown) => /^(?:\.\.\.|z\.\.\.a)$/.test(String(entry)));
    return isOpen ? file : toFile(file.path, `${JSON.stringify({ ...meta, pages: [...meta.pages, "..."] }, null, 2)}\n`);
  });
  return { ...plain, files: { ...plain.files, files } };
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

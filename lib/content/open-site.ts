import type { Project } from "../config/config.ts";
import type { ContentFiles } from "./files.ts";
import type { Page } from "./page.ts";
import { outlineAll, parseAll } from "./parse-all.ts";
import { type BuildOptions, datePage, prepare, type Site } from "./site.ts";

/** A site that lists its pages, with what their front matter says, and reads each when it is asked for; and the whole one. */
export interface OpenedSite {
  /** Without passages, and without the faults of pages. */
  readonly outline: Site;
  /** Reads the pages that search or the navigation has, which may be a tenth of all, and then the others. */
  readonly read: () => { readonly searched: Promise<Site>; readonly whole: Promise<Site> };
}

/** Makes a site that can show pages long before all of them are read, which takes minutes for thousands. */
export async function openSite(configured: Project, files: ContentFiles, options: BuildOptions = {}): Promise<OpenedSite> {
  const { places, parsing, finish } = await prepare(configured, files, options);
  const { pages, complete } = outlineAll(places, parsing);
  const readPage = async (page: Page) => {
    const entry = await complete(page);
    return entry ? datePage(entry.page, files.lastModified) : page;
  };
  const outline = { ...finish(pages), passages: [], complete: readPage };
  const first = places.filter((_, index) => pages[index]?.isSearched || pages[index]?.page.listed);
  const readSearched = async (): Promise<Site> => {
    const parsed = new Map((await parseAll(first, parsing)).map((entry) => [entry.page.path, entry]));
    const site = finish(pages.map((entry) => parsed.get(entry.page.path) ?? entry));
    if (first.length === places.length) return site;
    return { ...site, complete: async (page) => (parsed.has(page.path) ? page : readPage(page)) };
  };
  const read = () => {
    const searched = readSearched();
    const whole = searched.then(async (site) => (site.complete ? finish(await parseAll(places, parsing)) : site));
    return { searched, whole };
  };
  return { outline, read };
}

/** A page as it is rendered, read now where its site has only listed it. */
export async function completePage({ complete }: Site, page: Page): Promise<Page> {
  return complete ? complete(page) : page;
}

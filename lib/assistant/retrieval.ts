import { getConfig, type Project } from "../config/config.ts";
import type { Passage } from "../content/passage.ts";
import type { SearchResult } from "../search/request.ts";
import { toSearchResult } from "../search/results.ts";
import type { ScoredPassage } from "../search/search.ts";
import type { LinkRules } from "./link-filter-inline.ts";

/** A place in the docs that an answer cites. */
export interface Source {
  /** The number that the text shows. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
}

interface Reference {
  readonly number: number;
  readonly url: string;
  readonly title: string;
}

/**
 * What was found for one answer: numbers for the model to cite, addresses that the answer may link to, and the sources
 * that it did cite, numbered in the order in which the text first names them.
 */
export class Retrieval implements LinkRules {
  /** What the last search found, best first. */
  found: readonly ScoredPassage[] = [];
  /** How many searches have been made. */
  searches = 0;
  readonly #project: Project;
  readonly #basePath = getConfig().basePath;
  readonly #references: Reference[] = [];
  /** The reference that a link to an address follows; for a whole page, what was found on it first. */
  readonly #referenceAt = new Map<string, Reference>();
  readonly #addresses = new Set<string>();
  readonly #cited: Reference[] = [];
  #announced = 0;
  #markersAlone = false;

  constructor(project: Project) {
    this.#project = project;
  }

  /** Notes what a search found and gives it in the shape of the search endpoint. */
  recordSearch(found: readonly ScoredPassage[]): SearchResult[] {
    this.found = found;
    this.searches += 1;
    for (const hit of found) this.record(placeOf(hit));
    return found.map((hit) => toSearchResult(this.#project, hit));
  }

  /** Notes one passage; the number is what a model cites it by. */
  record(passage: Passage): number {
    const url = this.urlOf(passage);
    this.#allowPassage(passage);
    const clean = this.#relative(url);
    const known = this.#referenceAt.get(clean);
    if (known?.url === url) return known.number;
    const reference = { number: this.#references.length + 1, url, title: titleOf(passage) };
    this.#references.push(reference);
    this.#referenceAt.set(clean, reference);
    const page = clean.split("#")[0] as string;
    if (!this.#referenceAt.has(page)) this.#referenceAt.set(page, reference);
    return reference.number;
  }

  /** The address of a place in the docs. */
  urlOf({ path, anchor }: Pick<Passage, "path" | "anchor">): string {
    return `${this.#project.siteUrl}${this.#basePath}${path}${anchor && `#${anchor}`}`;
  }

  /** The marker that cites a passage, as a model writes it. */
  marker(passage: Passage): string {
    return `[${this.record(passage)}]`;
  }

  /** Whether an address was in what the tools gave. A link that is followed counts as a citation. */
  allows(url: string): boolean {
    const clean = this.#relative(url);
    if (!this.#addresses.has(clean)) return false;
    const reference = this.#referenceAt.get(clean);
    if (reference && !this.#markersAlone) this.#cite(reference);
    return true;
  }

  /** Whether a passage has the number. */
  readonly isSource = (number: number): boolean => number >= 1 && number <= this.#references.length;

  /** A link with the number of the source, for the number that the model knows it by. */
  cite(number: number): string | undefined {
    const reference = this.#references[number - 1];
    return reference && `[${this.#cite(reference)}](${reference.url})`;
  }

  /**
   * Where a link of a page leads, as an absolute address; undefined for one that an answer may not have. Links within the
   * site are the project's own; any other one must be in what the tools gave, word for word.
   */
  urlOfLink(page: Pick<Passage, "path">, link: string): string | undefined {
    if (link.startsWith("#")) return this.urlOf({ path: page.path, anchor: link.slice(1) });
    if (/^\/(?!\/)/.test(link)) return this.urlOf({ path: link, anchor: "" });
    const given = link.startsWith(`${this.#project.siteUrl}/`) || this.#addresses.has(link.replace(/^mailto:/i, ""));
    return given ? link : undefined;
  }

  /** Lets the answer link to these addresses. */
  allow(urls: readonly string[]): void {
    for (const url of urls) this.#addresses.add(this.#relative(url));
  }

  /** Says that markers alone cite: what is linked is a hint, not a source. */
  citeByMarkersAlone(): void {
    this.#markersAlone = true;
  }

  /** Sources that were cited since the last call. */
  takeSources(): Source[] {
    const fresh = this.sources.slice(this.#announced);
    this.#announced += fresh.length;
    return fresh;
  }

  /** Every source that the answer has cited so far. */
  get sources(): Source[] {
    return this.#cited.map(({ url, title }, index) => ({ id: String(index + 1), url, title }));
  }

  #cite(reference: Reference): number {
    const at = this.#cited.indexOf(reference);
    return at >= 0 ? at + 1 : this.#cited.push(reference);
  }

  #allowPassage(passage: Passage): void {
    this.#addresses.add(this.#relative(this.urlOf({ path: passage.path, anchor: "" })));
    this.#addresses.add(this.#relative(this.urlOf(passage)));
    for (const [url] of passage.text.matchAll(ADDRESS)) this.#addresses.add(this.#relative(url.replace(/[?!.,:;*_~'")]+$/, "")));
  }

  /** Absolute and relative addresses of the site are the same; others stay as they are. */
  #relative(url: string): string {
    const { siteUrl } = this.#project;
    return url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  }
}

/** A mail address begins where a run of its letters does: trying every letter of a long word takes seconds. */
const ADDRESS = /(?:https?:\/\/|www\.|mailto:)[^\s<>`"')\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** A found passage as the place of its best section, where results and citations lead. */
export function placeOf({ passage, section: { heading, anchor } }: ScoredPassage): Passage {
  return { ...passage, heading, anchor };
}

/** Page and section, as a reader names a place. */
export function titleOf({ title, heading }: Pick<Passage, "title" | "heading">): string {
  return heading ? `${title} › ${heading.replaceAll(" > ", " › ")}` : title;
}

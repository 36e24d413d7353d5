import { getConfig, type Project } from "../config/config.ts";
import type { Passage } from "../content/model/passage.ts";
import type { SearchResult } from "../search/request.ts";
import { type Hit, toSearchResult } from "../search/results.ts";
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
 * The hits of one answer's tool results: numbers for the model to cite them by, addresses that the answer may link to, and
 * the sources that it did cite, numbered in the order in which the text first names them. Only a hit of a tool's result has
 * a number, so every citation is the url of one.
 */
export class Retrieval implements LinkRules {
  /** All that the last search found, best first; an answer may be made from more than its result lists. */
  found: readonly ScoredPassage[] = [];
  /** The hits of the last search's result. */
  hits: readonly ScoredPassage[] = [];
  /** Number of searches so far. */
  searches = 0;
  readonly #project: Project;
  readonly #basePath = getConfig().basePath;
  readonly #references: Reference[] = [];
  /** The reference that a link to an address follows; for a whole page, what was found on it first. */
  readonly #referenceAt = new Map<string, Reference>();
  readonly #numbers = new Map<string, number>();
  readonly #addresses = new Set<string>();
  readonly #cited: Reference[] = [];
  #announced = 0;
  #markersAlone = false;

  constructor(project: Project) {
    this.#project = project;
  }

  /** Records what a search found, and returns its result: at most `limit` hits, the places that `cite` chooses among them. */
  recordSearch(found: readonly ScoredPassage[], limit: number, cite: Cite = citeNothing): SearchResult[] {
    this.found = found;
    this.searches += 1;
    // What is quoted may link to an address that its text says.
    for (const { passage } of found) this.#allowAddressesIn(passage.text);
    this.hits = toHits(found, cite(found), limit);
    return this.hits.map((hit) => this.#record(hit));
  }

  /** Records a passage of a page that was asked for by its path, and returns it as a hit. */
  recordPassage(passage: Passage): SearchResult {
    this.#allowAddressesIn(passage.text);
    return this.#record({ passage, section: passage, score: 1 });
  }

  #record(hit: Hit): SearchResult {
    const result = toSearchResult(this.#project, hit);
    const { url, metadata } = result;
    if (this.#numbers.has(url)) return result;
    const reference = { number: this.#references.length + 1, url, title: titleOf(metadata) };
    this.#references.push(reference);
    this.#numbers.set(url, reference.number);
    const address = this.#relative(url);
    const page = address.split("#")[0] as string;
    this.#addresses.add(address).add(page);
    this.#referenceAt.set(address, reference);
    if (!this.#referenceAt.has(page)) this.#referenceAt.set(page, reference);
    return result;
  }

  /** The address of a place in the docs. */
  urlOf({ path, anchor }: Pick<Passage, "path" | "anchor">): string {
    return `${this.#project.siteUrl}${this.#basePath}${path}${anchor && `#${anchor}`}`;
  }

  /** The marker that cites a hit, as a model writes it. @throws Error for a place that no tool's result lists. */
  marker(place: Pick<Passage, "path" | "anchor">): string {
    const number = this.#numbers.get(this.urlOf(place));
    if (number === undefined) throw new Error(`${this.urlOf(place)} is cited, and no tool's result lists it.`);
    return `[${number}]`;
  }

  /** Returns true for an address that was in a result of the tools. */
  allows(url: string): boolean {
    return this.#addresses.has(this.#relative(url));
  }

  /** Counts a link to a hit, or to the page of one, as its citation. */
  follow(url: string): void {
    const reference = this.#referenceAt.get(this.#relative(url));
    if (reference && !this.#markersAlone) this.#cite(reference);
  }

  /** Writes a piece of text; where it gives none, what it cited is not counted. */
  attempt(write: () => string | undefined): string | undefined {
    const before = this.#cited.length;
    const text = write();
    if (text === undefined) this.#cited.length = before;
    return text;
  }

  /** Returns true for the number of a passage. */
  readonly isSource = (number: number): boolean => number >= 1 && number <= this.#references.length;

  /** A link with the number of the source, for the number that the model knows it by. */
  cite(number: number): string | undefined {
    const reference = this.#references[number - 1];
    return reference && `[${this.#cite(reference)}](${reference.url})`;
  }

  /**
   * Returns the absolute address of a page's link; undefined for one that an answer may not have. Links within the
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

  #allowAddressesIn(text: string): void {
    for (const [url] of text.matchAll(ADDRESS)) this.#addresses.add(this.#relative(url.replace(/[?!.,:;*_~'")]+$/, "")));
  }

  /** Absolute and relative addresses of the site are the same; others stay as they are. */
  #relative(url: string): string {
    const { siteUrl } = this.#project;
    return url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  }
}

/** A mail address begins where a run of its letters does: trying every letter of a long word takes seconds. */
const ADDRESS = /(?:https?:\/\/|www\.|mailto:)[^\s<>`"')\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** The places that an answer will cite, each with the passage and the section that hold it; at most as many as the result lists. */
export type Cite = (found: readonly ScoredPassage[]) => readonly ScoredPassage[];

/** The choice of those who write from the result itself. */
export const citeNothing: Cite = () => [];

/** The best of what was found, in its order, with every cited place instead of the section that the search chose. */
function toHits(found: readonly ScoredPassage[], cited: readonly ScoredPassage[], limit: number): ScoredPassage[] {
  const citedIds = new Set(cited.map(({ passage }) => passage.id));
  const others = found.filter(({ passage }) => !citedIds.has(passage.id)).slice(0, limit - cited.length);
  const placeOf = ({ passage: { id, path } }: ScoredPassage) => {
    const own = found.findIndex(({ passage }) => passage.id === id);
    return own >= 0 ? own : found.findIndex(({ passage }) => passage.path === path);
  };
  return [...cited, ...others].toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** Returns a found passage as the place of its best section, where results and citations lead. */
export function placeOf({ passage, section: { heading, anchor } }: ScoredPassage): Passage {
  return { ...passage, heading, anchor };
}

/** Returns page and section, as a reader names a place. */
export function titleOf({ title, heading }: Pick<Passage, "title" | "heading">): string {
  return heading ? `${title} › ${heading.replaceAll(" > ", " › ")}` : title;
}

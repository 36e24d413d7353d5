import { getConfig, type Project } from "../../config/config.ts";
import type { Passage } from "../../content/model/passage.ts";
import { pagesByPath, type Site } from "../../content/site/site.ts";
import { type ResultHit, type SearchResult, toSearchResult } from "../../search/request.ts";
import type { ScoredPassage } from "../../search/search.ts";
import type { Ask, Turn } from "../wire/conversation.ts";
import type { LinkRules } from "./link-filter-inline.ts";

/** A place in the docs that an answer cites. */
export interface CitedSource {
  /** The number that the text shows. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
}

interface Reference {
  /** The number that the model knows it by. */
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly place: Pick<Passage, "path" | "anchor">;
}

/** A number with a place as an earlier answer shows it. Beyond three digits nothing is a citation, so counting begins again. */
const SHOWN = /\[(\d{1,3})\]\(([^()\s]{1,2000})\)/g;
const MAX_NUMBER = 900;

/** The site and the question that the tools of one answer read. */
export interface ToolScope {
  readonly site: Site;
  readonly retrieval: Retrieval;
  readonly ask: Pick<Ask, "question" | "history" | "retrievalPageSize" | "filter">;
}

/**
 * The hits of one answer's tool results: numbers for the model to cite them by, addresses that the answer may link to, and
 * the sources that it did cite, numbered in the order in which the text first names them. Numbers go on from those of the thread's
 * earlier answers, and a place that was cited keeps its number. Only a hit of a tool's result has a number, so every citation is the
 * url of one.
 */
export class Retrieval implements LinkRules {
  /** All that the last search found, best first; an answer may be made from more than its result lists. */
  found: readonly ScoredPassage[] = [];
  /** The hits of the last search's result. */
  hits: readonly ScoredPassage[] = [];
  /** True where the text says that it may not answer. */
  isDoubted = false;
  /** Number of searches so far. */
  searches = 0;
  readonly #project: Project;
  readonly #basePath = getConfig().basePath;
  readonly #references = new Map<number, Reference>();
  /** The reference that a link to an address follows; for a whole page, what was found on it first. */
  readonly #referenceAt = new Map<string, Reference>();
  readonly #numbers = new Map<string, number>();
  readonly #addresses = new Set<string>();
  /** Texts whose addresses count too: they are read when one is asked for that is not known. */
  readonly #unread: string[] = [];
  readonly #cited: { readonly reference: Reference; readonly shown: number }[] = [];
  /** Numbers of the thread's earlier answers, by address. */
  readonly #earlier = new Map<string, number>();
  /** Passages whose whole text the model has read. */
  readonly #given = new Set<string>();
  #lastNumber = 0;
  #lastShown = 0;
  #announced = 0;
  #markersAlone = false;

  readonly #agedDay: (path: string) => string | undefined;
  readonly #version: string | null;

  /**
   * @param agedDay gives the day of the last change of a page that is so old that a reader has to know.
   * @param version that the reader asks about; the default one where the question names none.
   */
  constructor(
    project: Project,
    history: readonly Turn[] = [],
    agedDay: (path: string) => string | undefined = () => undefined,
    version: string | null = project.defaultVersion,
  ) {
    this.#project = project;
    this.#agedDay = agedDay;
    this.#version = version;
    for (const { role, text } of history)
      for (const [, number, url] of role === "assistant" ? text.matchAll(SHOWN) : [])
        if (Number(number) <= MAX_NUMBER && url) this.#earlier.set(url, Number(number));
    this.#lastNumber = Math.max(0, ...this.#earlier.values());
    this.#lastShown = this.#lastNumber;
  }

  /** Returns true for a passage that the model has read whole. */
  isGiven({ id }: Pick<Passage, "id">): boolean {
    return this.#given.has(id);
  }

  /** Notes that the model has read a passage whole. */
  give(id: string): void {
    this.#given.add(id);
  }

  /** Records what a search found, and returns its result: at most `limit` hits, the places that `cite` chooses among them. */
  recordSearch(found: readonly ScoredPassage[], limit: number, cite: Cite = citeNothing): SearchResult[] {
    this.found = found;
    this.searches += 1;
    // What is quoted may link to an address that its text says.
    this.#unread.push(...found.map(({ passage }) => passage.text));
    this.hits = toHits(found, cite(found), limit);
    return this.hits.map((hit) => this.#record(hit));
  }

  /** Records a passage of a page that was asked for by its path, and returns it as a hit. */
  recordPassage(passage: Passage): SearchResult {
    this.#unread.push(passage.text);
    return this.#record({ passage, section: passage, score: 1 });
  }

  #record(hit: ResultHit): SearchResult {
    const result = toSearchResult(this.#project, hit);
    const { url, metadata } = result;
    if (this.#numbers.has(url)) return result;
    const number = this.#earlier.get(url) ?? this.#nextNumber();
    const { path } = hit.passage;
    const title = this.nameOf({ ...metadata, path });
    const reference = { number, url, title, place: { path, anchor: hit.section.anchor } };
    this.#references.set(number, reference);
    this.#numbers.set(url, reference.number);
    const address = this.#relative(url);
    const page = address.split("#")[0] as string;
    this.#addresses.add(address).add(page);
    this.#referenceAt.set(address, reference);
    if (!this.#referenceAt.has(page)) this.#referenceAt.set(page, reference);
    return result;
  }

  #nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** The address of a place in the docs. */
  urlOf({ path, anchor }: Pick<Passage, "path" | "anchor">): string {
    return `${this.#project.siteUrl}${this.#basePath}${path}${anchor && `#${anchor}`}`;
  }

  /** Returns the day of the last change of an old page. */
  agedDay({ path }: Pick<Passage, "path">): string | undefined {
    return this.#agedDay(path);
  }

  /** Returns page and section, with its version where it is of another one, and of an old page the day of its last change. */
  nameOf(place: Pick<Passage, "title" | "heading" | "path" | "version">): string {
    const { id, label } = this.#project.versions.find(({ id }) => id === place.version) ?? {};
    const notes = [id === this.#version ? undefined : label, this.#agedDay(place.path)].filter((note) => note !== undefined);
    return notes.length === 0 ? titleOf(place) : `${titleOf(place)} (${notes.join(", ")})`;
  }

  /** The marker that cites a hit, as a model writes it. @throws Error for a place that no tool's result lists. */
  marker(place: Pick<Passage, "path" | "anchor">): string {
    const number = this.#numbers.get(this.urlOf(place));
    if (number === undefined) throw new Error(`${this.urlOf(place)} is cited, and no tool's result lists it.`);
    return `[${number}]`;
  }

  /** Returns true for an address that was in a result of the tools. */
  allows(url: string): boolean {
    return this.#isKnown(this.#relative(url));
  }

  /** Counts a link to a hit, or to the page of one, as its citation. */
  follow(url: string): void {
    const reference = this.#referenceAt.get(this.#relative(url));
    if (reference && !this.#markersAlone) this.#cite(reference);
  }

  /** Writes a piece of text; where it gives none, what it cited is not counted. */
  attempt(write: () => string | undefined): string | undefined {
    const before = [this.#cited.length, this.#lastShown] as const;
    const text = write();
    if (text === undefined) [this.#cited.length, this.#lastShown] = before;
    return text;
  }

  /** Returns true for the number of a passage. */
  readonly isSource = (number: number): boolean => this.#references.has(number);

  /** A link with the number of the source, for the number that the model knows it by; nothing for one that it made up. */
  cite(number: number): string | undefined {
    const reference = this.#references.get(number);
    if (reference) return `[${this.#cite(reference)}](${reference.url})`;
    return number > 0 && this.searches > 0 ? "" : undefined;
  }

  /**
   * Returns the absolute address of a page's link; undefined for one that an answer may not have. Links within the
   * site are the project's own; any other one must be in what the tools gave, word for word.
   */
  urlOfLink(page: Pick<Passage, "path">, link: string): string | undefined {
    if (link.startsWith("#")) return this.urlOf({ path: page.path, anchor: link.slice(1) });
    if (/^\/(?!\/)/.test(link)) return this.urlOf({ path: link, anchor: "" });
    const given = link.startsWith(`${this.#project.siteUrl}/`) || this.#isKnown(link.replace(/^mailto:/i, ""));
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
  takeSources(): CitedSource[] {
    const fresh = this.sources.slice(this.#announced);
    this.#announced += fresh.length;
    return fresh;
  }

  /** Every source that the answer has cited so far. */
  get sources(): CitedSource[] {
    return this.#cited.map(({ reference: { url, title }, shown }) => ({ id: String(shown), url, title }));
  }

  /** The places of all sources that the answer has cited so far. */
  get citedPlaces(): Pick<Passage, "path" | "anchor">[] {
    return this.#cited.map(({ reference: { place } }) => place);
  }

  #cite(reference: Reference): number {
    const cited = this.#cited.find((each) => each.reference === reference);
    if (cited) return cited.shown;
    const shown = this.#earlier.get(reference.url) ?? this.#lastShown + 1;
    this.#lastShown = Math.max(shown, this.#lastShown);
    this.#cited.push({ reference, shown });
    return shown;
  }

  #isKnown(address: string): boolean {
    if (this.#addresses.has(address)) return true;
    for (const text of this.#unread.splice(0))
      for (const [url] of text.matchAll(ADDRESS)) this.#addresses.add(this.#relative(url.replace(/[?!.,:;*_~'")]+$/, "")));
    return this.#addresses.has(address);
  }

  /** Absolute and relative addresses of the site are the same; others stay as they are. */
  #relative(url: string): string {
    const { siteUrl } = this.#project;
    return url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  }
}

/** An email address begins at the start of a run of its characters: trying every character of a long word takes seconds. */
const ADDRESS = /(?:https?:\/\/|www\.|mailto:)[^\s<>`"')\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** The places that an answer will cite, each with the passage and the section that hold it; at most as many as the result lists. */
export type Cite = (found: readonly ScoredPassage[]) => readonly ScoredPassage[];

/** The choice of those who write from the result itself. */
export const citeNothing: Cite = () => [];

/** Returns the best of what was found, in order, with every cited place instead of the section that the search chose. */
function toHits(found: readonly ScoredPassage[], cited: readonly ScoredPassage[], limit: number): ScoredPassage[] {
  const citedIds = new Set(cited.map(({ passage }) => passage.id));
  const others = found.filter(({ passage }) => !citedIds.has(passage.id)).slice(0, limit - cited.length);
  const placeOf = ({ passage: { id, path } }: ScoredPassage) => {
    const own = found.findIndex(({ passage }) => passage.id === id);
    return own >= 0 ? own : found.findIndex(({ passage }) => passage.path === path);
  };
  return [...cited, ...others].toSorted((left, right) => placeOf(left) - placeOf(right));
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Returns a function that gives the day of the last change of a page, such as `2024-03-01`, where that is more than a year ago. */
export function agedDays(site: Site, now = Date.now()): (path: string) => string | undefined {
  return (path) => {
    const changed = pagesByPath(site).get(path)?.lastModified;
    return changed && now - Date.parse(changed) > YEAR_MS ? changed.slice(0, 10) : undefined;
  };
}

/** Returns a found passage as the place of its best section, where results and citations lead. */
export function placeOf({ passage, section: { heading, anchor } }: ScoredPassage): Passage {
  return { ...passage, heading, anchor };
}

/** Returns page and section, as a reader names a place. */
export function titleOf({ title, heading }: Pick<Passage, "title" | "heading">): string {
  return heading ? `${title} › ${heading.replaceAll(" > ", " › ")}` : title;
}

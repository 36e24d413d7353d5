/*
 * Ranking: puts the passages that the retrievers found into one order.
 * Scores by passage and page come in; passages come out, best first.
 * Start at `fuseRetrieved` and `select`. `rerank.ts` looks at the best ones again, headings and records raise and lower pages.
 */

import { lastHeading, type Passage } from "../../content/model/passage.ts";
import { type Analyzer, fold } from "../analyze/analyze.ts";
import type { Corpus } from "../corpus.ts";
import { listSections } from "./section.ts";

/** Scores by one retriever, by item number; 0 where it found nothing. */
interface WeightedScores {
  readonly scores: Float32Array;
  readonly weight: number;
}

/** Scores of the retrievers by passage, and of the keyword index of whole pages by page. */
export interface Retrieved {
  readonly keyword: Float32Array;
  readonly keywordPages: Float32Array;
  /** Undefined where no dense retriever is used. */
  readonly dense: WeightedScores | undefined;
}

/** One score for each passage and for each page. */
interface Fused {
  readonly passages: Float32Array;
  readonly pages: Float32Array;
}

/** Weight of the index of whole pages beside that of passages. */
const PAGE_SHARE = 0.4;

/**
 * Fuses what the retrievers found: scores of each kind are divided by their own best and weighted, so that no scale matters; what is
 * negative counts as nothing. Measured against reciprocal rank fusion: never worse, and it keeps how far apart the scores are. A page
 * has its best passage's score. Measured: adding the second and third best ranks pages worse.
 */
export function fuseRetrieved({ keyword, keywordPages, dense }: Retrieved, { pageOf, membersOf }: Corpus): Fused {
  const passages = new Float32Array(pageOf.length);
  const [pages, densePages] = [new Float32Array(membersOf.length), new Float32Array(membersOf.length)];
  const [byKeyword, byDense] = [share(keyword), dense ? share(dense.scores, dense.weight) : 0];
  for (let i = 0; i < passages.length; i += 1) {
    const page = pageOf[i] as number;
    const found = keyword[i] as number;
    const near = dense ? Math.max(dense.scores[i] as number, 0) : 0;
    passages[i] = Math.fround(found * byKeyword) + near * byDense;
    if (found > (pages[page] as number)) pages[page] = found;
    if (near > (densePages[page] as number)) densePages[page] = near;
  }
  const [byPassages, byPages] = [share(pages, 1 - PAGE_SHARE), share(keywordPages, PAGE_SHARE)];
  for (let page = 0; page < pages.length; page += 1)
    pages[page] = Math.fround((pages[page] as number) * byPassages) + (keywordPages[page] as number) * byPages;
  const byBoth = share(pages);
  for (let page = 0; page < pages.length; page += 1)
    pages[page] = Math.fround((pages[page] as number) * byBoth) + (densePages[page] as number) * byDense;
  return { passages, pages };
}

/** Returns the factor that scales the best of scores to the weight. */
function share(scores: Float32Array, weight = 1): number {
  return weight / Math.max(highest(scores), Number.EPSILON);
}

/** Multiplies each page's score by its share. */
export function weighPages({ passages, pages }: Fused, shareOf: (page: number) => number): Fused {
  return { passages, pages: pages.map((score, page) => score * shareOf(page)) };
}

/** Returns the largest value of a part, or 0 when none is above it. */
export function highest(scores: Float32Array, from = 0, to = scores.length): number {
  let best = 0;
  for (let i = from; i < to; i += 1) if ((scores[i] as number) > best) best = scores[i] as number;
  return best;
}

/** Numbers of the items with the highest scores above 0, best first; equal ones in the order of their numbers. For small limits. */
export function topItems(scores: Float32Array, limit: number): number[] {
  const top: number[] = [];
  let lowest = 0;
  for (let item = 0; item < scores.length; item += 1) {
    const score = scores[item] as number;
    if (score <= lowest) continue;
    let place = Math.min(top.length, limit - 1);
    for (; place > 0 && (scores[top[place - 1] as number] as number) < score; place -= 1) top[place] = top[place - 1] as number;
    top[place] = item;
    if (top.length === limit) lowest = scores[top[limit - 1] as number] as number;
  }
  return top;
}

/** A passage, by its number, with its place in the ranking: the higher, the better. */
export interface Candidate {
  readonly passage: number;
  readonly rank: number;
}

interface Selection {
  readonly isFound: (passage: number) => boolean;
  readonly limit: number;
  /** The most passages of one page. */
  readonly perPage: number;
}

/** Each further passage of a page ranks a little lower, so that other pages come in between. */
const NEXT_OF_PAGE = 0.93;
/** Pages taken into account beyond the limit, for those of which no passage is found. */
const SPARE_PAGES = 50;

/** Selects the best found passages of the best pages in one order: the best one of a page has the rank of the page. */
export function select({ pages, passages }: Fused, { membersOf }: Corpus, { isFound, limit, perPage }: Selection): Candidate[] {
  const scoreOf = (passage: number) => passages[passage] as number;
  const candidates = topItems(pages, limit + SPARE_PAGES).flatMap((page) => {
    const found = (membersOf[page] as readonly number[])
      .filter((passage) => scoreOf(passage) > 0 && isFound(passage))
      .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
      .slice(0, perPage);
    const factor = (pages[page] as number) / scoreOf(found[0] ?? 0);
    return found.map((passage, order) => ({ passage, rank: factor * scoreOf(passage) * NEXT_OF_PAGE ** order }));
  });
  return candidates.sort((a, b) => b.rank - a.rank || a.passage - b.passage).slice(0, limit);
}

/** Passages that gain by what they hold. */
export interface Gain {
  /** As a share of the best score. */
  readonly gain: number;
  readonly passages: readonly number[];
}

/** Raises passages by their gains, and their pages. */
export function addGains({ passages, pages }: Fused, gains: readonly Gain[], { pageOf }: Corpus): Fused {
  if (gains.length === 0) return { passages, pages };
  const raised = { passages: passages.slice(), pages: pages.slice() };
  const [ofPassages, ofPages] = [highest(passages), highest(pages)];
  for (const { gain, passages: gaining } of gains) {
    for (const passage of gaining) raised.passages[passage] = (raised.passages[passage] as number) + gain * ofPassages;
    for (const page of new Set(gaining.map((passage) => pageOf[passage] as number)))
      raised.pages[page] = (raised.pages[page] as number) + gain * ofPages;
  }
  return raised;
}

/** The sections of a corpus by their headings, and its pages by their titles, for readers who type one whole. */
export interface Headings {
  /**
   * Returns the passages whose section has a query as its heading, each with that section's anchor, and the first passage of a page
   * with that title or of an operation with that name; none where it tells no place.
   */
  find(query: string): ReadonlyMap<number, string>;
  /** Returns the gains of pages whose title begins with a query that is still being typed: the more of the title it is, the more. */
  beginWith(query: string): Gain[];
}

/** A heading of more pages than this tells none of them. */
const MAX_PAGES = 3;
/** Two words, written together or not, or four characters of a script without spaces: a shorter heading is a word of many pages. */
const SAYS_ENOUGH =
  /[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{4}/u;

/** Fewer letters begin titles by chance. */
const MIN_BEGINNING = 3;

/** Files the titles of pages, and the headings that say enough, by their letters and, for those typed in another form, by their stems. */
export function createHeadings(corpus: Corpus, analyzer: Pick<Analyzer, "tokens">): Headings {
  const byLetters = fileHeadings(corpus, toKey);
  const toStems = (text: string) =>
    analyzer
      .tokens(text)
      .flatMap(({ term, joined }) => (joined ? [] : [term]))
      .join("");
  const byStems = fileHeadings(corpus, toStems);
  const titles = corpus.membersOf.map(([first = 0]) => ({ key: toKey(corpus.passages[first]?.title ?? ""), first }));
  return {
    find: (query) => byLetters.get(toKey(query)) ?? byStems.get(toStems(query)) ?? new Map(),
    beginWith: (query) => {
      const key = toKey(query);
      if (key.length < MIN_BEGINNING) return [];
      const begun = titles.filter((title) => title.key.startsWith(key));
      return begun.map((title) => ({ gain: key.length / title.key.length, passages: [title.first] }));
    },
  };
}

/** Returns the places of each title and heading by their key. A heading that is a page's title means that page. */
function fileHeadings(
  { passages, membersOf, pageOf }: Corpus,
  keyOf: (text: string) => string,
): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const places = new Map<string, Map<number, string>>();
  const fileKey = (key: string, number: number, anchor: string) =>
    places.set(key, (places.get(key) ?? new Map<number, string>()).set(number, anchor));
  const titles = new Set<string>();
  const short = new Set<string>();
  for (const [first] of membersOf) {
    const passage = first === undefined ? undefined : passages[first];
    if (first === undefined || !passage) continue;
    const key = keyOf(passage.title);
    titles.add(key);
    if (!SAYS_ENOUGH.test(passage.title)) short.add(key);
    const anchor = listSections(passage)[0]?.anchor ?? "";
    fileKey(key, first, anchor);
    for (const name of passage.names ?? []) fileKey(keyOf(name), first, anchor);
  }
  const seen = new Set<string>();
  for (const [number, passage] of passages.entries())
    for (const { heading, anchor } of listSections(passage)) {
      const place = `${passage.path}#${anchor}`;
      if (!anchor || seen.has(place)) continue;
      seen.add(place);
      const text = lastHeading(heading);
      if (!SAYS_ENOUGH.test(text)) continue;
      const key = keyOf(text);
      if (!titles.has(key)) fileKey(key, number, anchor);
    }
  const pagesOf = (found: ReadonlyMap<number, string>) => new Set([...found.keys()].map((number) => pageOf[number])).size;
  // Of titles of one word only those of one page tell it.
  return new Map([...places].filter(([key, found]) => key !== "" && pagesOf(found) <= (short.has(key) ? 1 : MAX_PAGES)));
}

/** Raises the passages of a heading or title that was typed, and their pages, above all others. */
export function raise({ passages, pages }: Fused, found: ReadonlyMap<number, string | null>, { pageOf }: Corpus): Fused {
  if (found.size === 0) return { passages, pages };
  const raised = { passages: passages.slice(), pages: pages.slice() };
  for (const number of found.keys()) raised.passages[number] = (passages[number] as number) + highest(passages);
  for (const page of new Set([...found.keys()].map((number) => pageOf[number] as number)))
    raised.pages[page] = (pages[page] as number) + highest(pages);
  return raised;
}

/** Letters and digits of a heading or a query, however its words are joined, and the symbols of C++ and C#. */
function toKey(text: string): string {
  return (
    fold(text)
      .match(/[\p{L}\p{N}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu)
      ?.join("") ?? ""
  );
}

/**
 * Pages that record what was proposed or released, and do not say how it is now: they share the words of the pages that do. Each is
 * recognised by its shape, not by a list of names: proposals are numbered files of one folder, a change log has versions or dates as headings.
 */
export interface Records {
  /** 1 for each page that is one, by the page's number. */
  readonly isRecord: Uint8Array;
  /** Terms that name them: those of their folders, files and titles that are shared, such as "changelog". */
  readonly names: ReadonlySet<string>;
}

/** The weight of a record's rank beside another page's. */
const RECORD_SHARE = 0.6;
/** A folder with fewer numbered pages is not a series of proposals. */
const MIN_PROPOSALS = 5;
/** Fewest releases of a change log, and the least share of its headings that names one. */
const MIN_RELEASES = 3;
const RELEASES_SHARE = 0.3;
/** Such as "0042-retries", not "01-install", which is a place in an order, nor "2026-07-28", which is a version. */
const NUMBERED = /^\d{3,}[-_.]+\p{L}/u;
const RELEASE =
  /^\W*(?:v(?:ersion)?\s?)?\d+\.\d+|\b(?:19|20)\d\d-\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d\b/i;
/** Words that ask for what was proposed or released, whatever a site calls it. */
const ASKED_FOR = ["changelog", "changed", "release", "released", "proposal", "proposed", "history"];
/** "What's new" and "what is new" ask for releases; what else is new does not: "create a new project". */
const WHAT_IS_NEW = /\bwhat(?:['’]?s| is| are the)? new\b/i;

/** Finds the records among the pages of a site. */
export function findRecords({ passages, membersOf }: Corpus, { terms }: Pick<Analyzer, "terms">): Records {
  const isRecord = new Uint8Array(membersOf.length);
  const names = new Set(terms(ASKED_FOR.join(" ")));
  const pages = membersOf.map((members, page) => ({
    page,
    path: passages[members[0] as number]?.path ?? "",
    headings: members.flatMap((passage) => headingsOf(passages[passage] as Passage)),
  }));
  for (const [folder, siblings] of Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/")))) {
    const numbered = siblings.filter(({ path }) => NUMBERED.test(path.slice(folder.length + 1)));
    if (numbered.length < Math.max(MIN_PROPOSALS, siblings.length / 2)) continue;
    for (const { page } of numbered) isRecord[page] = 1;
    for (const term of terms(folder.slice(folder.lastIndexOf("/") + 1))) names.add(term);
  }
  for (const { page, headings } of pages) {
    const releases = new Set(headings.filter((heading) => RELEASE.test(heading)));
    if (releases.size >= MIN_RELEASES && releases.size >= RELEASES_SHARE * new Set(headings).size) isRecord[page] = 1;
  }
  return { isRecord, names };
}

/** Weighs the ranks of records down, unless a term of the query names what they are or the question asks what is new. */
export function recordShare({ isRecord, names }: Records, query: readonly string[], question: string): (page: number) => number {
  const isAsked = query.some((term) => names.has(term)) || WHAT_IS_NEW.test(question);
  return (page) => (!isAsked && isRecord[page] === 1 ? RECORD_SHARE : 1);
}

function headingsOf({ heading, blocks }: Passage): string[] {
  const inside = blocks.flatMap((block) => (block.kind === "label" && block.anchor ? [block.heading ?? block.text] : []));
  return [heading, ...inside].flatMap((each) => each.split(" > ")).filter(Boolean);
}

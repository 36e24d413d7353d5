import { lastHeading } from "../../content/model/passage.ts";
import type { Analyzer } from "../../search/analyze/analyze.ts";
import type { ScoredPassage } from "../../search/search.ts";
import type { Quotable, QuotePiece } from "./quote.ts";
import { announces, firstSentences } from "./sentences.ts";

/** A page that was found, with what it may be quoted by. */
export interface QuotablePage {
  /** Its best passages, best first. */
  readonly hits: readonly [ScoredPassage, ...ScoredPassage[]];
  readonly pieces: readonly QuotePiece[];
  /** Returns which of some terms the text of each piece has, as places in their list; undefined for a piece that has none. */
  readonly placesIn: (terms: readonly string[]) => readonly (readonly number[] | undefined)[];
}

/** A run of pieces of one page. */
export interface Window extends Quotable {
  readonly page: QuotablePage;
  /** Share of the question that it and its headings hold. */
  readonly coverage: number;
  /** Its fit to the question; a higher one is better. */
  readonly score: number;
}

/**
 * Weights beside that of the page's place in the search, which is 1: the share of the question in the window and its headings, the
 * same on average over its pieces, how well its first heading fits, and that it begins a section. Learned by a softmax over the windows of 299 questions of seven sites, and rounded:
 * internal/bench/results/answers.md has the figures, also of eleven others.
 */
const COVERAGE_SHARE = 1;
const DENSITY_SHARE = 0.45;
const HEADING_SHARE = 0.6;
const BEGINNING_SHARE = 0.2;
/** The most pieces of a window: pieces of single letters would make hundreds. */
const MOST_IN_WINDOW = 40;
/** Characters of the rest of a list, table, code or steps that a window begins or announces: they are added beyond the room. */
const MOST_REST = 500;
/** Characters of the end of a section that are added beyond the room: what is left out there is often the one sentence that answers. */
const MOST_END = 300;
/** More than what rounding adds to a score. */
const ROUNDING = 1e-9;

/**
 * Gives the best run of pieces that has about that many characters; at each further call the best of what is left that begins
 * in another section. A run is rated where it may be the best one, once for each length, and again where a chosen one took part of it.
 */
export function createWindows(pages: readonly RatedPage[]): (room: number) => Window | undefined {
  const used = new Set<RatedPiece>();
  const places = new Set<string>();
  const ratedByRoom = new Map<number, Map<RatedPiece, Run>>();
  return (room) => {
    const rated = ratedByRoom.get(room) ?? new Map<RatedPiece, Run>();
    ratedByRoom.set(room, rated);
    const isOpen = (piece: RatedPiece) => !places.has(piece.place) && !used.has(piece);
    let best: Run | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const page of pages)
      for (const [from, piece] of page.pieces.entries()) {
        if (highestScore(page, piece) < most || !isOpen(piece)) continue;
        const run = rated.get(piece) ?? { page, from, room, ...rateWindow(page, { from, room, used }) };
        rated.set(piece, run);
        if (run.score > most) [best, most] = [run, run.score];
      }
    if (!best) return undefined;
    const { page, from, coverage, score } = best;
    const { to, ...quotable } = toEnd(best, used);
    for (const piece of page.pieces.slice(from, to)) used.add(piece);
    places.add((page.pieces[from] as RatedPiece).place);
    for (const runs of ratedByRoom.values())
      for (const [piece, run] of runs) if (run.page === page && run.to > from && run.from < to) runs.delete(piece);
    return { page: page.page, ...quotable, coverage, score };
  };
}

/** Returns a score that no run from a piece on exceeds. */
function highestScore(page: RatedPage, piece: RatedPiece): number {
  return scoreOf(page, piece, { coverage: page.mostCoverage, density: page.mostCoverage }) + ROUNDING;
}

/** A window that could be chosen: the pieces of a page from one to before another. */
interface Run extends Rating {
  readonly page: RatedPage;
  readonly from: number;
  readonly room: number;
}

/** The end of a run: the pieces to quote of it, of which the last may be cut, and the place behind them. */
interface End extends Quotable {
  readonly to: number;
}

/**
 * Ends a run where it says what it began: with the rest of the list, table, code or steps, with what it announces, since half of it
 * misleads, and with its section where little of that is left; else with the sentences of the next paragraph that fit.
 */
function toEnd(run: Run, used: ReadonlySet<RatedPiece>): End {
  const { pieces } = run.page;
  const nextTo = (to: number) => {
    const next = pieces[to];
    return next && !used.has(next) && next.place === pieces[to - 1]?.place ? next.piece : undefined;
  };
  const pieceTo = (to: number) => (pieces[to - 1] as RatedPiece).piece;
  const take = (upTo: number, more: readonly QuotePiece[] = [], isCut = false): End => {
    const whole = pieces.slice(run.from, upTo).map(({ piece }) => piece);
    return { to: upTo + more.length, pieces: [...whole, ...more], isCut };
  };
  let to = restTo(run, nextTo);
  const end = sectionEnd(to, nextTo);
  if (end !== undefined) return take(end);
  if (isUnsaid(pieceTo(to), nextTo(to))) {
    const announced = nextTo(to) as QuotePiece;
    const part = cutTo(announced, MOST_REST);
    if (part) return take(to, [part]);
    // Without room for what it announces, it ends before that; of an announcement alone nothing would be left.
    if (to - 1 === run.from) return take(to, [announced], nextTo(to + 1)?.block === announced.block);
    while (to - 1 > run.from && isUnsaid(pieceTo(to), nextTo(to))) to -= 1;
  }
  const next = nextTo(to);
  const length = pieces.slice(run.from, to).reduce((sum, { piece }) => sum + piece.text.length, 0);
  const part = next && cutTo(next, to < run.to ? Number.POSITIVE_INFINITY : run.room - length);
  return part ? take(to, [part]) : take(to, [], next && next.kind !== "code" && isRest(pieceTo(to), next));
}

/** Returns the piece of the same section at that place, unless a quote has it. */
type NextTo = (to: number) => QuotePiece | undefined;

/** Returns the place behind the section, where at most MOST_END characters of it are left; else undefined. */
function sectionEnd(from: number, nextTo: NextTo): number | undefined {
  let [to, length] = [from, 0];
  for (let next = nextTo(to); next; next = nextTo(to)) {
    length += next.text.length;
    if (length > MOST_END) return undefined;
    to += 1;
  }
  return to;
}

/** Returns the place behind the rest of what a run began or announces, as far as that has at most MOST_REST characters. */
function restTo({ page: { pieces }, to: end }: Run, nextTo: NextTo): number {
  let [to, length] = [end, 0];
  for (let next = nextTo(to); next; next = nextTo(to)) {
    const { piece } = pieces[to - 1] as RatedPiece;
    length += next.text.length;
    if (length > MOST_REST || !(isRest(piece, next) || isAnnounced(piece, next))) break;
    to += 1;
  }
  return to;
}

/** Returns true for the next part of the same list, table or code, and for the next step. */
function isRest(piece: QuotePiece, next: QuotePiece): boolean {
  return next.block === piece.block || (piece.kind === "step" && next.kind === "step");
}

/** Returns true for what says too little without the piece before it: what that announces, and all code. */
function isAnnounced(piece: QuotePiece, next: QuotePiece): boolean {
  return next.kind === "code" || isUnsaid(piece, next);
}

/** Returns true for a piece that announces the one after it: a label, and words such as "as follows". */
function isUnsaid({ kind, block, markdown, passage }: QuotePiece, next: QuotePiece | undefined): boolean {
  if (!next || next.block === block || kind === "code" || kind === "table") return false;
  return kind === "label" || announces(markdown, passage.language);
}

/** Returns the first sentences of a paragraph that have at most that many characters, with the mark of what is cut; undefined without one. */
function cutTo(piece: QuotePiece, room: number): QuotePiece | undefined {
  if (piece.kind !== "paragraph") return undefined;
  const markdown = firstSentences(piece.markdown, Math.min(room, piece.text.length - 1), piece.passage.language);
  if (markdown === "" || announces(markdown, piece.passage.language)) return undefined;
  return { ...piece, markdown: `${markdown} …`, text: markdown };
}

interface RatedPiece {
  readonly piece: QuotePiece;
  /** The section that it is in. */
  readonly place: string;
  /** Strength of each word of the question in it or in its heading. */
  readonly strengths: readonly number[];
  readonly coverage: number;
  /** Fit of its heading with the question. */
  readonly fit: number;
}

/** A page with what each of its pieces has of the question. */
export interface RatedPage {
  readonly page: QuotablePage;
  readonly shares: readonly number[];
  readonly pieces: readonly RatedPiece[];
  /** Share of the question that all of its pieces hold together. */
  readonly mostCoverage: number;
}

/** Rates the pieces of a page by the words that its best passage was found by, and by the code of the question, letter by letter. */
export function ratePage(page: QuotablePage, analyzer: Analyzer, codes: readonly string[] = []): RatedPage {
  const [{ termMatches, passage }] = page.hits;
  const asked = [...askedTerms(termMatches)];
  const placeOf = new Map(asked.map((term, place) => [term, place]));
  const strengthsOfWords = createStrengths(termMatches, placeOf);
  const addCodes = (ofWords: readonly number[], text: string) => {
    if (codes.length === 0) return ofWords;
    const letters = text.toLowerCase();
    return [...ofWords, ...codes.map((code) => (letters.includes(code) ? 1 : 0))];
  };
  const strengthsIn = (text: string, terms = analyzer.terms(text)) =>
    addCodes(strengthsOfWords(terms.flatMap((term) => placeOf.get(term) ?? [])), text);
  // Code counts as much as the rarest word.
  const rarest = Math.max(0, ...termMatches.map(({ share }) => share));
  const parts = [...termMatches.map(({ share }) => share), ...codes.map(() => rarest)];
  const total = parts.reduce((sum, share) => sum + share, 0) || 1;
  const shares = parts.map((share) => share / total);
  /** Mean of two shares: that of the question that the heading holds, and that of the heading that the question holds. */
  const fitOf = (heading: string) => {
    const last = lastHeading(heading);
    const terms = analyzer.terms(last);
    const precision = terms.filter((term) => placeOf.has(term)).length / (terms.length || 1);
    return (weigh(strengthsIn(last, terms), shares) + precision) / 2;
  };
  const most = shares.map(() => 0);
  const rate = (strengths: readonly number[]) => {
    raise(most, strengths);
    return { strengths, coverage: weigh(strengths, shares) };
  };
  const readHeading = (heading: string, name = heading) => ({
    heading,
    fit: fitOf(name),
    ...rate(strengthsIn(`${passage.title} ${heading}`)),
  });
  const places = page.placesIn(asked);
  // What is before the first heading has the title as its own.
  let under = readHeading("", passage.title);
  let place = "";
  const pieces = page.pieces.map((piece, index): RatedPiece => {
    if (piece.heading !== under.heading) under = readHeading(piece.heading);
    // One text for a whole section: equal texts that are one are compared without being read.
    if (index === 0 || piece.anchor !== page.pieces[index - 1]?.anchor) place = `${piece.passage.path}#${piece.anchor}`;
    const { strengths, coverage, fit } = under;
    const own = places[index];
    if (!own && codes.length === 0) return { piece, place, strengths, coverage, fit };
    const ofBoth = addCodes(strengthsOfWords(own ?? []), piece.text).map((each, i) => Math.max(each, strengths[i] as number));
    return { piece, place, fit, ...rate(ofBoth) };
  });
  return { page, shares, pieces, mostCoverage: weigh(most, shares) };
}

/** Raises each of some numbers to that of a second list. */
function raise(numbers: number[], others: readonly number[]): void {
  // Not by an iterator: this is the innermost loop of a question.
  for (let i = 0; i < numbers.length; i += 1)
    if ((others[i] as number) > (numbers[i] as number)) numbers[i] = others[i] as number;
}

type TermMatches = ScoredPassage["termMatches"];

/** Returns every term that counts as a word of the question, or as a part of one. */
export function askedTerms(termMatches: TermMatches): ReadonlySet<string> {
  return new Set(termMatches.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms)));
}

/** Returns a function that says how strongly each word of the question is in a text, by the places of the asked terms that it has. */
function createStrengths(
  termMatches: TermMatches,
  placeOf: ReadonlyMap<string, number>,
): (places: readonly number[]) => readonly number[] {
  const words = termMatches.map(({ alternatives }) =>
    alternatives.map(({ terms, weight }) => ({ said: terms.map((term) => placeOf.get(term) as number), weight })),
  );
  const none = words.map(() => 0);
  const has = new Uint8Array(placeOf.size);
  return (places) => {
    if (places.length === 0) return none;
    has.fill(0);
    for (const place of places) has[place] = 1;
    return words.map((alternatives) => {
      let best = 0;
      for (const { said, weight } of alternatives) if (weight > best && said.every((place) => has[place] === 1)) best = weight;
      return best;
    });
  };
}

interface Rating {
  readonly to: number;
  readonly score: number;
  readonly coverage: number;
}

interface Start {
  readonly from: number;
  readonly room: number;
  readonly used: ReadonlySet<RatedPiece>;
}

function rateWindow(rated: RatedPage, { from, room, used }: Start): Rating {
  const { shares, pieces } = rated;
  let [to, length, density] = [from, 0, 0];
  const first = pieces[from] as RatedPiece;
  const below = first.piece.heading && `${first.piece.heading} > `;
  const strengths = shares.map(() => 0);
  for (let each = pieces[to]; each && to - from < MOST_IN_WINDOW && !used.has(each); each = pieces[to]) {
    const size = each.piece.text.length;
    if (to > from && length + size > room) break;
    // It ends with its section and what is below that: the next one is about something else.
    if (each.place !== first.place && !each.piece.heading.startsWith(below)) break;
    raise(strengths, each.strengths);
    length += size;
    density += size * each.coverage;
    to += 1;
  }
  const coverage = weigh(strengths, shares);
  return { to, coverage, score: scoreOf(rated, first, { coverage, density: density / (length || 1) }) };
}

/** Returns the score of a window that begins with a piece, by what it holds as a whole and on average over its characters. */
function scoreOf(
  { page }: RatedPage,
  first: RatedPiece,
  { coverage, density }: { readonly coverage: number; readonly density: number },
) {
  return (
    page.hits[0].relativeRank +
    COVERAGE_SHARE * coverage +
    DENSITY_SHARE * density +
    HEADING_SHARE * first.fit +
    (first.piece.isFirstOfSection ? BEGINNING_SHARE : 0)
  );
}

function weigh(strengths: readonly number[], shares: readonly number[]): number {
  return strengths.reduce((sum, strength, i) => sum + strength * (shares[i] as number), 0);
}

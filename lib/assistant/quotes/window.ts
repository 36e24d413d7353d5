// Tested in quote.test.ts.
import type { Analyzer } from "../../search/analyze/analyze.ts";
import type { ScoredPassage } from "../../search/search.ts";
import type { Piece } from "./pieces.ts";
import { readsEndings } from "./words.ts";

/** A page that was found, with what it may be quoted by. */
export interface FoundPage {
  /** Its best passages, best first. */
  readonly hits: readonly [ScoredPassage, ...ScoredPassage[]];
  readonly pieces: readonly Piece[];
}

/** A run of pieces of one page. */
export interface Window {
  readonly page: FoundPage;
  /** Share of the question that it and its headings hold. */
  readonly coverage: number;
  readonly pieces: readonly Piece[];
}

/** What counts beside the page's place in the search, which counts 1: the place of its own passage, the share of the
 * question in the window and its headings, the same on average over its pieces, how well its first heading fits the
 * question, that it begins a section, and that another one of its page was chosen before. */
const PASSAGE_SHARE = 0.5;
const COVERAGE_SHARE = 2;
const DENSITY_SHARE = 0.5;
const HEADING_SHARE = 0.25;
const BEGINNING_SHARE = 0.1;
const SAME_PAGE_SHARE = 0.1;

/** Gives the best run of pieces that has about that many characters; at each further call the best of what is left that begins in another section. */
export function createWindows(pages: readonly FoundPage[], analyzer: Analyzer): (room: number) => Window | undefined {
  const rated = pages.map((page) => ratePage(page, analyzer));
  const quoted = new Set<FoundPage>();
  const places = new Set<string>();
  return (room) => {
    let best: { page: RatedPage; from: number; to: number; score: number; coverage: number } | undefined;
    for (const page of rated) {
      const bonus = quoted.has(page.page) ? SAME_PAGE_SHARE : 0;
      for (const [from, { piece, isUsed }] of page.pieces.entries()) {
        if (isUsed || !piece.canBegin || places.has(placeOf(piece))) continue;
        const { score, ...window } = rateWindow(page, from, room);
        if (!best || score + bonus > best.score) best = { page, from, ...window, score: score + bonus };
      }
    }
    if (!best) return undefined;
    const chosen = best.page.pieces.slice(best.from, best.to);
    for (const each of chosen) each.isUsed = true;
    const pieces = chosen.map(({ piece }) => piece);
    quoted.add(best.page.page);
    places.add(placeOf(pieces[0] as Piece));
    return { page: best.page.page, pieces, coverage: best.coverage };
  };
}

function placeOf({ passage, anchor }: Piece): string {
  return `${passage.path}#${anchor}`;
}

interface RatedPiece {
  readonly piece: Piece;
  /** How surely it or its heading has each word of the question. */
  readonly strengths: readonly number[];
  readonly coverage: number;
  /** How well its heading fits the question. */
  readonly fit: number;
  readonly rank: number;
  isUsed: boolean;
}

interface RatedPage {
  readonly page: FoundPage;
  readonly shares: readonly number[];
  readonly pieces: readonly RatedPiece[];
}

function ratePage(page: FoundPage, analyzer: Analyzer): RatedPage {
  const [{ termMatches, passage }] = page.hits;
  // What the search tells apart may be forms of one word here.
  const toTerm = readsEndings(analyzer.language) ? analyzer.term : (term: string) => term;
  const strengthsIn = (text: string) => {
    const terms = new Set(analyzer.terms(text));
    return termMatches.map(({ alternatives }) =>
      alternatives.reduce(
        (best, { terms: said, weight }) => (weight > best && said.every((term) => terms.has(toTerm(term))) ? weight : best),
        0,
      ),
    );
  };
  const total = termMatches.reduce((sum, { share }) => sum + share, 0) || 1;
  const shares = termMatches.map(({ share }) => share / total);
  const asked = new Set(termMatches.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms.map(toTerm))));
  /** How much of the question the heading is, and how much of the heading the question. */
  const fitOf = (heading: string) => {
    const last = heading.split(" > ").at(-1) ?? "";
    const terms = analyzer.terms(last);
    const precision = terms.filter((term) => asked.has(term)).length / (terms.length || 1);
    return (weigh(strengthsIn(last), shares) + precision) / 2;
  };
  let heading = "";
  let inHeading = strengthsIn(passage.title);
  let fit = 0;
  const pieces = page.pieces.map((piece): RatedPiece => {
    if (piece.heading !== heading) {
      heading = piece.heading;
      inHeading = strengthsIn(`${passage.title} ${heading}`);
      fit = fitOf(heading);
    }
    const strengths = strengthsIn(piece.text).map((strength, i) => Math.max(strength, inHeading[i] as number));
    const rank = page.hits.find((hit) => hit.passage === piece.passage)?.relativeRank ?? 0;
    return { piece, strengths, coverage: weigh(strengths, shares), fit, rank, isUsed: false };
  });
  return { page, shares, pieces };
}

function rateWindow({ page, shares, pieces }: RatedPage, from: number, room: number) {
  let [to, length, density, rank] = [from, 0, 0, 0];
  let strengths: readonly number[] = shares.map(() => 0);
  for (let each = pieces[to]; each && !each.isUsed; each = pieces[to]) {
    const size = each.piece.text.length;
    if (to > from && length + size > room) break;
    const held = each.strengths;
    strengths = strengths.map((strength, i) => Math.max(strength, held[i] as number));
    length += size;
    density += size * each.coverage;
    rank = Math.max(rank, each.rank);
    to += 1;
  }
  const coverage = weigh(strengths, shares);
  const score =
    page.hits[0].relativeRank +
    PASSAGE_SHARE * rank +
    COVERAGE_SHARE * coverage +
    DENSITY_SHARE * (density / (length || 1)) +
    HEADING_SHARE * (pieces[from]?.fit ?? 0) +
    (pieces[from]?.piece.isFirstOfSection ? BEGINNING_SHARE : 0);
  return { to, score, coverage };
}

function weigh(strengths: readonly number[], shares: readonly number[]): number {
  return strengths.reduce((sum, strength, i) => sum + strength * (shares[i] as number), 0);
}

import type { Block, Passage } from "../../content/passage.ts";
import type { Analyzer } from "../../search/analyze/analyze.ts";
import { likelihood, SYNONYM_STRENGTH } from "../../search/query/query.ts";
import type { Synonym } from "../../search/query/thesaurus.ts";
import { isMisspelling } from "../../search/query/vocabulary.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { contentWords } from "./question.ts";
import type { Wording } from "./wording.ts";

/** One term of what is asked. */
interface AskedTerm {
  /** By its rarity; those of a question sum to 1. */
  readonly weight: number;
  /** What else says it. */
  readonly standIns: readonly StandIn[];
}

/** Terms that together stand for an asked one, and how surely, 0 to 1. */
interface StandIn {
  readonly terms: readonly string[];
  readonly strength: number;
}

/** What is asked, as terms. */
export type AskedTerms = ReadonlyMap<string, AskedTerm>;

/** What one found passage has to say to a question; every share is of what was asked, weighted by rarity. */
export interface Evidence {
  readonly passage: Passage;
  /** Place in the ranking of the search: 1 for the best, less for the others. */
  readonly fit: number;
  /** How much of the question it holds by the search's reading. */
  readonly meant: number;
  /** Found in the title, the headings, the description or the path. */
  readonly named: number;
  /** Found anywhere in it, but for what stands in code alone. */
  readonly covered: number;
  /** For each block, the share found in its text alone. */
  readonly blocks: readonly number[];
  /** The sections that the passage joins, in their order; one at least. */
  readonly sections: readonly Section[];
}

/** A run of blocks under one heading of the page. */
export interface Section {
  readonly from: number;
  readonly to: number;
  /** The id of its heading, where it is not the one that the passage begins with. */
  readonly anchor: string | undefined;
  /** Found together in its best block, with its own heading for context. */
  readonly own: number;
}

/** Reads which of the asked words each found passage holds, and where. A misspelt word counts for the word it was meant to be. */
export function weighEvidence(asked: AskedTerms, found: readonly ScoredPassage[], { analyzer }: Wording): Evidence[] {
  const read = found.map(({ passage, relativeRank, expandedCoverage }) => ({
    passage,
    fit: relativeRank,
    meant: expandedCoverage,
    terms: readTerms(passage, analyzer),
  }));
  const known = read.flatMap(({ terms }) => [terms.titled, terms.above, ...terms.blocks]);
  const corrected = correct(asked, new Set(known.flatMap((terms) => [...terms])));
  return read.map((reading) => toEvidence({ ...reading, asked: corrected, analyzer }));
}

/** The terms of a passage by the place where they stand: analyzing is what an answer costs, so each text is read once. */
interface PassageTerms {
  /** Of the title and the end of the path. */
  readonly titled: Terms;
  /** Of headings and description. */
  readonly above: Terms;
  readonly blocks: readonly Terms[];
}

type Terms = ReadonlySet<string>;

function readTerms({ title, path, heading, description, blocks }: Passage, { terms }: Analyzer): PassageTerms {
  const read = (text: string) => new Set(terms(text));
  return {
    titled: read(`${title} ${path.split("/").slice(-2).join(" ")}`),
    above: read(`${heading}\n${description}`),
    blocks: blocks.map(({ text }) => read(text)),
  };
}

interface Reading {
  readonly passage: Passage;
  readonly fit: number;
  readonly meant: number;
  readonly terms: PassageTerms;
  readonly asked: AskedTerms;
  readonly analyzer: Analyzer;
}

function toEvidence(reading: Reading): Evidence {
  const { passage, fit, meant, terms, asked } = reading;
  const inside = (set: Terms) => find(asked, set);
  const titled = inside(terms.titled);
  const blocks = terms.blocks.map(inside);
  const named = [titled, inside(terms.above), ...ofKind(passage, blocks, (kind) => kind === "label")].reduce(union);
  // What stands in code alone is an example more often than what a page is about.
  const prose = ofKind(passage, blocks, (kind) => kind !== "code");
  return {
    passage,
    fit,
    meant,
    named: weigh(asked, named),
    covered: weigh(asked, [...prose, named].reduce(union)),
    blocks: blocks.map((block) => weigh(asked, block)),
    sections: toSections(reading, blocks),
  };
}

/** The asked terms that a text holds, and how surely, 0 to 1. */
type Found = ReadonlyMap<string, number>;

function ofKind({ blocks }: Passage, found: readonly Found[], fits: (kind: Block["kind"]) => boolean): Found[] {
  return found.filter((_, index) => fits((blocks[index] as Block).kind));
}

function toSections({ passage, asked, analyzer }: Reading, blocks: readonly Found[]): Section[] {
  return startsOf(passage.blocks).map((from, index, starts) => {
    const to = starts[index + 1] ?? passage.blocks.length;
    const label = passage.blocks[from];
    const anchor = label?.kind === "label" ? label.anchor : undefined;
    const text = anchor ? (label?.text ?? "") : passage.heading;
    const heading = find(asked, new Set(analyzer.terms(contentWords(text, passage.language).join(" "))));
    return { from, to, anchor, own: bestWith(asked, blocks.slice(from, to), heading) };
  });
}

/** Where sections begin: at the first block, and at every heading of the page that the passage has inside. */
function startsOf(blocks: readonly Block[]): number[] {
  return [0, ...blocks.flatMap(({ kind, anchor }, index) => (kind === "label" && anchor && index > 0 ? [index] : []))];
}

function bestWith(asked: AskedTerms, blocks: readonly Found[], heading: Found): number {
  return Math.max(0, ...blocks.map((block) => weigh(asked, union(block, heading))));
}

/** Weighs the terms of a query by their rarity; each may be said by what it may mean, too. */
export function askedTerms(query: string, { analyzer, rarity }: Wording, synonyms: readonly Synonym[] = []): AskedTerms {
  const terms = new Set(analyzer.tokens(query).flatMap(({ term, joined }) => (joined ? [] : [term])));
  const total = [...terms].reduce((sum, term) => sum + rarity(term), 0) || 1;
  const standIns = (term: string) =>
    synonyms
      .filter(({ matchedTerms }) => matchedTerms.includes(term))
      .flatMap(({ alternatives }) =>
        alternatives.map((text, place) => ({
          terms: analyzer.terms(text),
          strength: SYNONYM_STRENGTH * likelihood(place),
        })),
      );
  return new Map([...terms].map((term) => [term, { weight: rarity(term) / total, standIns: standIns(term) }]));
}

/** How much of what is asked a text holds. */
export function shareOf(asked: AskedTerms, text: string, analyzer: Analyzer): number {
  return weigh(asked, find(asked, new Set(analyzer.terms(text))));
}

/** Lets a term that no passage holds be said by those that it is a misspelling of. */
function correct(asked: AskedTerms, known: Terms): AskedTerms {
  const isMissing = (term: string) => !known.has(term) && term.length >= 4 && !/\p{N}/u.test(term);
  const like = (term: string) => [...known].filter((other) => other.length >= 4 && isMisspelling(term, other));
  return new Map(
    [...asked].map(([term, { weight, standIns }]) => {
      const meant = isMissing(term) ? like(term).map((other) => ({ terms: [other], strength: 1 })) : [];
      return [term, { weight, standIns: [...standIns, ...meant] }];
    }),
  );
}

function find(asked: AskedTerms, terms: Terms): Found {
  const found = new Map<string, number>();
  for (const [term, { standIns }] of asked) {
    const there = standIns.filter((standIn) => standIn.terms.every((other) => terms.has(other)));
    const strength = terms.has(term) ? 1 : Math.max(0, ...there.map((standIn) => standIn.strength));
    if (strength > 0) found.set(term, strength);
  }
  return found;
}

function weigh(asked: AskedTerms, found: Found): number {
  return [...found].reduce((sum, [term, strength]) => sum + (asked.get(term)?.weight ?? 0) * strength, 0);
}

function union(left: Found, right: Found): Found {
  const both = new Map(left);
  for (const [term, strength] of right) both.set(term, Math.max(both.get(term) ?? 0, strength));
  return both;
}

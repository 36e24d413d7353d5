import type { Block, Passage } from "../../content/passage.ts";
import type { Analyzer } from "../../search/analyze.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { isMisspelling } from "../../search/vocabulary.ts";
import { contentWords } from "./question.ts";
import type { Rarity, Wording } from "./wording.ts";

/** What is asked, as terms with their weights, which sum to 1. */
export type AskedTerms = ReadonlyMap<string, number>;

/** What one found passage has to say to a question; every share is of what was asked, weighted by rarity. */
export interface Evidence {
  readonly passage: Passage;
  /** Place in the ranking of the search: 1 for the best, less for the others. */
  readonly fit: number;
  /** Found in the title, the headings, the description or the path. */
  readonly named: number;
  /** Found anywhere in it, but for what stands in code alone. */
  readonly covered: number;
  /** Found together in the best block that is not code, with title and headings for context. */
  readonly together: number;
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
  const read = found.map(({ passage, fit }) => ({ passage, fit, terms: readTerms(passage, analyzer) }));
  const known = read.flatMap(({ terms }) => [terms.titled, terms.above, ...terms.blocks]);
  const meant = correct(asked, new Set(known.flatMap((terms) => [...terms])));
  return read.map((reading) => toEvidence({ ...reading, asked, meant, analyzer }));
}

/** The terms of a passage by the place where they stand: analyzing is what an answer costs, so each text is read once. */
interface PassageTerms {
  /** Of the title and the end of the path. */
  readonly titled: Terms;
  readonly heading: Terms;
  /** Of headings and description. */
  readonly above: Terms;
  readonly blocks: readonly Terms[];
}

type Terms = ReadonlySet<string>;

function readTerms({ title, path, heading, description, blocks }: Passage, { terms }: Analyzer): PassageTerms {
  const read = (text: string) => new Set(terms(text));
  const headed = read(heading);
  return {
    titled: read(`${title} ${path.split("/").slice(-2).join(" ")}`),
    heading: headed,
    above: headed.union(read(description)),
    blocks: blocks.map(({ text }) => read(text)),
  };
}

interface Reading {
  readonly passage: Passage;
  readonly fit: number;
  readonly terms: PassageTerms;
  readonly asked: AskedTerms;
  readonly meant: Meant;
  readonly analyzer: Analyzer;
}

function toEvidence(reading: Reading): Evidence {
  const { passage, fit, terms, asked, meant } = reading;
  const inside = (set: Terms) => found(asked, meant, set);
  const titled = inside(terms.titled);
  const blocks = terms.blocks.map(inside);
  const named = [titled, inside(terms.above), ...ofKind(passage, blocks, (kind) => kind === "label")].reduce(union);
  // What stands in code alone is an example more often than what a page is about.
  const prose = ofKind(passage, blocks, (kind) => kind !== "code");
  return {
    passage,
    fit,
    named: weigh(asked, named),
    covered: weigh(asked, [...prose, named].reduce(union)),
    together: bestWith(asked, prose, union(titled, inside(terms.heading))),
    blocks: blocks.map((block) => weigh(asked, block)),
    sections: toSections(reading, blocks),
  };
}

type Found = ReadonlySet<string>;

function ofKind({ blocks }: Passage, found: readonly Found[], fits: (kind: Block["kind"]) => boolean): Found[] {
  return found.filter((_, index) => fits((blocks[index] as Block).kind));
}

function toSections({ passage, asked, meant, analyzer }: Reading, blocks: readonly Found[]): Section[] {
  return startsOf(passage.blocks).map((from, index, starts) => {
    const to = starts[index + 1] ?? passage.blocks.length;
    const label = passage.blocks[from];
    const anchor = label?.kind === "label" ? label.anchor : undefined;
    const text = anchor ? (label?.text ?? "") : passage.heading;
    const heading = found(asked, meant, new Set(analyzer.terms(contentWords(text, passage.language).join(" "))));
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

/** Weighs the terms of a query by their rarity. */
export function askedTerms(query: string, analyzer: Analyzer, rarity: Rarity): AskedTerms {
  const terms = new Set(analyzer.tokens(query).flatMap(({ term, joined }) => (joined ? [] : [term])));
  const total = [...terms].reduce((sum, term) => sum + rarity(term), 0) || 1;
  return new Map([...terms].map((term) => [term, rarity(term) / total]));
}

/** How much of what is asked a text holds. */
export function shareOf(asked: AskedTerms, text: string, analyzer: Analyzer): number {
  return weigh(asked, found(asked, new Map(), new Set(analyzer.terms(text))));
}

/** Which terms of the passages stand for an asked term that none of them holds. */
type Meant = ReadonlyMap<string, readonly string[]>;

function correct(asked: AskedTerms, known: Terms): Meant {
  const missing = [...asked.keys()].filter((term) => !known.has(term) && term.length >= 4 && !/\p{N}/u.test(term));
  const like = (term: string) => [...known].filter((other) => other.length >= 4 && isMisspelling(term, other));
  return new Map(missing.map((term) => [term, like(term)]));
}

function found(asked: AskedTerms, meant: Meant, terms: ReadonlySet<string>): ReadonlySet<string> {
  const isThere = (term: string) => terms.has(term) || (meant.get(term)?.some((other) => terms.has(other)) ?? false);
  return new Set([...asked.keys()].filter(isThere));
}

function weigh(asked: AskedTerms, terms: ReadonlySet<string>): number {
  return [...terms].reduce((sum, term) => sum + (asked.get(term) ?? 0), 0);
}

const union = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> => left.union(right);

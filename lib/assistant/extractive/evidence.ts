import type { Block, Passage } from "../../content/passage.ts";
import type { Analyzer } from "../../search/analyze.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { editDistance } from "../../search/vocabulary.ts";
import type { Rarity } from "./wording.ts";

/** What is asked, as terms with their weights, which sum to 1. */
export type AskedTerms = ReadonlyMap<string, number>;

/** What one found passage has to say to a question; every share is of what was asked, weighted by rarity. */
export interface Evidence {
  readonly passage: Passage;
  /** Order of the search, from 0. */
  readonly rank: number;
  /** Found anywhere in the passage, its title or its headings. */
  readonly coverage: number;
  /** Found in the title, the headings, the description or the path. */
  readonly named: number;
  /** Found in the title or the path alone. */
  readonly titled: number;
  /** Found together in the best block, with title and headings for context. */
  readonly together: number;
  /** For each block, the share found in its text alone. */
  readonly blocks: readonly number[];
}

/** Reads which of the asked words each found passage holds, and where. A misspelt word counts for the word it was meant to be. */
export function weighEvidence(asked: AskedTerms, found: readonly ScoredPassage[], analyzer: Analyzer): Evidence[] {
  const passages = found.map(({ passage }) => passage);
  const meant = correct(asked, passages, analyzer);
  return passages.map((passage, rank) => toEvidence({ passage, rank, asked, meant, analyzer }));
}

interface Reading {
  readonly passage: Passage;
  readonly rank: number;
  readonly asked: AskedTerms;
  readonly meant: Meant;
  readonly analyzer: Analyzer;
}

function toEvidence({ passage, rank, asked, meant, analyzer }: Reading): Evidence {
  const read = (text: string) => found(asked, meant, new Set(analyzer.terms(text)));
  const titled = read(`${passage.title} ${passage.path.split("/").slice(-2).join(" ")}`);
  const named = union(titled, read(`${passage.heading} ${passage.description} ${labelsOf(passage.blocks)}`));
  const blocks = passage.blocks.map(({ text }) => read(text));
  const heading = union(titled, read(passage.heading));
  return {
    passage,
    rank,
    coverage: weigh(asked, blocks.reduce(union, named)),
    named: weigh(asked, named),
    titled: weigh(asked, titled),
    together: Math.max(0, ...blocks.map((block) => weigh(asked, union(block, heading)))),
    blocks: blocks.map((block) => weigh(asked, block)),
  };
}

function labelsOf(blocks: readonly Block[]): string {
  return blocks.map(({ kind, text }) => (kind === "label" ? text : "")).join(" ");
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

function correct(asked: AskedTerms, passages: readonly Passage[], analyzer: Analyzer): Meant {
  const all = new Set(passages.flatMap(({ title, heading, text }) => analyzer.terms(`${title} ${heading} ${text}`)));
  const missing = [...asked.keys()].filter((term) => !all.has(term) && term.length >= 4 && !/\p{N}/u.test(term));
  return new Map(missing.map((term) => [term, [...all].filter((other) => isMisspelling(term, other))]));
}

function isMisspelling(term: string, other: string): boolean {
  const allowed = term.length >= 8 ? 2 : 1;
  return Math.abs(term.length - other.length) <= allowed && other.length >= 4 && editDistance(term, other) <= allowed;
}

function found(asked: AskedTerms, meant: Meant, terms: ReadonlySet<string>): ReadonlySet<string> {
  const isThere = (term: string) => terms.has(term) || (meant.get(term)?.some((other) => terms.has(other)) ?? false);
  return new Set([...asked.keys()].filter(isThere));
}

function weigh(asked: AskedTerms, terms: ReadonlySet<string>): number {
  return [...terms].reduce((sum, term) => sum + (asked.get(term) ?? 0), 0);
}

const union = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> => left.union(right);

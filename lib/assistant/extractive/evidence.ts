import type { Block, Passage } from "../../content/passage.ts";
import type { Analyzer } from "../../search/analyze.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { editDistance } from "../../search/vocabulary.ts";
import { contentWords } from "./question.ts";
import type { Rarity, Wording } from "./wording.ts";

/** What is asked, as terms with their weights, which sum to 1. */
export type AskedTerms = ReadonlyMap<string, number>;

/** What one found passage has to say to a question; every share is of what was asked, weighted by rarity. */
export interface Evidence {
  readonly passage: Passage;
  /** Order of the search, from 0. */
  readonly rank: number;
  /** Found in the title, the headings, the description or the path. */
  readonly named: number;
  /** Found in the title or the path alone. */
  readonly titled: number;
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
  /** Found in its own heading and the page's title. */
  readonly named: number;
  /** Found together in its best block, with its heading and the title for context. */
  readonly together: number;
  /** The same without the title. */
  readonly own: number;
  /** How much of its heading was asked for: 1 where it holds no other word. */
  readonly exact: number;
}

/** Reads which of the asked words each found passage holds, and where. A misspelt word counts for the word it was meant to be. */
export function weighEvidence(asked: AskedTerms, found: readonly ScoredPassage[], { analyzer, rarity }: Wording): Evidence[] {
  const passages = found.map(({ passage }) => passage);
  const meant = correct(asked, passages, analyzer);
  return passages.map((passage, rank) => toEvidence({ passage, rank, asked, meant, analyzer, rarity }));
}

interface Reading {
  readonly passage: Passage;
  readonly rank: number;
  readonly asked: AskedTerms;
  readonly meant: Meant;
  readonly analyzer: Analyzer;
  readonly rarity: Rarity;
}

function toEvidence(reading: Reading): Evidence {
  const { passage, rank, asked, meant, analyzer } = reading;
  const read = (text: string) => found(asked, meant, new Set(analyzer.terms(text)));
  const titled = read(`${passage.title} ${passage.path.split("/").slice(-2).join(" ")}`);
  const named = union(titled, read(`${passage.heading} ${passage.description} ${labelsOf(passage.blocks)}`));
  const blocks = passage.blocks.map(({ text }) => read(text));
  const heading = union(titled, read(passage.heading));
  return {
    passage,
    rank,
    named: weigh(asked, named),
    titled: weigh(asked, titled),
    together: bestWith(asked, inProse(passage, blocks), heading),
    blocks: blocks.map((block) => weigh(asked, block)),
    sections: toSections(reading, blocks, titled),
  };
}

type Found = ReadonlySet<string>;

/** What each block holds, code left out: what stands in code alone is an example more often than what a page is about. */
function inProse({ blocks }: Passage, found: readonly Found[]): Found[] {
  return found.map((terms, index) => (blocks[index]?.kind === "code" ? new Set() : terms));
}

function toSections({ passage, asked, meant, analyzer, rarity }: Reading, blocks: readonly Found[], titled: Found): Section[] {
  return startsOf(passage.blocks).map((from, index, starts) => {
    const to = starts[index + 1] ?? passage.blocks.length;
    const label = passage.blocks[from];
    const anchor = label?.kind === "label" ? label.anchor : undefined;
    const text = anchor ? (label?.text ?? "") : passage.heading;
    const terms = new Set(analyzer.terms(contentWords(text, passage.language).join(" ")));
    const heading = found(asked, meant, terms);
    const inside = blocks.slice(from, to);
    return {
      from,
      to,
      anchor,
      named: weigh(asked, union(heading, titled)),
      together: bestWith(asked, inside, union(heading, titled)),
      own: bestWith(asked, inside, heading),
      exact: shareHeld(asked, terms, rarity),
    };
  });
}

/** Where sections begin: at the first block, and at every heading of the page that the passage has inside. */
function startsOf(blocks: readonly Block[]): number[] {
  return [0, ...blocks.flatMap(({ kind, anchor }, index) => (kind === "label" && anchor && index > 0 ? [index] : []))];
}

function bestWith(asked: AskedTerms, blocks: readonly Found[], heading: Found): number {
  return Math.max(0, ...blocks.map((block) => weigh(asked, union(block, heading))));
}

/** How much of some terms was asked for, weighted by rarity. */
function shareHeld(asked: AskedTerms, terms: Found, rarity: Rarity): number {
  const weights = [...terms].map((term) => ({ weight: rarity(term), held: asked.has(term) }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return weights.reduce((sum, { weight, held }) => sum + (held ? weight : 0), 0) / total;
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

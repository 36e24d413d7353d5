import { type Analyzer, joinedNeighbours, type Token } from "../analyze/analyze.ts";
import type { KeywordQuery, SynonymGroup, WeightedTerm } from "../keyword/keyword.ts";
import { type Effort, type Suggestion, type Synonym, synonymsIn, type Vocabulary } from "./vocabulary.ts";

/** A word of the query with the terms to look up for it: none when the site has neither it nor anything like it. */
export interface QueryWord {
  readonly term: string;
  readonly alternatives: readonly WeightedTerm[];
}

/** A query as the retrievers read it: each term to look up once, and a group of alternatives for each synonym. */
export interface ParsedQuery extends KeywordQuery {
  /** Every different word of the query, a name in code that the site has among them; other joined forms are left out, their parts are here. */
  readonly words: readonly QueryWord[];
  /** The query with misspelt words replaced, for retrievers that read text. */
  readonly text: string;
  /** Entries of the thesaurus for words and phrases of the query; `synonymGroups` has them as terms, in the same order. */
  readonly synonyms: readonly Synonym[];
  /** Weight of the likeliest synonym of a word; the word itself has 1. */
  readonly synonymWeight: number;
}

/** The words of a site, and how they are analyzed. */
export interface Lexicon {
  readonly analyzer: Analyzer;
  readonly vocabulary: Vocabulary;
  /** Weight of the likeliest synonym of a word, which itself has 1; 0 leaves synonyms out. */
  readonly synonymWeight: number;
  isKnown(term: string): boolean;
  /** Returns true for a term that the site has, unless so many passages have it that it distinguishes none. */
  isDiscriminative(term: string): boolean;
}

/** A word repeated in a long query counts more than once, but not without end. */
const MAX_REPEATS = 3;
/** Bounds the work of a query. */
const MAX_TOKENS = 400;
/** Most words of the site that are compared with all unknown words of a query. */
const MAX_EFFORT = 5_000;
const PART_WEIGHT = 0.8;
/** Weight of a word that the site writes of two of the query, for each of both. */
const JOINED_WEIGHT = 0.7;
/** Share of its weight that a completion has beside a last word that is known: it may well be whole. */
const KNOWN_SHARE = 0.5;
/** Letters from which an unknown word may be the beginning of a known one anywhere in a query. */
const MIN_PREFIX = 5;
/** Marks and capitals that a name in code has inside, and a word of a text has not. */
const CODE = /_|-[^-]+-|\p{Ll}\p{Lu}|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;
/** Each further synonym of a word is a little less likely. */
const NEXT_SYNONYM = 0.15;
/** Up to this number of words a question's synonyms count whole; from the second number on they do not count. */
const ALL_SYNONYMS_WORDS = 12;
const NO_SYNONYMS_WORDS = 24;
/** Strength of the likeliest synonym of a word; the word itself has 1. */
export const SYNONYM_STRENGTH = 0.6;

/** The text to parse. */
export interface QueryText {
  readonly query: string;
  /** The reader's own question, where the query was made from it: its words and phrases are looked up in the thesaurus. */
  readonly question?: string | undefined;
  /** The last word may be unfinished. */
  readonly completeLastWord: boolean;
}

/** Parses a query: words that the site does not have are corrected or split; an unfinished last word is completed. */
export function parseQuery({ query, question = query, completeLastWord }: QueryText, lexicon: Lexicon): ParsedQuery {
  const tokens = lexicon.analyzer.tokens(query).slice(0, MAX_TOKENS);
  const effort = { left: MAX_EFFORT };
  const isUnfinished = ({ end }: Token) => completeLastWord && end === query.length;
  const joined = joinNeighbours(tokens, lexicon);
  const readings = [...Map.groupBy(tokens, ({ term }) => term)].map(([term, occurrences]) => {
    const token = occurrences[0] as Token;
    const repeats = Math.min(occurrences.length, MAX_REPEATS);
    const isJoined = occurrences.some(({ joined }) => joined);
    const reading = readWord(token, lexicon, { isUnfinished: isUnfinished(token), effort });
    const alternatives = strongest([...reading.alternatives, ...(joined.get(term) ?? [])]);
    return { term, token, repeats, isJoined, ...reading, alternatives };
  });
  const isName = ({ token: { start, end }, term }: (typeof readings)[number]) =>
    CODE.test(query.slice(start, end)) && lexicon.isKnown(term);
  const words = readings.filter((reading) => !reading.isJoined || isName(reading));
  const synonymWeight = lexicon.synonymWeight * synonymShare(question);
  const synonyms = synonymWeight === 0 ? [] : synonymsIn(question, lexicon.analyzer);
  return {
    terms: addUp(readings.flatMap(({ alternatives, repeats }) => scale(alternatives, repeats))),
    words: words.map(({ term, alternatives }) => ({ term, alternatives })),
    text: replaceWords(query, readings),
    synonyms,
    synonymGroups: synonyms.map((synonym) => toSynonymGroup(synonym, { ...lexicon, synonymWeight })),
    synonymWeight,
  };
}

/** Returns for each word of a query the words that the site writes of it and its neighbour as one: "backup" for "back up", "login" for "log in". */
function joinNeighbours(tokens: readonly Token[], { analyzer, isKnown }: Lexicon): ReadonlyMap<string, readonly WeightedTerm[]> {
  const found = new Map<string, WeightedTerm[]>();
  for (const { surface, parts } of joinedNeighbours(tokens, analyzer.language, { isQuery: true })) {
    const term = analyzer.term(surface);
    if (!isKnown(term)) continue;
    for (const word of parts) found.set(word.term, [...(found.get(word.term) ?? []), { term, weight: JOINED_WEIGHT }]);
  }
  return found;
}

/** Returns the share of their weight that synonyms keep: 1 in a short question, 0 in a text of many words. */
function synonymShare(question: string): number {
  const words = question.trim().split(/\s+/).length;
  return Math.min(1, Math.max(0, (NO_SYNONYMS_WORDS - words) / (NO_SYNONYMS_WORDS - ALL_SYNONYMS_WORDS)));
}

/** Returns the likelihood of the synonym at this place of its entry; the first has 1. */
export function likelihood(place: number): number {
  return 1 / (1 + NEXT_SYNONYM * place);
}

/** Alternatives of which every term is discriminative. */
function toSynonymGroup({ alternativeTerms }: Synonym, { isDiscriminative, synonymWeight }: Lexicon): SynonymGroup {
  return alternativeTerms.flatMap((terms, place) => {
    const weight = (synonymWeight * likelihood(place)) / terms.length;
    return terms.every(isDiscriminative) ? [terms.map((term) => ({ term, weight }))] : [];
  });
}

interface Reading {
  readonly alternatives: WeightedTerm[];
  /** The replacement of a misspelt word. */
  readonly correction?: string | undefined;
}

function readWord(
  token: Token,
  { analyzer, vocabulary, isKnown }: Lexicon,
  { isUnfinished, effort }: { readonly isUnfinished: boolean; readonly effort: Effort },
): Reading {
  const toTerms = (suggestions: readonly Suggestion[]) =>
    suggestions.map(({ surface, weight }) => ({ term: analyzer.term(surface), weight }));
  const completions = toTerms([
    ...(isUnfinished ? vocabulary.complete(token.surface) : []),
    ...vocabulary.pairs(token.surface, effort),
  ]);
  if (isKnown(token.term))
    return { alternatives: strongest([{ term: token.term, weight: 1 }, ...scale(completions, KNOWN_SHARE)]) };
  // The parts of an unknown identifier are looked up by themselves.
  if (completions.length > 0 || token.joined) return { alternatives: strongest(completions) };
  // It may be misspelt, the beginning of a name such as `getserverside`, or several words.
  const corrections = vocabulary.correct(token.surface, effort);
  const names = token.surface.length >= MIN_PREFIX ? vocabulary.complete(token.surface, effort) : [];
  const [best] = [...corrections, ...names];
  if (best) return { alternatives: strongest(toTerms([...corrections, ...names])), correction: best.surface };
  const parts = vocabulary.split(token.surface);
  if (!parts) return { alternatives: [] };
  return { alternatives: toTerms(parts.map((surface) => ({ surface, weight: PART_WEIGHT }))), correction: parts.join(" ") };
}

/** Merges words of one stem, with the highest weight. */
function strongest(terms: readonly WeightedTerm[]): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of terms) weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

function scale(terms: readonly WeightedTerm[], factor: number): WeightedTerm[] {
  return terms.map(({ term, weight }) => ({ term, weight: weight * factor }));
}

function addUp(terms: readonly WeightedTerm[]): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

function replaceWords(query: string, readings: readonly (Reading & { readonly token: Token })[]): string {
  let text = "";
  let done = 0;
  for (const { token, correction } of readings) {
    if (correction === undefined || token.start < done) continue;
    text += query.slice(done, token.start) + correction;
    done = token.end;
  }
  return text + query.slice(done);
}

import type { Analyzer, Token } from "./analyze.ts";
import type { Choice, WeightedTerm } from "./keyword.ts";
import { type Meaning, meaningsIn } from "./thesaurus.ts";
import type { Suggestion, Vocabulary } from "./vocabulary.ts";

/** A word of the query: the terms that may stand for it. Empty when the site knows neither it nor anything like it. */
export interface AskedWord {
  readonly term: string;
  readonly alternatives: readonly WeightedTerm[];
}

/** A query as the arms read it. */
export interface ReadQuery {
  /** Terms to look up, each once. */
  readonly terms: readonly WeightedTerm[];
  /** Every different word that was asked; joined forms of identifiers are left out, their parts are here. */
  readonly words: readonly AskedWord[];
  /** The query with misspelt words replaced, for arms that read text. */
  readonly text: string;
  /** What words and phrases of the query may mean. */
  readonly meanings: readonly Meaning[];
  /** The same as terms to look up, for each meaning. */
  readonly choices: readonly Choice[];
  /** What the likeliest meaning of a word counts beside the word itself. */
  readonly meaningWeight: number;
}

/** What a site knows about words. */
export interface Lexicon {
  readonly analyzer: Analyzer;
  readonly vocabulary: Vocabulary;
  /** What the likeliest meaning of a word counts beside the word itself; 0 leaves meanings out. */
  readonly meaningWeight: number;
  isKnown(term: string): boolean;
  /** Whether the site knows a term, and it does not stand almost everywhere. */
  tells(term: string): boolean;
}

/** A word repeated in a long query counts more than once, but not without end. */
const MOST_REPEATS = 3;
/** Bounds the work that a query can ask for, whoever calls. */
const MOST_TOKENS = 400;
const PART_WEIGHT = 0.8;
/** Each further meaning of a word is a little less likely. */
const NEXT_MEANING = 0.15;
/** How surely the likeliest meaning of a word says what was asked. */
export const MEANING_STRENGTH = 0.6;

/** What is to be read. */
export interface QueryText {
  readonly query: string;
  /** What the reader asked, where the query was made from it. */
  readonly question?: string | undefined;
  /** The last word may be unfinished. */
  readonly completeLastWord: boolean;
}

/** Reads a query: words that the site does not know are corrected or split; an unfinished last word is completed. */
export function readQuery({ query, question = query, completeLastWord }: QueryText, lexicon: Lexicon): ReadQuery {
  const tokens = lexicon.analyzer.tokens(query).slice(0, MOST_TOKENS);
  const unfinished = completeLastWord ? findUnfinished(query, tokens) : undefined;
  const repeats = countRepeats(tokens);
  const read = new Map<string, WeightedTerm[]>();
  const replacements: Replacement[] = [];
  for (const token of tokens) {
    if (read.has(token.term)) continue;
    const { alternatives, text } = standIns(token, lexicon, token === unfinished);
    read.set(token.term, alternatives);
    if (text !== undefined) replacements.push({ token, text });
  }
  const joined = new Set(tokens.filter((token) => token.joined).map(({ term }) => term));
  const isAsked = ({ said }: Meaning) => said.length > 1 || read.has(said[0] as string);
  const meanings = lexicon.meaningWeight > 0 ? meaningsIn(question, lexicon.analyzer).filter(isAsked) : [];
  const words = [...read].map(([term, alternatives]) => ({ term, alternatives }));
  return {
    meanings,
    meaningWeight: lexicon.meaningWeight,
    choices: meanings.map((meaning) => toChoice(meaning, lexicon)),
    terms: addUp(words.flatMap(({ term, alternatives }) => scale(alternatives, repeats.get(term) ?? 1))),
    words: words.filter(({ term }) => !joined.has(term)),
    text: replace(query, replacements),
  };
}

/** How likely the meaning at this place of its entry is, beside the first. */
export function likelihood(place: number): number {
  return 1 / (1 + NEXT_MEANING * place);
}

/** Alternatives of which the site knows every word. */
function toChoice({ alternatives }: Meaning, { analyzer, tells, meaningWeight }: Lexicon): Choice {
  return alternatives.flatMap((text, place) => {
    const terms = analyzer.terms(text);
    const weight = (meaningWeight * likelihood(place)) / terms.length;
    return terms.every(tells) ? [terms.map((term) => ({ term, weight }))] : [];
  });
}

interface Replacement {
  readonly token: Token;
  readonly text: string;
}

/** The last word as far as it is typed; nothing when the query goes on behind it. */
function findUnfinished(query: string, tokens: readonly Token[]): Token | undefined {
  return tokens.findLast((token) => !token.joined && token.end === query.length);
}

function countRepeats(tokens: readonly Token[]): Map<string, number> {
  const repeats = new Map<string, number>();
  for (const { term } of tokens) repeats.set(term, Math.min((repeats.get(term) ?? 0) + 1, MOST_REPEATS));
  return repeats;
}

interface StandIns {
  readonly alternatives: WeightedTerm[];
  /** What to read instead of the word, when it was corrected. */
  readonly text?: string;
}

function standIns(token: Token, { analyzer, vocabulary, isKnown }: Lexicon, unfinished: boolean): StandIns {
  const toTerms = (suggestions: readonly Suggestion[]) =>
    suggestions.map(({ surface, weight }) => ({ term: analyzer.term(surface), weight }));
  const completions = unfinished ? toTerms(vocabulary.complete(token.surface)) : [];
  if (isKnown(token.term)) return { alternatives: strongest([{ term: token.term, weight: 1 }, ...completions]) };
  if (completions.length > 0) return { alternatives: strongest(completions) };
  // The parts of an unknown identifier are looked up by themselves.
  if (token.joined) return { alternatives: [] };
  const corrections = vocabulary.correct(token.surface);
  if (corrections.length > 0) return { alternatives: strongest(toTerms(corrections)), text: corrections[0]?.surface };
  const parts = vocabulary.split(token.surface);
  if (!parts) return { alternatives: [] };
  return { alternatives: parts.map((part) => ({ term: analyzer.term(part), weight: PART_WEIGHT })), text: parts.join(" ") };
}

/** Different words of one stem count once, with the better weight. */
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

function replace(query: string, replacements: readonly Replacement[]): string {
  let text = "";
  let done = 0;
  for (const { token, text: better } of replacements) {
    if (token.start < done) continue;
    text += query.slice(done, token.start) + better;
    done = token.end;
  }
  return text + query.slice(done);
}

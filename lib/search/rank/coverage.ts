import { holds, type KeywordIndex, type SynonymGroup } from "../keyword/keyword.ts";
import { type QueryWord, SYNONYM_STRENGTH } from "../query/query.ts";
import type { Synonym } from "../query/vocabulary.ts";

/** The match of one word of the query in a passage. */
export interface TermMatch {
  /** The word as a term of the query. */
  readonly term: string;
  /** Its share of the query by rarity; those of a query sum to 1. */
  readonly share: number;
  /** 1 for the term itself, less for a correction or a completion, 0 for none. */
  readonly strength: number;
  /** The same, where a synonym counts too. */
  readonly expandedStrength: number;
  /**
   * Alternatives that count as the word, each of one or more terms: itself or a correction, a completion, and for less a
   * synonym.
   */
  readonly alternatives: readonly Alternative[];
}

interface Alternative {
  readonly terms: readonly string[];
  readonly weight: number;
}

/** Share of the query that a passage holds, 0 to 1, weighted by rarity. */
interface Coverage {
  readonly coverage: number;
  /** The same, where synonyms count too. */
  readonly expandedCoverage: number;
}

/** A word of the query with its share of the query by rarity; the shares of a query sum to 1. */
export interface WeighedWord extends QueryWord {
  readonly share: number;
}

/** Gives each word of a query its share. A word that is not in the index counts as the rarest. */
export function weighWords(words: readonly QueryWord[], index: Pick<KeywordIndex, "idf">): WeighedWord[] {
  const rarity = words.map(({ alternatives, term }) => index.idf(alternatives[0]?.term ?? term));
  const total = rarity.reduce((sum, value) => sum + value, 0) || 1;
  return words.map((word, i) => ({ ...word, share: (rarity[i] as number) / total }));
}

/** The synonyms of a query with the passages that hold them. */
interface SynonymMatches {
  readonly synonyms: readonly Pick<Synonym, "matchedTerms">[];
  /** The same as terms, in the same order. */
  readonly synonymGroups: readonly SynonymGroup[];
  /** For each passage the synonyms of which it holds any alternative, as bits. */
  readonly matchingGroups: Uint32Array;
}

/** Says how surely passages hold the words of one query. */
interface Matcher {
  /** Adds up how much of the query a passage holds. */
  coverageIn(passage: number): Coverage;
  /** Returns the match of each word in a passage, in the order of the words. */
  matchesIn(passage: number): TermMatch[];
}

/** Creates the matcher of a query's words. A passage is looked up in their postings, which no search has to walk for it. */
export function createMatcher(
  words: readonly WeighedWord[],
  { synonyms, synonymGroups, matchingGroups }: SynonymMatches,
  index: Pick<KeywordIndex, "postings">,
): Matcher {
  const readers = words.map(({ term, share, alternatives }) => {
    const held = alternatives.map(({ term: alternative, weight }) => ({ postings: index.postings(alternative), weight }));
    const all: Alternative[] = alternatives.map((alternative) => ({ terms: [alternative.term], weight: alternative.weight }));
    let groups = 0;
    for (const [i, { matchedTerms }] of synonyms.entries()) {
      if (!matchedTerms.includes(term)) continue;
      groups |= 1 << i;
      for (const said of synonymGroups[i] ?? []) all.push({ terms: said.map((each) => each.term), weight: SYNONYM_STRENGTH });
    }
    const strengthIn = (passage: number) => {
      let strength = 0;
      for (const { postings, weight } of held) if (weight > strength && holds(postings, passage)) strength = weight;
      return strength;
    };
    const expand = (strength: number, passage: number) =>
      ((matchingGroups[passage] as number) & groups) === 0 ? strength : Math.max(strength, SYNONYM_STRENGTH);
    return { term, share, alternatives: all, strengthIn, expand };
  });
  return {
    coverageIn: (passage) => {
      let [coverage, expandedCoverage] = [0, 0];
      for (const { share, strengthIn, expand } of readers) {
        const strength = strengthIn(passage);
        coverage += share * strength;
        expandedCoverage += share * expand(strength, passage);
      }
      return { coverage, expandedCoverage };
    },
    matchesIn: (passage) =>
      readers.map(({ term, share, alternatives, strengthIn, expand }) => {
        const strength = strengthIn(passage);
        return { term, share, strength, expandedStrength: expand(strength, passage), alternatives };
      }),
  };
}

/** Returns the share of the query that is out of the site's vocabulary: no passage has anything like these words. */
export function oovShareOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { alternatives, share }) => sum + (alternatives.length === 0 ? share : 0), 0);
}

/** The signals from which the relevance of a hit is computed; shares are weighted by rarity. */
export interface RelevanceSignals {
  /** Share of the query's words that occur in the passage. */
  readonly coverage: number;
  /** Share of the query's words that are out of the site's vocabulary. */
  readonly oovShare: number;
  /** Keyword score as a share of the best that any passage could have for this query. */
  readonly strength: number;
  /** Cosine of query and passage by the word table; undefined when it is not used. */
  readonly nearness: number | undefined;
}

/**
 * Returns the relevance of a passage to the query, 0 to 1, independent of the other hits: the probability that the
 * query is one for this site, by logistic regression. Learned from the best hit of 3,489 queries for pages of
 * seven English documentation sites, many of them shortened or misspelt, against queries made for the other sites
 * and everyday questions; internal/bench/results/search.md has the figures.
 */
export function relevance({ coverage, oovShare, strength, nearness }: RelevanceSignals): number {
  if (nearness === undefined) return logistic(3.44 * coverage - 8.15 * oovShare + 16.51 * strength - 3.27);
  return logistic(3.26 * coverage - 9.43 * oovShare + 9.47 * nearness + 13.87 * strength - 7.42);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

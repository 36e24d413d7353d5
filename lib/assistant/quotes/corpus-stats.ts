import { LRUCache } from "lru-cache";
import type { Passage } from "../../content/model/passage.ts";
import { type Analyzer, createAnalyzer, type Token } from "../../search/analyze/analyze.ts";
import { localeOf } from "../../search/analyze/locales.ts";
import { readData } from "../../search/data.ts";
import type { ScoredPassage } from "../../search/search.ts";

/** Rarity of a word: near 0 for one in almost every passage, about 1 for one in a single passage or in none. */
type Rarity = (term: string) => number;

/** Statistics of the words of one language of a site. */
export interface CorpusStats {
  readonly analyzer: Analyzer;
  readonly rarity: Rarity;
  /**
   * Returns how close a text is to the subject of these docs: the mean over its words of the logarithm of how many times more often
   * the docs use a word than texts about anything do ("weirdness", Ahmad et al. 1999), -2 to 3. Undefined where nothing is
   * known of a language's words.
   */
  readonly typicality: (text: string) => number | undefined;
}

/** A sample this large tells common words from rare ones, at a cost that does not grow with the site. */
const SAMPLE = 500;

interface Passages {
  readonly passages: readonly Passage[];
}

const MIN_TYPICALITY = -2;
const MAX_TYPICALITY = 3;
/** Pseudo-count of Dirichlet smoothing: words added to the docs with the frequencies of general text, since few pages prove little. */
const PRIOR = 300;

const known = new WeakMap<Passages, Map<string, CorpusStats>>();

/** Counts the words of one language of a site, once. */
export function corpusStats(site: Passages, language: string): CorpusStats {
  const languages = known.get(site) ?? new Map<string, CorpusStats>();
  known.set(site, languages);
  const before = languages.get(language);
  if (before) return before;
  const wording = readStats(
    site.passages.filter((passage) => passage.language === language),
    createWordReader(language),
  );
  languages.set(language, wording);
  return wording;
}

function readStats(passages: readonly Passage[], analyzer: Analyzer): CorpusStats {
  const step = Math.max(1, passages.length / SAMPLE);
  const sample = Array.from({ length: Math.ceil(passages.length / step) }, (_, index) => passages[Math.floor(index * step)]);
  // Numbers of passages with a term, and with a word as it is written.
  const [terms, surfaces] = [new Map<string, number>(), new Map<string, number>()];
  for (const passage of sample) {
    if (!passage) continue;
    const tokens = analyzer.tokens(`${passage.title} ${passage.heading} ${passage.text}`);
    countEach(terms, new Set(tokens.map(({ term }) => term)));
    countEach(surfaces, new Set(tokens.map(({ surface }) => surface)));
  }
  const most = Math.log(1 + sample.length);
  const all = surfaces.values().reduce((sum, count) => sum + count, 0);
  const countOf = ({ surface }: Token) => surfaces.get(surface) ?? 0;
  return {
    analyzer,
    rarity: (term) => Math.log(1 + sample.length / Math.max(1, terms.get(term) ?? 0)) / Math.max(most, 1),
    typicality: (text) => typicality(text, analyzer, { all, countOf }),
  };
}

function countEach(counts: Map<string, number>, items: ReadonlySet<string>): void {
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
}

interface WordCounts {
  readonly all: number;
  readonly countOf: (token: Token) => number;
}

function typicality(text: string, { language, tokens }: Analyzer, { all, countOf }: WordCounts): number | undefined {
  const frequency = wordFrequencyOf(language);
  if (!frequency) return undefined;
  const words = [...new Map(tokens(text).map((token) => [token.surface, token])).values()].filter(({ joined }) => !joined);
  const values = words.map((token) => {
    const ratio = (countOf(token) / frequency(token.surface) + PRIOR) / (all + PRIOR);
    return Math.min(MAX_TYPICALITY, Math.max(MIN_TYPICALITY, Math.log(ratio)));
  });
  return values.length === 0 ? MIN_TYPICALITY : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Share of the words of any text that are this one. */
type WordFrequency = (word: string) => number;

/** The shift in Mandelbrot's form of Zipf's law (1949), which gives a word's frequency by its rank. */
const SHIFT = 2.7;
/** Makes the shares of all words of a language sum to about 1. */
const SCALE = 12;

/**
 * Returns the frequencies of a language's words in texts of all kinds; undefined for all but English. @throws Error when its
 * file is missing.
 */
export function wordFrequencyOf(language: string): WordFrequency | undefined {
  const { frequencies } = localeOf(language);
  return frequencies === undefined ? undefined : readData(frequencies, (bytes) => parseFrequencies(String(bytes)));
}

/** Reads words, one a line, the most frequent first. A word that is not among them counts as the next one. */
export function parseFrequencies(text: string): WordFrequency {
  const words = text.split("\n").filter(Boolean);
  const places = new Map(words.map((word, place) => [word, place] as const));
  return (word) => 1 / (SCALE * ((places.get(word) ?? words.length) + SHIFT));
}

/** A longer question is less often held whole, and says more where half of it is; up to this number of words. */
const MOST_WORDS = 8;

/**
 * Returns the probability that the docs answer a question, 0 to 1, by logistic regression over what the search
 * found and how much of the question each quote holds; without quotes, each passage. Learned from 1,080 questions
 * that 12 English sites answer and 600 of everyday life that none does, both given the same weight;
 * internal/bench/results/answers.md has the figures, also those of other sites.
 */
export function confidence(found: readonly ScoredPassage[], coverages?: readonly number[]): number {
  const { score, meant, words, quoted } = readSignals(found, coverages);
  return score === 0 ? 0 : logistic(3.67 * score + 4.91 * meant + 6.5 * words + 12.06 * quoted - 11.8);
}

/**
 * Returns the probability that quotes answer a question, 0 to 1, by logistic regression over the relevance of the
 * best passage, the length of the question, and how well the first and the second quote fit it: if both fit alike,
 * neither stands out. Learned from the quotes of 490 questions of eleven sites, those that hold the marked answer
 * and those that do not given the same weight: internal/bench/results/answers.md has the figures of others.
 */
export function sureness(found: readonly ScoredPassage[], [first = 0, second = 0]: readonly number[]): number {
  const { score, words } = readSignals(found);
  return score === 0 ? 0 : logistic(1.94 * score + 1.31 * words + 3.13 * first - 1.91 * second - 5.18);
}

/**
 * Returns the probability that a question is about the subject of the docs at all, answered or not, 0 to 1, by
 * logistic regression; `typicality` is that of its words. Learned from 864 questions that 12 English sites answer
 * and 200 of everyday life, asked of each, both given the same weight: internal/bench/results/answers.md.
 */
export function topicality(found: readonly ScoredPassage[], coverages: readonly number[], typicality: number): number {
  const { score, words, quoted } = readSignals(found, coverages);
  return score === 0 ? 0 : logistic(2.43 * typicality + 2.94 * score + 5.01 * words + 9.13 * quoted - 6.93);
}

interface Signals {
  /** Relevance of the best passage. */
  readonly score: number;
  /** The largest share of the question that a passage holds, less what no passage holds. */
  readonly meant: number;
  /** Length of the question, as a share of the words that count. */
  readonly words: number;
  /** Share of the question that a quote holds, in the mean. */
  readonly quoted: number;
}

/** Reads the signals, all 0 when nothing was found or nothing can be quoted. */
function readSignals(found: readonly ScoredPassage[], coverages: readonly number[] = found.slice(0, 3).map(coverageOf)): Signals {
  const [best] = found;
  if (!best || coverages.length === 0) return { score: 0, meant: 0, words: 0, quoted: 0 };
  return {
    score: best.score,
    meant: Math.max(...found.map(coverageOf)) * (1 - best.oovShare),
    words: Math.min(best.termMatches.length, MOST_WORDS) / MOST_WORDS,
    quoted: coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length,
  };
}

function coverageOf({ expandedCoverage }: ScoredPassage): number {
  return expandedCoverage;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Characters of all texts whose terms are kept, and of the longest of them: pieces of pages are shorter. */
const [KEPT_CHARS, LONGEST] = [500_000, 4_000];

/** Reads words as the search does. The terms of a text are kept: the pieces of the pages that answer most are read for every question. */
function createWordReader(language: string): Analyzer {
  const analyzer = createAnalyzer(language);
  const kept = new LRUCache<string, string[]>({
    maxSize: KEPT_CHARS,
    maxEntrySize: LONGEST,
    sizeCalculation: (_, text) => 1 + text.length,
    memoMethod: analyzer.terms,
  });
  return { ...analyzer, terms: (text) => kept.memo(text) };
}

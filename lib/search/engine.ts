import type { Passage } from "../content/passage.ts";
import { type Analyzer, createAnalyzer } from "./analyze.ts";
import { type Corpus, createCorpus, readKeywordSources } from "./corpus.ts";
import { fuse, sumByGroup, topItems } from "./fuse.ts";
import { buildKeywordIndex, type KeywordIndex } from "./keyword.ts";
import { type AskedWord, readQuery } from "./query.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** A found passage with what the arms know of it. */
export interface EngineHit {
  readonly passage: Passage;
  /** Place in the ranking, relative to the best hit of this query: 1 is the best possible. */
  readonly rank: number;
  /** Share of the query's words, weighted by rarity, that occur in the passage. */
  readonly coverage: number;
  /** Share of the query's words, weighted by rarity, that the site knows nothing of. */
  readonly unknown: number;
}

export interface EngineRequest {
  readonly query: string;
  readonly limit: number;
  readonly completeLastWord: boolean;
  /** How many passages of one page may be among the hits. */
  readonly perPage: number;
}

/** Searches the passages of one language and version. Never changed after it was made. */
export interface Engine {
  readonly language: string;
  readonly version: string | null;
  readonly analyzer: Analyzer;
  /** Best first; equal ones in the order of the pages. */
  search(request: EngineRequest): EngineHit[];
}

const PASSAGE_DECAY = 0.3;
const PAGE_SHARE = 0.4;

/** What an engine is made of; `save` writes it, `load` reads it. */
interface Parts {
  readonly corpus: Corpus;
  readonly analyzer: Analyzer;
  readonly passageIndex: KeywordIndex;
  readonly pageIndex: KeywordIndex;
  readonly vocabulary: Vocabulary;
}

/** Builds the engine of passages that share a language and a version. */
export function buildEngine(passages: readonly Passage[], language: string, version: string | null): Engine {
  const analyzer = createAnalyzer(language);
  const corpus = createCorpus(passages);
  const sources = readKeywordSources(corpus, analyzer);
  const parts = {
    corpus,
    analyzer,
    passageIndex: buildKeywordIndex(sources.passages),
    pageIndex: buildKeywordIndex(sources.pages),
    vocabulary: createVocabulary(sources.words),
  };
  return { language, version, analyzer, search: (request) => search(parts, request) };
}

function search(parts: Parts, { query, limit, completeLastWord, perPage }: EngineRequest): EngineHit[] {
  const { corpus, passageIndex, pageIndex } = parts;
  const read = readQuery(query, { ...parts, isKnown: (term) => passageIndex.documentFrequency(term) > 0 }, completeLastWord);
  const passageScores = passageIndex.scores(read.terms);
  const pageScores = fuse(
    [
      { scores: sumByGroup(passageScores, corpus.pageOf, corpus.pageCount, PASSAGE_DECAY), weight: 1 - PAGE_SHARE },
      { scores: pageIndex.scores(read.terms), weight: PAGE_SHARE },
    ],
    corpus.pageCount,
  );
  const { coverage, unknown } = cover(passageIndex, read.words);
  return pickPassages(corpus, pageScores, passageScores, perPage)
    .slice(0, limit)
    .map(({ passage, rank }) => ({
      passage: corpus.passages[passage] as Passage,
      rank,
      coverage: coverage[passage] as number,
      unknown,
    }));
}

interface Ranked {
  readonly passage: number;
  readonly rank: number;
}

/** The best passages of the best pages: the best one of a page has the page's score, the others less. */
function pickPassages(
  { pageOf, pageCount }: Corpus,
  pageScores: Float32Array,
  passageScores: Float32Array,
  perPage: number,
): Ranked[] {
  const taken = new Uint16Array(pageCount);
  const best = new Float32Array(pageCount);
  const picked: Ranked[] = [];
  for (const passage of topItems(passageScores, passageScores.length)) {
    const page = pageOf[passage] as number;
    const score = passageScores[passage] as number;
    const place = taken[page] as number;
    if (place >= perPage) continue;
    if (place === 0) best[page] = score;
    taken[page] = place + 1;
    picked.push({
      passage,
      rank: ((pageScores[page] as number) * score * PASSAGE_DECAY ** (place * 0.25)) / (best[page] as number),
    });
  }
  return picked.sort((a, b) => b.rank - a.rank || a.passage - b.passage);
}

/** How much of what was asked each passage holds, and how much the site does not hold at all. */
function cover(index: KeywordIndex, words: readonly AskedWord[]): { coverage: Float32Array; unknown: number } {
  const rarity = words.map(({ alternatives, term }) => index.idf(alternatives[0]?.term ?? term));
  const total = rarity.reduce((sum, value) => sum + value, 0) || 1;
  const coverage = new Float32Array(index.size);
  let unknown = 0;
  words.forEach(({ alternatives }, i) => {
    const share = (rarity[i] as number) / total;
    if (alternatives.length === 0) unknown += share;
    index.addBest(coverage, alternatives, share);
  });
  return { coverage, unknown };
}

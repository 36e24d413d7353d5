import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { Passage } from "../content/passage.ts";
import { type Analyzer, createAnalyzer } from "./analyze.ts";
import { type Corpus, createCorpus, readKeywordSources } from "./corpus.ts";
import { type BuiltInArms, buildArms, type EarlierArms, restoreArms, type SavedArms, usesWordTable } from "./dense.ts";
import { bestByGroup, fuse, topItems, type WeightedScores } from "./fuse.ts";
import { buildKeywordIndex, type KeywordIndex, restoreKeywordIndex, type SavedKeywordIndex } from "./keyword.ts";
import { dotRows, type Matrix } from "./matrix.ts";
import { type AskedWord, readQuery } from "./query.ts";
import { RERANKED, rerank } from "./rerank.ts";
import type { Signals } from "./score.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { builtInWordTable } from "./word-table.ts";

/** A found passage with what the arms know of it. */
export interface EngineHit extends Signals {
  readonly passage: Passage;
  /** Place in the ranking of this query; comparable within one engine only. */
  readonly rank: number;
}

/** How much each dense arm counts beside the keyword arm, which counts 1. */
export type ArmWeights = Config["search"]["weights"];

export interface EngineRequest {
  readonly query: string;
  readonly limit: number;
  readonly completeLastWord: boolean;
  /** How many passages of one page may be among the hits. */
  readonly perPage: number;
  readonly weights: ArmWeights;
  /** The query and the passages as vectors of a provider's model; the built-in dense arms rest then. */
  readonly provided?: { readonly query: Float32Array; readonly passages: Matrix } | undefined;
}

/** Searches the passages of one language and version. Never changed after it was made. */
export interface Engine {
  readonly language: string;
  readonly version: string | null;
  /** Equal for engines that give the same results. */
  readonly hash: string;
  readonly passages: readonly Passage[];
  readonly analyzer: Analyzer;
  /** Best first; equal ones in the order of the pages. */
  search(request: EngineRequest): Promise<EngineHit[]>;
  save(): SavedEngine;
}

/** An engine without its passages, which the site keeps. */
export interface SavedEngine {
  readonly hash: string;
  readonly passageIndex: SavedKeywordIndex;
  readonly pageIndex: SavedKeywordIndex;
  readonly words: { readonly surfaces: readonly string[]; readonly counts: Uint32Array };
  readonly arms: SavedArms;
}

/** Raised when the same passages would give another engine than before. */
const FORMAT = 1;
/** How much the index of whole pages counts beside that of passages. */
const PAGE_SHARE = 0.4;
/** Each further passage of a page stands a little lower, so that other pages come in between. */
const NEXT_OF_PAGE = 0.93;
/** A passage that shares no word with the query must be this near in meaning to be found. */
const NEAR = 0.3;
/** Pages taken into account beyond the limit, for those whose passages all turn out to be too far. */
const SPARE_PAGES = 50;

/** Identifies the engine of the passages: what it is made from and by what. */
export function hashEngine(passages: readonly Passage[], language: string): string {
  const table = usesWordTable(language) ? builtInWordTable().id : null;
  const made = JSON.stringify([FORMAT, language, table, passages.map(({ id, hash }) => [id, hash])]);
  return createHash("sha256").update(made).digest("hex");
}

/** Builds the engine of passages that share a language and a version, from an earlier one where little has changed. */
export function buildEngine(passages: readonly Passage[], language: string, earlier?: Engine): Engine {
  const analyzer = createAnalyzer(language);
  const corpus = createCorpus(passages);
  const sources = readKeywordSources(corpus, analyzer);
  return assemble(hashEngine(passages, language), {
    corpus,
    analyzer,
    passageIndex: buildKeywordIndex(sources.passages),
    pageIndex: buildKeywordIndex(sources.pages),
    vocabulary: createVocabulary(sources.words),
    builtIn: buildArms({ passages, bodies: sources.bodies }, analyzer, earlier && toEarlierArms(earlier)),
  });
}

/** The engine that `save` wrote down, with the same results. */
export function restoreEngine(saved: SavedEngine, passages: readonly Passage[], language: string): Engine {
  const analyzer = createAnalyzer(language);
  const { surfaces, counts } = saved.words;
  return assemble(saved.hash, {
    corpus: createCorpus(passages),
    analyzer,
    passageIndex: restoreKeywordIndex(saved.passageIndex),
    pageIndex: restoreKeywordIndex(saved.pageIndex),
    vocabulary: createVocabulary(surfaces.map((surface, i) => ({ surface, count: counts[i] as number }))),
    builtIn: restoreArms(saved.arms, analyzer),
  });
}

/** What an engine is made of. */
interface Parts {
  readonly corpus: Corpus;
  readonly analyzer: Analyzer;
  readonly passageIndex: KeywordIndex;
  readonly pageIndex: KeywordIndex;
  readonly vocabulary: Vocabulary;
  readonly builtIn: BuiltInArms;
}

function assemble(hash: string, parts: Parts): Engine {
  const { passages } = parts.corpus;
  return {
    language: parts.analyzer.language,
    version: passages[0]?.version ?? null,
    hash,
    passages,
    analyzer: parts.analyzer,
    search: (request) => search(parts, request),
    save: () => ({
      hash,
      passageIndex: parts.passageIndex.save(),
      pageIndex: parts.pageIndex.save(),
      words: {
        surfaces: parts.vocabulary.words.map(({ surface }) => surface),
        counts: Uint32Array.from(parts.vocabulary.words, ({ count }) => count),
      },
      arms: parts.builtIn.save(),
    }),
  };
}

function toEarlierArms({ save, passages }: Engine): EarlierArms {
  return { saved: save().arms, hashes: passages.map(({ hash }) => hash) };
}

async function search(parts: Parts, request: EngineRequest): Promise<EngineHit[]> {
  const { corpus, passageIndex, pageIndex } = parts;
  const lexicon = { ...parts, isKnown: (term: string) => passageIndex.documentFrequency(term) > 0 };
  const query = readQuery(request.query, lexicon, request.completeLastWord);
  const byKeyword = passageIndex.scores(query.terms);
  const builtIn = await scoreByMeaning(parts, query.text, request.weights);
  const byMeaning = request.provided ? [scoreProvided(request.provided, request.weights)] : builtIn;
  const byPage = pageIndex.scores(query.terms);
  const pages = rankPages(corpus, byKeyword, byPage, byMeaning);
  const passages = fuse([{ scores: byKeyword, weight: 1 }, ...byMeaning], corpus.passages.length);
  const covered = cover(passageIndex, query.words);
  const highest = passageIndex.highestScore(query.terms) || 1;
  const nearness = builtIn.find(({ kind }) => kind === "words")?.scores;
  const isFound = (passage: number) =>
    (byKeyword[passage] as number) > 0 || byMeaning.some(({ scores }) => (scores[passage] as number) >= NEAR);
  const pool = { limit: Math.max(request.limit, RERANKED), perPage: request.perPage };
  const hits = pickPassages(corpus, { pages, passages, isFound }, pool).map(({ passage, rank }) => ({
    passage: corpus.passages[passage] as Passage,
    rank,
    coverage: covered.coverage[passage] as number,
    unknown: covered.unknown,
    strength: (byKeyword[passage] as number) / highest,
    nearness: nearness?.[passage],
  }));
  const table = nearness && !request.provided ? parts.builtIn.arms.find(({ kind }) => kind === "words") : undefined;
  return (table ? await rerank(hits, query.text, table.embedding) : hits).slice(0, request.limit);
}

interface ArmScores extends WeightedScores {
  readonly kind: keyof ArmWeights;
}

/** Cosines of every passage with the query, by each built-in arm that counts. */
function scoreByMeaning({ builtIn }: Parts, text: string, weights: ArmWeights): Promise<ArmScores[]> {
  return Promise.all(
    builtIn.arms
      .filter(({ kind }) => weights[kind] > 0)
      .map(async ({ kind, embedding, vectors }) => {
        const [vector = new Float32Array(embedding.dimensions)] = await embedding.embed([text]);
        return { kind, scores: dotRows(vectors, vector), weight: weights[kind] };
      }),
  );
}

function scoreProvided({ query, passages }: NonNullable<EngineRequest["provided"]>, weights: ArmWeights): ArmScores {
  return { kind: "provider", scores: dotRows(passages, query), weight: weights.provider };
}

function rankPages(
  { pageOf, pageCount }: Corpus,
  byKeyword: Float32Array,
  byPage: Float32Array,
  byMeaning: readonly WeightedScores[],
): Float32Array {
  const toPages = (scores: Float32Array) => bestByGroup(scores, pageOf, pageCount);
  const pagesByKeyword = fuse(
    [
      { scores: toPages(byKeyword), weight: 1 - PAGE_SHARE },
      { scores: byPage, weight: PAGE_SHARE },
    ],
    pageCount,
  );
  const dense = byMeaning.map(({ scores, weight }) => ({ scores: toPages(scores), weight }));
  return fuse([{ scores: pagesByKeyword, weight: 1 }, ...dense], pageCount);
}

interface Ranked {
  readonly passage: number;
  readonly rank: number;
}

interface Ranking {
  readonly pages: Float32Array;
  readonly passages: Float32Array;
  readonly isFound: (passage: number) => boolean;
}

/** The best passages of the best pages, in one order: the best one of a page stands where the page stands. */
function pickPassages(
  { pageOf }: Corpus,
  { pages, passages, isFound }: Ranking,
  { limit, perPage }: Pick<EngineRequest, "limit" | "perPage">,
): Ranked[] {
  const chosen = new Map(topItems(pages, limit + SPARE_PAGES).map((page): [number, number[]] => [page, []]));
  passages.forEach((score, passage) => {
    if (score > 0) chosen.get(pageOf[passage] as number)?.push(passage);
  });
  const scoreOf = (passage: number) => passages[passage] as number;
  const picked = [...chosen].flatMap(([page, members]) => {
    const best = members
      .filter(isFound)
      .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
      .slice(0, perPage);
    const factor = (pages[page] as number) / scoreOf(best[0] ?? 0);
    return best.map((passage, place) => ({ passage, rank: factor * scoreOf(passage) * NEXT_OF_PAGE ** place }));
  });
  return picked.sort((a, b) => b.rank - a.rank || a.passage - b.passage).slice(0, limit);
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

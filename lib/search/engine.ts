import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { Passage } from "../content/passage.ts";
import { type Analyzer, createAnalyzer } from "./analyze.ts";
import { type Corpus, createCorpus, readKeywordSources } from "./corpus.ts";
import {
  type BuiltInArms,
  buildArms,
  type DenseArm,
  type EarlierArms,
  restoreArms,
  type SavedArms,
  usesWordTable,
} from "./dense.ts";
import type { Embedding } from "./embedding.ts";
import { bestByGroup, fuse, topItems, type WeightedScores } from "./fuse.ts";
import { buildKeywordIndex, type KeywordIndex, restoreKeywordIndex, type SavedKeywordIndex } from "./keyword.ts";
import { dotRows, type Matrix } from "./matrix.ts";
import { MEANING_STRENGTH, type ReadQuery, readQuery } from "./query.ts";
import { toQueryVector } from "./query-vector.ts";
import { RERANKED, rerank } from "./rerank.ts";
import type { Signals } from "./score.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { builtInWordTable } from "./word-table.ts";

/** A found passage with what the arms know of it. */
export interface EngineHit extends Signals {
  readonly passage: Passage;
  /** Place in the ranking of this query; comparable within one engine only. */
  readonly rank: number;
  /** Share of what was asked that the passage holds, in the words of the query or, for less, in words that they may mean. */
  readonly meant: number;
}

/** How much each dense arm counts beside the keyword arm, which counts 1, and a meaning beside the word that was asked. */
export type ArmWeights = Config["search"]["weights"];

export interface EngineRequest {
  readonly query: string;
  /** Whose words and phrases are looked up in the thesaurus; the query where it is left out. */
  readonly question?: string;
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
/** A meaning that stands in more of the passages tells none from the others. */
const MOST_PASSAGES_SHARE = 0.15;
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
  const meaningWeight = request.provided ? 0 : request.weights.thesaurus;
  const frequency = (term: string) => passageIndex.documentFrequency(term);
  const most = Math.max(3, passageIndex.size * MOST_PASSAGES_SHARE);
  const tells = (term: string) => frequency(term) > 0 && frequency(term) <= most;
  const lexicon = { ...parts, meaningWeight, isKnown: (term: string) => frequency(term) > 0, tells };
  const query = readQuery(request, lexicon);
  const byKeyword = passageIndex.scores(query.terms);
  const holders = passageIndex.addChoices(byKeyword, query.choices);
  const builtIn = await scoreByMeaning(parts, query, request.weights);
  const byMeaning = request.provided ? [scoreProvided(request.provided, request.weights)] : builtIn;
  const byPage = pageIndex.scores(query.terms);
  pageIndex.addChoices(byPage, query.choices);
  const pages = rankPages(corpus, byKeyword, byPage, byMeaning);
  const passages = fuse([{ scores: byKeyword, weight: 1 }, ...byMeaning], corpus.passages.length);
  const covered = cover(passageIndex, query, holders);
  const highest = passageIndex.highestScore(query.terms) || 1;
  const words = builtIn.find(({ kind }) => kind === "words");
  const nearness = words?.scores;
  const isFound = (passage: number) =>
    (byKeyword[passage] as number) > 0 || byMeaning.some(({ scores }) => (scores[passage] as number) >= NEAR);
  const pool = { limit: Math.max(request.limit, RERANKED), perPage: request.perPage };
  const hits = pickPassages(corpus, { pages, passages, isFound }, pool).map(({ passage, rank }) => ({
    passage: corpus.passages[passage] as Passage,
    rank,
    coverage: covered.coverage[passage] as number,
    meant: covered.meant[passage] as number,
    unknown: covered.unknown,
    strength: (byKeyword[passage] as number) / highest,
    nearness: nearness?.[passage],
  }));
  return (words && !request.provided ? await rerank(hits, query.text, words) : hits).slice(0, request.limit);
}

interface ArmScores extends WeightedScores {
  readonly kind: DenseArm["kind"] | "provider";
}

interface BuiltInScores extends ArmScores {
  readonly embedding: Embedding;
  /** The query as the arm sees it. */
  readonly asked: Float32Array;
}

/** Cosines of every passage with the query, by each built-in arm that counts. */
function scoreByMeaning({ builtIn }: Parts, query: ReadQuery, weights: ArmWeights): Promise<BuiltInScores[]> {
  return Promise.all(
    builtIn.arms
      .filter(({ kind }) => weights[kind] > 0)
      .map(async ({ kind, embedding, vectors }) => {
        const asked = await toQueryVector(kind === "words" ? query : { ...query, meanings: [] }, embedding);
        return { kind, embedding, asked, scores: dotRows(vectors, asked), weight: weights[kind] };
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

interface Covered {
  /** For each passage the share of what was asked that it holds. */
  readonly coverage: Float32Array;
  /** The same, where a word also counts, for less, when what it may mean is there. */
  readonly meant: Float32Array;
  /** Share of what was asked that the site does not hold at all. */
  readonly unknown: number;
}

/** Every share is weighted by the rarity of the words. */
function cover(index: KeywordIndex, { words, meanings }: ReadQuery, holders: readonly (readonly number[])[]): Covered {
  const rarity = words.map(({ alternatives, term }) => index.idf(alternatives[0]?.term ?? term));
  const total = rarity.reduce((sum, value) => sum + value, 0) || 1;
  const coverage = new Float32Array(index.size);
  const meant = new Float32Array(index.size);
  let unknown = 0;
  const weights = new Float32Array(index.size);
  words.forEach(({ term, alternatives }, i) => {
    const share = (rarity[i] as number) / total;
    if (alternatives.length === 0) unknown += share;
    const holding = index.raiseTo(weights, alternatives);
    for (const id of holding) coverage[id] = (coverage[id] as number) + share * (weights[id] as number);
    const bySense = meanings.flatMap(({ said }, place) => (said.includes(term) ? (holders[place] ?? []) : []));
    for (const id of bySense) {
      if (weights[id] === 0) holding.push(id);
      weights[id] = Math.max(weights[id] as number, MEANING_STRENGTH);
    }
    for (const id of holding) {
      meant[id] = (meant[id] as number) + share * (weights[id] as number);
      weights[id] = 0;
    }
  });
  return { coverage, meant, unknown };
}

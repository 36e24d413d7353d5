import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Passage } from "../content/model/passage.ts";
import { type Analyzer, createAnalyzer } from "./analyze/analyze.ts";
import { type Corpus, createCorpus, readKeywordSources } from "./corpus.ts";
import {
  buildRetriever,
  type DenseRetriever,
  type EarlierRetriever,
  restoreRetriever,
  retrieveDense,
  type SavedRetriever,
} from "./dense/dense.ts";
import { dotPacked, type PackedMatrix, type RoundedVector, roundVector } from "./dense/matrix.ts";
import { wordTableOf } from "./dense/word-table.ts";
import {
  buildKeywordIndex,
  documentOf,
  holds,
  type KeywordIndex,
  restoreKeywordIndex,
  type SavedKeywordIndex,
} from "./keyword/keyword.ts";
import { codesIn } from "./query/code.ts";
import { type Lexicon, type ParsedQuery, parseQuery } from "./query/query.ts";
import { createVocabulary, thesaurusOf, type Vocabulary } from "./query/vocabulary.ts";
import { createMatcher, oovShareOf, type RelevanceSignals, type TermMatch, weighWords } from "./rank/coverage.ts";
import { createPhraseFinder, toWords } from "./rank/phrases.ts";
import {
  addGains,
  type Candidate,
  createHeadings,
  findRecords,
  fuseRetrieved,
  type Gain,
  type Headings,
  highest,
  type Records,
  type Retrieved,
  raise,
  recordShare,
  select,
  weighPages,
} from "./rank/rank.ts";
import { createPassageReader, type PassageReader, type RankedPassage, RERANK_DEPTH, rerank } from "./rank/rerank.ts";
import { findSection, type Section } from "./rank/section.ts";

/** A found passage with its score, which is comparable only within one engine and query, and the evidence for it. */
export interface EngineHit extends RankedPassage, RelevanceSignals {
  /**
   * The section of it whose heading the query is, word for word; the first one where the query is the title of its page; null where it
   * has the code that the query is.
   */
  readonly typedAnchor: string | null | undefined;
  /** The query with misspelt words replaced; undefined where there are none. */
  readonly correctedQuery: string | undefined;
  /** Returns the match of each word of the query in the passage. */
  readonly matchTerms: () => readonly TermMatch[];
  /** Finds the part of the passage that fits the query best. */
  readonly findSection: () => Section;
}

/** Weight of each dense retriever beside the keyword index, which has 1, and of a synonym beside the word of the query. */
/** What each measure counts beside a keyword ranking of 1; 0 switches it off. */
export interface SearchWeights {
  readonly words: number;
  readonly thesaurus: number;
  readonly provider: number;
}

/** Values from 0.2 to 0.8 differed little; that of a provider was not measured with a particular model. */
export const WEIGHTS: SearchWeights = { words: 0.5, thesaurus: 0.35, provider: 0.5 };

export interface EngineRequest {
  readonly query: string;
  /** Its words and phrases are looked up in the thesaurus. Default: the query. */
  readonly question?: string;
  readonly limit: number;
  readonly completeLastWord: boolean;
  /** Texts that a passage must have, word for word. */
  readonly phrases?: readonly string[];
  /** The most passages of one page among the hits. */
  readonly perPage: number;
  readonly weights: SearchWeights;
  /** The query and the passages as vectors of a provider's model; these replace the built-in dense retriever and the synonyms. */
  readonly provided?: { readonly query: Float32Array; readonly passages: PackedMatrix } | undefined;
}

/** Searches the passages of one language and version. Never changed after it was made. */
export interface Engine {
  readonly language: string;
  readonly version: string | null;
  /** Equal for engines that give the same results. */
  readonly hash: string;
  readonly passages: readonly Passage[];
  /** The built-in dense retriever; undefined for a language without a word table. */
  readonly dense: DenseRetriever | undefined;
  /** Best first; equal ones in the order of the pages. */
  search(request: EngineRequest): EngineHit[];
  save(): SavedEngine;
}

/** An engine without its passages, which the site keeps. */
export interface SavedEngine {
  readonly hash: string;
  readonly passageIndex: SavedKeywordIndex;
  readonly pageIndex: SavedKeywordIndex;
  readonly vocabulary: { readonly surfaces: readonly string[]; readonly counts: Uint32Array };
  /** Null for a language without a word table. */
  readonly dense: SavedRetriever | null;
}

/** Bump it when the same passages give a different engine than before. */
const FORMAT = 9;
/** A passage that shares no word with the query is found from this cosine on. */
const MIN_COSINE = 0.3;
/** A synonym in more of the passages distinguishes none of them. */
const MAX_PASSAGES_SHARE = 0.15;

/** Identifies the engine of the passages: its sources and the code that builds it. */
export function hashEngine(passages: readonly Passage[], language: string): string {
  const table = wordTableOf(language)?.id ?? null;
  const made = JSON.stringify([FORMAT, language, table, passages.map(({ id, hash }) => [id, hash])]);
  return createHash("sha256").update(made).digest("hex");
}

/** Builds the engine of passages that share a language and a version, from an earlier one where little has changed. */
export function buildEngine(passages: readonly Passage[], language: string, earlier?: Engine): Engine {
  const parts = buildParts(passages, language, earlier && reusableOf(earlier));
  const { corpus, analyzer } = parts;
  const hash = hashEngine(passages, language);
  return assemble(hash, { ...parts, records: findRecords(corpus, analyzer), headings: createHeadings(corpus, analyzer) });
}

/** Returns what `restoreEngine` makes the same engine of. Reads no blocks of the passages. */
export function buildSaved(passages: readonly Passage[], language: string, reusable?: EarlierRetriever): SavedEngine {
  return toSaved(hashEngine(passages, language), buildParts(passages, language, reusable));
}

/** Returns what the engine after this one can use again. */
export function reusableOf({ dense, passages }: Engine): EarlierRetriever | undefined {
  return dense && { saved: dense.save(), hashes: passages.map(({ hash }) => hash) };
}

function buildParts(passages: readonly Passage[], language: string, reusable: EarlierRetriever | undefined): BuiltParts {
  const analyzer = createAnalyzer(language);
  const corpus = createCorpus(passages);
  const table = wordTableOf(language);
  // First, so that the memory of its building is free for the sources of the indexes.
  const dense = table && buildRetriever(passages, table, reusable);
  const sources = readKeywordSources(corpus, analyzer);
  return {
    corpus,
    analyzer,
    passageIndex: buildKeywordIndex(sources.passages),
    pageIndex: buildKeywordIndex(sources.pages),
    vocabulary: createVocabulary(sources.words),
    dense,
  };
}

/**
 * Restores an engine from what `save` wrote, or from a thread that builds it, with the same results. It works in steps, so that a
 * serving process is never blocked for long.
 */
export async function restoreEngine(
  saving: SavedEngine | Promise<SavedEngine>,
  passages: readonly Passage[],
  language: string,
): Promise<Engine> {
  const corpus = createCorpus(passages);
  const analyzer = createAnalyzer(language);
  const [saved, { table, ...derived }] = await Promise.all([saving, deriveParts(corpus, analyzer)]);
  const { surfaces, counts } = saved.vocabulary;
  const passageIndex = restoreKeywordIndex(saved.passageIndex);
  await setImmediate();
  const pageIndex = restoreKeywordIndex(saved.pageIndex);
  await setImmediate();
  const vocabulary = createVocabulary(surfaces.map((surface, i) => ({ surface, count: counts[i] as number })));
  const dense = table && saved.dense ? restoreRetriever(saved.dense, table) : undefined;
  return assemble(saved.hash, { corpus, analyzer, passageIndex, pageIndex, vocabulary, dense, ...derived });
}

/** Derives what is not saved of an engine. */
async function deriveParts(corpus: Corpus, analyzer: Analyzer) {
  const table = wordTableOf(analyzer.language);
  await setImmediate();
  // Loaded now, so that the first search does not wait for it.
  thesaurusOf(analyzer.language);
  await setImmediate();
  const records = findRecords(corpus, analyzer);
  await setImmediate();
  return { table, records, headings: createHeadings(corpus, analyzer) };
}

/** The parts of an engine that are saved, and what they were made of. */
interface BuiltParts {
  readonly corpus: Corpus;
  readonly analyzer: Analyzer;
  readonly passageIndex: KeywordIndex;
  readonly pageIndex: KeywordIndex;
  readonly vocabulary: Vocabulary;
  readonly dense: DenseRetriever | undefined;
}

/** The parts of an engine. */
interface Parts extends BuiltParts {
  readonly reader: PassageReader;
  readonly records: Records;
  readonly headings: Headings;
}

function assemble(hash: string, made: Omit<Parts, "reader">): Engine {
  const { passages } = made.corpus;
  const parts = { ...made, reader: createPassageReader(made.analyzer, made.dense?.embedding) };
  return {
    language: parts.analyzer.language,
    version: passages[0]?.version ?? null,
    hash,
    passages,
    dense: parts.dense,
    search: (request) => search(parts, request),
    save: () => toSaved(hash, parts),
  };
}

function toSaved(hash: string, { passageIndex, pageIndex, vocabulary: { words }, dense }: BuiltParts): SavedEngine {
  const vocabulary = { surfaces: words.map(({ surface }) => surface), counts: Uint32Array.from(words, ({ count }) => count) };
  return { hash, passageIndex: passageIndex.save(), pageIndex: pageIndex.save(), vocabulary, dense: dense?.save() ?? null };
}

/** Runs parse → retrieve → fuse → select → rerank → cut. */
function search(parts: Parts, request: EngineRequest): EngineHit[] {
  const query = parseQuery(request, toLexicon(parts, request));
  const retrieved = retrieve(parts, query, request);
  const shareOf = recordShare(
    parts.records,
    query.words.map(({ term }) => term),
    request.question ?? request.query,
  );
  const typed = findTyped(parts, request.query);
  const found = weighPages(fuseRetrieved(retrieved, parts.corpus), shareOf);
  const quoted = findQuoted(parts, request.phrases ?? []);
  const begun = request.completeLastWord ? parts.headings.beginWith(request.query) : [];
  const raised = addGains(
    found,
    [...rareWords(query, parts), ...begun, ...(quoted ? [{ gain: 1, passages: quoted }] : [])],
    parts.corpus,
  );
  const fused = raise(raised, typed, parts.corpus);
  const limit = Math.max(request.limit, RERANK_DEPTH);
  const candidates = select(fused, parts.corpus, {
    isFound: quoted ? isIn(quoted) : isFoundIn(retrieved),
    limit,
    perPage: request.perPage,
  });
  const top = highest(found.pages);
  const unordered = toHits(candidates, { query, shareOf, typed }, retrieved, parts);
  const queryVector = request.provided ? undefined : retrieved.words?.queryVector;
  const hits = raisePhrases(unordered, { query: request.query, gain: top * (queryVector ? 1 : WITHOUT_VECTORS) }, parts);
  const reranked = queryVector ? rerank(hits, { queryVector, top }, parts.reader) : hits;
  const best = typedFirst(reranked).slice(0, request.limit);
  const words = weighWords(query.words, parts.passageIndex);
  const correctedQuery = query.text === request.query ? undefined : query.text;
  return best.map((hit) => ({
    ...hit,
    correctedQuery,
    findSection: () => findSection(hit.passage, { words, typedAnchor: hit.typedAnchor }, parts.reader),
  }));
}

/** Power of the share of the query that a phrase is: a whole error message counts, three words of a question hardly do. */
const PHRASE_POWER = 3;
/** Share of its gain that a phrase has where hits are not reranked, so that nothing else is added to their ranks. */
const WITHOUT_VECTORS = 0.5;
/** A word that more pages have is not rare. */
const MAX_RARE_PAGES = 3;
/**
 * Gains of passages that hold a rare word, beside the score of the best one: of a number or a code by its share of the query, of a plain word
 * by its third power, so that it counts where it is nearly all that is asked.
 */
const NUMBER_GAIN = 3;
const WORD_GAIN = 2;
const HAS_NUMBER = /\p{N}/u;

/**
 * Returns the gains of passages that hold a word of the query that few pages have: a number or a name says more of what is asked than
 * the title of a page that has the other words. Shares are by the square of rarity, which leaves small
 * words nothing. Plain words are left to the keyword index where no vectors outweigh it: in other languages than English a rare form is often
 * one of a common word.
 */
function rareWords({ words }: ParsedQuery, { passageIndex, pageIndex, dense }: Parts): Gain[] {
  const rarity = words.map(({ alternatives, term }) => passageIndex.idf(alternatives[0]?.term ?? term) ** 2);
  const total = rarity.reduce((sum, value) => sum + value, 0) || 1;
  return words.flatMap(({ term, alternatives }, index) => {
    const pages = pageIndex.documentFrequency(term);
    const isNumber = HAS_NUMBER.test(term);
    if (alternatives[0]?.term !== term || pages === 0 || pages > MAX_RARE_PAGES || !(isNumber || dense)) return [];
    const share = (rarity[index] as number) / total;
    const gain = isNumber ? NUMBER_GAIN * share : WORD_GAIN * share ** 3;
    return [{ gain, passages: Array.from(passageIndex.postings(term), documentOf) }];
  });
}

/** Raises hits that have words of the query in its order: those are a find, the same words scattered may be chance. */
function raisePhrases<Hit extends RankedPassage>(
  hits: readonly Hit[],
  { query, gain }: { readonly query: string; readonly gain: number },
  { reader, analyzer }: Parts,
): readonly Hit[] {
  const shareIn = createPhraseFinder(query, analyzer.language);
  if (!shareIn) return hits;
  return hits
    .map((hit) => ({ ...hit, rank: hit.rank + gain * shareIn(reader.readWords(hit.passage)) ** PHRASE_POWER }))
    .sort((left, right) => right.rank - left.rank);
}

/** Finds the passages that have every phrase; undefined without phrases. */
function findQuoted(
  { passageIndex, corpus, analyzer, reader }: Parts,
  phrases: readonly string[],
): readonly number[] | undefined {
  if (phrases.length === 0) return undefined;
  const wanted = phrases.map(toWords);
  const terms = new Set(
    phrases.flatMap((phrase) => analyzer.tokens(phrase).flatMap(({ term, joined }) => (joined ? [] : [term]))),
  );
  const [rarest, ...others] = [...terms]
    .map((term) => passageIndex.postings(term))
    .sort((left, right) => left.length - right.length);
  const documents = Array.from(rarest ?? [], documentOf).filter((document) =>
    others.every((postings) => holds(postings, document)),
  );
  return documents
    .slice(0, MAX_SEARCHED)
    .filter((document) => wanted.every((words) => reader.readWords(corpus.passages[document] as Passage).includes(words)));
}

/** Passages of which the text is searched for code. */
const MAX_SEARCHED = 500;
/** Finds the passages whose heading, or page's title, was typed whole, each with its anchor; or else those that have the code that was typed. */
function findTyped({ headings, passageIndex, corpus, analyzer }: Parts, query: string): ReadonlyMap<number, string | null> {
  const found = headings.find(query);
  if (found.size > 0) return found;
  const [code] = /\s/.test(query.trim()) ? [] : codesIn(query);
  if (code === undefined) return found;
  const postings = [...new Set(analyzer.terms(code))].map((term) => passageIndex.postings(term));
  const fewest = postings.toSorted((left, right) => left.length - right.length)[0] ?? [];
  if (fewest.length > MAX_SEARCHED) return found;
  const has = ({ heading, text }: Passage) => `${heading}\n${text}`.toLowerCase().includes(code);
  const documents = Array.from(fewest, documentOf).filter((document) => has(corpus.passages[document] as Passage));
  return new Map(documents.map((document) => [document, null]));
}

/** Puts those first that hold what was typed whole, as a heading, a title or code: what else their text says is no matter then. */
function typedFirst<Hit extends Pick<EngineHit, "rank" | "typedAnchor">>(hits: readonly Hit[]): Hit[] {
  const typed = hits.filter(({ typedAnchor }) => typedAnchor !== undefined);
  const top = hits[0]?.rank ?? 0;
  return [...typed.map((hit) => ({ ...hit, rank: Math.max(hit.rank, top) })), ...hits.filter((hit) => !typed.includes(hit))];
}

function toLexicon({ passageIndex, analyzer, vocabulary }: Parts, { provided, weights }: EngineRequest): Lexicon {
  const frequency = passageIndex.documentFrequency;
  const most = Math.max(3, passageIndex.size * MAX_PASSAGES_SHARE);
  return {
    analyzer,
    vocabulary,
    synonymWeight: provided ? 0 : weights.thesaurus,
    isKnown: (term) => frequency(term) > 0,
    isDiscriminative: (term) => frequency(term) > 0 && frequency(term) <= most,
  };
}

interface EngineRetrieved extends Retrieved {
  /** For each passage the synonyms of which it holds any alternative, as bits. */
  readonly matchingGroups: Uint32Array;
  /** By the word table, also where a provider's vectors count instead; undefined when it is not used. */
  readonly words: { readonly queryVector: RoundedVector; readonly scores: Float32Array } | undefined;
}

function retrieve(parts: Parts, query: ParsedQuery, { weights, provided }: EngineRequest): EngineRetrieved {
  const words = parts.dense && weights.words > 0 ? retrieveDense(parts.dense, query) : undefined;
  const { scores: keyword, matchingGroups } = parts.passageIndex.search(query);
  const { scores: keywordPages } = parts.pageIndex.search(query);
  const builtIn = words && { scores: words.scores, weight: weights.words };
  const dense = provided
    ? { scores: dotPacked(provided.passages, roundVector(provided.query)), weight: weights.provider }
    : builtIn;
  return { keyword, keywordPages, dense, matchingGroups, words };
}

function isIn(documents: readonly number[]): (passage: number) => boolean {
  const found = new Set(documents);
  return (passage) => found.has(passage);
}

function isFoundIn({ keyword, dense }: Retrieved): (passage: number) => boolean {
  return (passage) => (keyword[passage] as number) > 0 || (dense?.scores[passage] ?? 0) >= MIN_COSINE;
}

/** A query with what it says of pages and passages. */
interface Ranked {
  readonly query: ParsedQuery;
  readonly shareOf: (page: number) => number;
  readonly typed: ReadonlyMap<number, string | null>;
}

function toHits(
  candidates: readonly Candidate[],
  { query: { words, terms, synonyms, synonymGroups }, shareOf, typed }: Ranked,
  { keyword, matchingGroups, words: dense }: EngineRetrieved,
  { corpus, passageIndex }: Parts,
): Omit<EngineHit, "findSection" | "correctedQuery">[] {
  const weighed = weighWords(words, passageIndex);
  const matcher = createMatcher(weighed, { synonyms, synonymGroups, matchingGroups }, passageIndex);
  const oovShare = oovShareOf(weighed);
  const highest = passageIndex.highestScore(terms) || 1;
  return candidates.map(({ passage, rank }) => ({
    passage: corpus.passages[passage] as Passage,
    rank,
    pageShare: shareOf(corpus.pageOf[passage] as number),
    typedAnchor: typed.get(passage),
    ...matcher.coverageIn(passage),
    oovShare,
    strength: (keyword[passage] as number) / highest,
    nearness: dense?.scores[passage],
    matchTerms: () => matcher.matchesIn(passage),
  }));
}

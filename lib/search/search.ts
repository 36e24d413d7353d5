/*
 * The search: finds passages by their words and by their meaning, without a network.
 * A query and a site come in; passages come out, best first, each with its relevance.
 * Start at `searchPassages`. `engine.ts` searches one language and version, with `query/`, `keyword/`, `dense/` and `rank/`;
 * internal/decisions/0002-search.md has the reasons, internal/bench/results/search.md the figures.
 */

import type { Project } from "../config/schema.ts";
import type { Passage } from "../content/model/passage.ts";
import { timeSearch } from "../metrics/record.ts";
import { perObject } from "../per-object.ts";
import { takeTurn } from "../turns.ts";
import { configuredProvider, type Provider } from "./dense/provider.ts";
import { type Engine, type EngineHit, type EngineRequest, WEIGHTS } from "./engine.ts";
import { enginesOf, type SearchableSite } from "./engines.ts";
import { relevance, type TermMatch } from "./rank/coverage.ts";
import { quotedPhrases } from "./rank/phrases.ts";
import type { Section } from "./rank/section.ts";

export type { SearchableSite } from "./engines.ts";

export interface PassageRequest {
  readonly query: string;
  /** The reader's own question, where the query was made from it: its phrases are looked up in the thesaurus. */
  readonly question?: string;
  /** The most passages to give. */
  readonly limit: number;
  /** A member that is given restricts exactly; one that is absent does not restrict. */
  readonly filter?:
    | { readonly version?: string | null | undefined; readonly language?: string | null | undefined }
    | null
    | undefined;
  /** A language that the reader reads: what is found in it comes first. */
  readonly preferredLanguage?: string | undefined;
  /** The query comes from a search box, so its last word may be unfinished. Default false. */
  readonly completeLastWord?: boolean;
  /** Requires text in quotation marks word for word. Default false: a question may quote what the docs do not say. */
  readonly requireQuoted?: boolean;
  /** The most passages of one page. Default 3. */
  readonly perPage?: number;
  readonly signal?: AbortSignal;
}

/** A found passage. */
export interface ScoredPassage {
  readonly passage: Passage;
  /** Relevance to the query, 0 to 1, whatever the other results are. */
  readonly score: number;
  /** Place in the ranking of this language and version, as a share of its best, which has 1. */
  readonly relativeRank: number;
  /** Share of the query, weighted by rarity, that the passage holds, in its words or, for less, in synonyms. */
  readonly expandedCoverage: number;
  /** Share of the query, weighted by rarity, that is out of the vocabulary of this language and version. */
  readonly oovShare: number;
  /** The match of each word of the query in the passage, in the order of the query; the shares of the words sum to 1. */
  readonly termMatches: readonly TermMatch[];
  /** The query with misspelt words replaced by those of this language and version; undefined where there are none. */
  readonly correctedQuery: string | undefined;
  /** The part of the passage that fits the query best; results and citations lead to it. */
  readonly section: Section;
}

/** A found passage before its words and its best section are looked for. */
export type FoundPassage = Omit<ScoredPassage, "termMatches" | "section"> & Pick<EngineHit, "matchTerms" | "findSection">;

const MAX_PER_PAGE = 3;
const MAX_QUERY_LENGTH = 1_000;
/**
 * The number of passages that are compared of each language and version, however few are asked for, so that the order never
 * depends on the number. Also the most that may be asked for.
 */
const DEPTH = 50;

/** Finds the passages that fit the query, best first. Never throws for what a query holds; an unknown language or version finds nothing. */
export function searchPassages(site: SearchableSite, request: PassageRequest): Promise<ScoredPassage[]> {
  return timeSearch(async () => (await findPassages(site, request)).map(readPassage));
}

/** Finds the same passages for a caller that reads few of them. */
export function rankPassages(site: SearchableSite, request: PassageRequest): Promise<FoundPassage[]> {
  return timeSearch(() => findPassages(site, request));
}

/** Looks for the words of the query in a found passage, and for its best section. */
export function readPassage({ matchTerms, findSection, ...hit }: FoundPassage): ScoredPassage {
  return { ...hit, termMatches: matchTerms(), section: findSection() };
}

async function findPassages(site: SearchableSite, request: PassageRequest): Promise<FoundPassage[]> {
  const query = request.query.slice(0, MAX_QUERY_LENGTH);
  const engines = (await enginesOf(site)).filter((engine) => isIn(engine, request.filter, site.project.versions));
  if (engines.length === 0 || !query.trim()) return [];
  const provided = await provide(configuredProvider(), engines, query, request.signal);
  const found = await Promise.all(
    engines.map(async (engine) => ({
      language: engine.language,
      version: engine.version,
      hits: await searchEngine(engine, {
        query,
        question: (request.question ?? query).slice(0, MAX_QUERY_LENGTH),
        limit: DEPTH,
        completeLastWord: request.completeLastWord ?? false,
        phrases: request.requireQuoted ? quotedPhrases(query) : [],
        perPage: request.perPage ?? MAX_PER_PAGE,
        weights: WEIGHTS,
        provided: provided.get(engine),
      }),
    })),
  );
  return dedupe(found, site, request.preferredLanguage).slice(0, request.limit);
}

/** Returns whether an engine is within the filter; pages outside of all versions belong to each version of the site. */
function isIn({ language, version }: Engine, filter: PassageRequest["filter"], versions: Project["versions"]): boolean {
  if ((filter?.language ?? language) !== language) return false;
  const asked = filter?.version ?? version;
  return asked === version || (version === null && versions.some(({ id }) => id === asked));
}

/** Returns the provider's vectors for the engines whose passages are embedded; none when the query cannot be embedded. */
async function provide(
  provider: Provider | undefined,
  engines: readonly Engine[],
  query: string,
  signal: AbortSignal | undefined,
): Promise<Map<Engine, NonNullable<EngineRequest["provided"]>>> {
  const ready = engines.flatMap((engine) => {
    const passages = provider?.vectorsOf(engine);
    return passages ? [{ engine, passages }] : [];
  });
  const vector = ready.length > 0 ? await provider?.embedQuery(query, signal) : undefined;
  return new Map(vector ? ready.map(({ engine, passages }) => [engine, { query: vector, passages }]) : []);
}

async function searchEngine(engine: Engine, request: EngineRequest): Promise<FoundPassage[]> {
  let ceiling = 1;
  await takeTurn();
  const hits = engine.search(request);
  return hits.map(({ passage, rank, expandedCoverage, correctedQuery, matchTerms, findSection, ...signals }) => {
    // A passage that ranks lower never claims to be more relevant.
    ceiling = Math.min(ceiling, signals.typedAnchor === undefined ? relevance(signals) : 1);
    const relativeRank = rank / (hits[0]?.rank || 1);
    return {
      passage,
      score: ceiling,
      relativeRank,
      expandedCoverage,
      correctedQuery,
      oovShare: signals.oovShare,
      matchTerms,
      findSection,
    };
  });
}

/** A found passage with its relevance, 0 to 1. */
interface Scored {
  readonly passage: Passage;
  readonly score: number;
}

/** The hits of one language and version, best first. */
interface EngineResult<Hit extends Scored> {
  readonly language: string;
  readonly version: string | null;
  readonly hits: readonly Hit[];
}

/**
 * The default language answers unless another one fits the query clearly better. Only that decides which language a page that exists in
 * several is shown in, so that a question in Spanish gets the Spanish pages.
 */
const CLEARLY_BETTER = 1.4;
/** Below this relevance nothing fits: the order of the languages means nothing then, and the default one comes first. */
const MIN_RELEVANCE = 0.2;
/** Pages that exist only in another language or version come too, behind equally relevant ones of the default. */
const AWAY_FROM_DEFAULT = 0.9;

/** Joins the results of several engines into one list, best first. A page that exists in several languages or versions appears once, nearest to the default. */
export function dedupe<Hit extends Scored>(
  results: readonly EngineResult<Hit>[],
  site: Pick<SearchableSite, "project" | "pages">,
  preferred = preferredLanguage(results, site.project),
): Hit[] {
  if (results.length <= 1) return [...(results[0]?.hits ?? [])];
  const nearestFirst = orderByNearness(results, site.project, preferred);
  const nearest = nearestFirst[0] as EngineResult<Hit>;
  // Pages outside of all versions are as near as those of the version.
  const isNear = ({ language, version }: Passage) =>
    language === nearest.language && (version === null || version === nearest.version);
  const slugs = slugsOf(site.pages);
  const takenBy = new Map<string, number>();
  const merged: { hit: Hit; nearness: number; order: number }[] = [];
  nearestFirst.forEach(({ hits }, nearness) => {
    for (const [order, hit] of hits.entries()) {
      const { path } = hit.passage;
      const key = slugs.get(path) ?? path;
      const owner = takenBy.get(key) ?? nearness;
      takenBy.set(key, owner);
      if (owner === nearness) merged.push({ hit, nearness, order });
    }
  });
  const rank = ({ hit }: { hit: Hit }) => Math.max(hit.score, MIN_RELEVANCE) * (isNear(hit.passage) ? 1 : AWAY_FROM_DEFAULT);
  return merged.sort((a, b) => rank(b) - rank(a) || a.nearness - b.nearness || a.order - b.order).map(({ hit }) => hit);
}

function orderByNearness<Hit extends Scored>(
  results: readonly EngineResult<Hit>[],
  project: Project,
  preferred: string,
): EngineResult<Hit>[] {
  const languages = [preferred, project.defaultLanguage, ...project.languages.map(({ id }) => id)];
  const versions = [project.defaultVersion, ...project.versions.map(({ id }) => id), null];
  return [...results].sort(
    (a, b) =>
      languages.indexOf(a.language) - languages.indexOf(b.language) || versions.indexOf(a.version) - versions.indexOf(b.version),
  );
}

function preferredLanguage<Hit extends Scored>(results: readonly EngineResult<Hit>[], project: Project): string {
  const best = new Map<string, number>();
  for (const { language, hits } of results) best.set(language, Math.max(best.get(language) ?? 0, hits[0]?.score ?? 0));
  let preferred = project.defaultLanguage;
  let needed = Math.max((best.get(preferred) ?? 0) * CLEARLY_BETTER, MIN_RELEVANCE);
  for (const [language, score] of best) if (score > needed) [preferred, needed] = [language, score];
  return preferred;
}

/** Slugs by the paths of pages. */
const slugsOf = perObject((pages: SearchableSite["pages"]) => new Map(pages.map(({ path, slug }) => [path, slug])));

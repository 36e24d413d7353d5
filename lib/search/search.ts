import type { Project } from "../config/config.ts";
import type { Passage } from "../content/passage.ts";
import { buildEngine, type Engine } from "./engine.ts";
import { mergeResults } from "./merge.ts";
import { relevance } from "./score.ts";

/** The part of a site that search reads. */
export interface SearchableSite {
  readonly project: Project;
  readonly hash: string;
  readonly passages: readonly Passage[];
}

export interface SearchRequest {
  readonly query: string;
  /** The most passages to give. */
  readonly limit: number;
  /** A member that is given restricts exactly; one that is absent does not restrict. */
  readonly filter?: { readonly version?: string | undefined; readonly language?: string | undefined } | null | undefined;
  /** The query comes from a search box, so its last word may be unfinished. Default false. */
  readonly completeLastWord?: boolean;
  /** The most passages of one page. Default 3. */
  readonly perPage?: number;
  readonly signal?: AbortSignal;
}

/** A found passage. */
export interface ScoredPassage {
  readonly passage: Passage;
  /** Relevance to the query, 0 to 1, whatever the other results are. */
  readonly score: number;
  /** Share of the query's words, weighted by rarity, that occur in the passage. */
  readonly coverage: number;
  /** Share of the query's words, weighted by rarity, that this language and version of the site does not know. */
  readonly unknown: number;
}

const PASSAGES_PER_PAGE = 3;
const LONGEST_QUERY = 1_000;

const engines = new WeakMap<SearchableSite, Map<string, Engine>>();

/** Finds the passages that fit the query, best first. Never throws for what a query holds; an unknown language or version finds nothing. */
export async function searchPassages(site: SearchableSite, request: SearchRequest): Promise<ScoredPassage[]> {
  const query = request.query.slice(0, LONGEST_QUERY);
  const found = selectEngines(site, request.filter).map((engine) => ({
    language: engine.language,
    version: engine.version,
    hits: searchEngine(engine, query, request),
  }));
  return mergeResults(found, site.project).slice(0, request.limit);
}

function searchEngine(engine: Engine, query: string, request: SearchRequest): ScoredPassage[] {
  const { limit, completeLastWord = false, perPage = PASSAGES_PER_PAGE } = request;
  let ceiling = 1;
  return engine.search({ query, limit, completeLastWord, perPage }).map(({ passage, ...signals }) => {
    // A passage that ranks lower never claims to be more relevant.
    ceiling = Math.min(ceiling, relevance(signals));
    return { passage, score: ceiling, coverage: signals.coverage, unknown: signals.unknown };
  });
}

function selectEngines(site: SearchableSite, filter: SearchRequest["filter"]): Engine[] {
  return [...enginesOf(site).values()].filter(
    ({ language, version }) =>
      (filter?.language === undefined || filter.language === language) &&
      (filter?.version === undefined || filter.version === version),
  );
}

function enginesOf(site: SearchableSite): Map<string, Engine> {
  const known = engines.get(site);
  if (known) return known;
  const built = buildEngines(site.passages);
  engines.set(site, built);
  return built;
}

function buildEngines(passages: readonly Passage[]): Map<string, Engine> {
  const groups = Map.groupBy(passages, ({ language, version }) => JSON.stringify([language, version]));
  return new Map(
    [...groups].map(([key, members]) => {
      const { language, version } = members[0] as Passage;
      return [key, buildEngine(members, language, version)];
    }),
  );
}

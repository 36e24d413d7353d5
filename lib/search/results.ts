import { getConfig, type Project } from "../config/config.ts";
import type { SearchRequest, SearchResult } from "./request.ts";
import { type ScoredPassage, type SearchableSite, searchPassages } from "./search.ts";

export interface SearchOptions {
  /** The query comes from a search box, so its last word may be unfinished. Default false. */
  readonly completeLastWord?: boolean;
  readonly signal?: AbortSignal;
}

/** Searches a site, and gives results as the API shows them, best first. */
export async function searchSite(
  site: SearchableSite,
  request: SearchRequest,
  options: SearchOptions = {},
): Promise<SearchResult[]> {
  const { query, pageSize, filter, scoreThreshold } = request;
  const found = await searchPassages(site, {
    ...options,
    query,
    limit: pageSize,
    filter: filter && { version: filter.version ?? undefined, language: filter.language ?? undefined },
  });
  return found.filter(({ score }) => score >= (scoreThreshold ?? 0)).map((hit) => toSearchResult(site.project, hit));
}

/** A passage to show as a result, with the section of it that the result leads to. */
export interface ResultHit extends Pick<ScoredPassage, "passage" | "score"> {
  readonly section: Pick<ScoredPassage["section"], "heading" | "anchor">;
}

/**
 * Returns a found passage as the API shows it, at its best section. Addresses come from the configuration, never from a
 * request.
 */
export function toSearchResult({ siteUrl }: Project, { passage, score, section }: ResultHit): SearchResult {
  const { title, version, language, kind, method, endpoint } = passage;
  const { heading, anchor } = section;
  const path = `${getConfig().basePath}${passage.path}`;
  const url = `${siteUrl}${path}${anchor && `#${anchor}`}`;
  const metadata = { title, heading, anchor, url, version, language, score, kind, ...(method && { method, endpoint }) };
  return { content: passage.text, path, url, metadata };
}

import { codesIn } from "../../search/query/code.ts";
import {
  type FoundPassage,
  type PassageRequest,
  rankPassages,
  readPassage,
  type ScoredPassage,
  type SearchableSite,
} from "../../search/search.ts";
import { contentWords } from "./question.ts";

/** Passages that quotes are chosen from: for one question in ten more than with five, the page that answers is among them. */
const FOUND = 12;
/** Passages of each of both searches that are joined. */
const DEPTH = 50;
/** Code of a question that is searched for by itself. */
const MAX_CODES = 2;
/** Weight that a page gains when the answer before cited it; the best place in the search is 1. */
const CITED_SHARE = 0.25;

/**
 * Finds the passages to quote from, best first, by the words of a question that say what it is about, and by the whole question: the
 * small words of "how do I get the rest" are most of what it says. What a passage has of the question counts by the words alone.
 */
export async function findToQuote(
  site: SearchableSite,
  request: Omit<PassageRequest, "limit" | "perPage"> & { readonly question: string },
  cited: ReadonlySet<string> = new Set(),
): Promise<ScoredPassage[]> {
  const byWords = await rankPassages(site, { ...request, limit: DEPTH });
  const [best] = byWords;
  if (!best) return [];
  if (isCompleted(request, site.project.defaultLanguage)) return preferCited(byWords, cited).slice(0, FOUND).map(readPassage);
  const codes = codesIn(request.question).slice(0, MAX_CODES);
  const others = [request.question, ...codes].map((query) => rankPassages(site, { ...request, limit: DEPTH, query }));
  const joined = new Map(byWords.map((hit) => [hit.passage.id, hit]));
  for (const hit of (await Promise.all(others)).flat()) {
    const same = joined.get(hit.passage.id);
    const own = same ?? { ...hit, relativeRank: 0, matchTerms: best.matchTerms };
    joined.set(hit.passage.id, { ...own, relativeRank: own.relativeRank + hit.relativeRank });
  }
  const hits = [...joined.values()].sort((left, right) => right.relativeRank - left.relativeRank).slice(0, FOUND);
  const highest = hits[0]?.relativeRank || 1;
  return hits.map((hit) => ({ ...readPassage(hit), relativeRank: hit.relativeRank / highest }));
}

/** Raises the pages that were just cited, since a follow-up is most often about them. */
function preferCited(hits: readonly FoundPassage[], cited: ReadonlySet<string>): FoundPassage[] {
  return hits
    .map((hit) => (cited.has(hit.passage.path) ? { ...hit, relativeRank: hit.relativeRank + CITED_SHARE } : hit))
    .sort((left, right) => right.relativeRank - left.relativeRank);
}

/** Returns true when the query has words that its question lacks: those of an earlier question, a selection or a page. */
function isCompleted(
  { query, question, filter }: Pick<PassageRequest, "query" | "filter"> & { question: string },
  language: string,
) {
  return query.split(" ").length > contentWords(question, filter?.language ?? language).length;
}

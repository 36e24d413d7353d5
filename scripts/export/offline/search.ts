import { type SnippetPiece, toSnippet } from "../../../components/search/snippet.ts";
import { lastHeading } from "../../../lib/content/model/passage.ts";
import { createAnalyzer } from "../../../lib/search/analyze/analyze.ts";
import { restoreKeywordIndex } from "../../../lib/search/keyword/keyword.ts";
import { type Lexicon, parseQuery } from "../../../lib/search/query/query.ts";
import { createVocabulary } from "../../../lib/search/query/vocabulary.ts";
import { fromTextIndex, type OfflineIndex } from "./data.ts";

/** A result: a place on a page. */
export interface OfflineHit {
  /** Number of the entry that is its page. */
  readonly entry: number;
  readonly anchor: string;
  readonly heading: string;
  readonly snippet: readonly SnippetPiece[];
}

/** Results of a search. */
export const MAX_HITS = 20;
const MAX_PER_PAGE = 3;
const MAX_QUERY = 200;
/** A passage with less than this share of the best score is left out. */
const MIN_SHARE = 0.25;

/**
 * Returns the search of an offline copy: the site's own keyword index, with its words, endings and corrections of typing errors, but
 * without meanings. Best first.
 */
export function createOfflineSearch(saved: OfflineIndex, language: string): (query: string) => OfflineHit[] {
  const index = restoreKeywordIndex(fromTextIndex(saved));
  const lexicon: Lexicon = {
    analyzer: createAnalyzer(language),
    vocabulary: createVocabulary(saved.surfaces.map((surface, number) => ({ surface, count: saved.counts[number] ?? 1 }))),
    synonymWeight: 0,
    isKnown: (term) => index.documentFrequency(term) > 0,
    isDiscriminative: () => true,
  };
  return (typed) => {
    const query = typed.slice(0, MAX_QUERY);
    const parsed = parseQuery({ query, completeLastWord: true }, lexicon);
    const { scores } = index.search(parsed);
    const best = scores.reduce((highest, score) => Math.max(highest, score), 0);
    if (best === 0) return [];
    const ranked = Array.from(scores, (score, passage) => ({ score, passage }))
      .filter(({ score }) => score >= best * MIN_SHARE)
      .sort((left, right) => right.score - left.score);
    const perPage = new Map<number, number>();
    const hits: OfflineHit[] = [];
    for (const { passage } of ranked) {
      const [entry, anchor, heading, text] = saved.passages[passage] as OfflineIndex["passages"][number];
      const number = perPage.get(entry) ?? 0;
      if (number === MAX_PER_PAGE) continue;
      perPage.set(entry, number + 1);
      hits.push({ entry, anchor, heading: lastHeading(heading), snippet: toSnippet(text, parsed.text, { length: 140 }) });
      if (hits.length === MAX_HITS) break;
    }
    return hits;
  };
}

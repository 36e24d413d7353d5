import { type SnippetPiece, toSnippet } from "../../../components/search/snippet.ts";
import { createAnalyzer } from "../../../lib/search/analyze/analyze.ts";
import { restoreKeywordIndex } from "../../../lib/search/keyword/keyword.ts";
import { type Lexicon, parseQuery } from "../../../lib/search/query/query.ts";
import { createVocabulary } from "../../../lib/search/query/vocabulary.ts";
import { weighWords } from "../../../lib/search/rank/coverage.ts";
import { bestSection, readTerms } from "../../../lib/search/rank/section.ts";
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
 * without meanings. Best first, each section once: a hit leads to the section of a passage that fits best, and shows its text.
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
    const words = weighWords(parsed.words, index);
    const anchors = new Map<number, Set<string>>();
    const hits: OfflineHit[] = [];
    for (const { passage } of ranked) {
      const [entry, title, text, sections] = saved.passages[passage] as OfflineIndex["passages"][number];
      const read = sections.map(([anchor, name, start, end]) => {
        const content = text.slice(start, end);
        return { anchor, name, content, ...readTerms({ name: name || title, text: content }, lexicon.analyzer) };
      });
      const { anchor, name, content } = bestSection(read, words);
      const shown = anchors.get(entry) ?? new Set();
      if (shown.size === MAX_PER_PAGE || shown.has(anchor)) continue;
      anchors.set(entry, shown.add(anchor));
      hits.push({ entry, anchor, heading: name, snippet: toSnippet(content, parsed.text, { length: 140 }) });
      if (hits.length === MAX_HITS) break;
    }
    return hits;
  };
}

import { LRUCache } from "lru-cache";
import { type Analyzer, createAnalyzer } from "../../search/analyze/analyze.ts";
import { localeOf } from "../../search/analyze/locales.ts";

/** Characters of all texts whose terms are kept, and of the longest of them: pieces of pages are shorter. */
const [KEPT_CHARS, LONGEST] = [2_000_000, 4_000];

/**
 * Reads words as the search does, and takes forms of one word for the same in some more languages. The terms of a text are kept, since
 * the pieces of the pages that answer most are read for every question.
 */
export function createWordReader(language: string): Analyzer {
  const reader = createReader(language);
  const kept = new LRUCache<string, string[]>({
    maxSize: KEPT_CHARS,
    maxEntrySize: LONGEST,
    sizeCalculation: (_, text) => 1 + text.length,
    memoMethod: reader.terms,
  });
  return { ...reader, terms: (text) => kept.memo(text) };
}

function createReader(language: string): Analyzer {
  const analyzer = createAnalyzer(language);
  const { endings } = localeOf(language);
  if (!endings) return analyzer;
  const term = (surface: string) => surface.replace(endings, "");
  const tokens = (text: string) =>
    analyzer.tokens(text).map((token) => (token.joined ? token : { ...token, term: term(token.surface) }));
  return { language, term, tokens, terms: (text) => tokens(text).map((token) => token.term) };
}

/** Returns true for a language in which forms of one word, which the search tells apart, count as the same. */
export function readsEndings(language: string): boolean {
  return localeOf(language).endings !== undefined;
}

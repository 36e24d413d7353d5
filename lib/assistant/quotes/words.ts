import { type Analyzer, createAnalyzer } from "../../search/analyze/analyze.ts";
import { localeOf } from "../../search/analyze/locales.ts";

/** Reads words as the search does, and takes forms of one word for the same in some more languages. */
export function createWordReader(language: string): Analyzer {
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

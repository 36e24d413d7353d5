import { type Analyzer, createAnalyzer } from "./analyze.ts";

/** A part of a text, from `start` up to but without `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a text has words of the query, by the rules that search finds them by; in order, without overlap. */
export function highlight(text: string, query: string, language: string): TextRange[] {
  const analyzer = createAnalyzer(language);
  const wanted = new Set(analyzer.terms(query));
  return joinRanges(findTerms(text, wanted, analyzer));
}

function findTerms(text: string, wanted: ReadonlySet<string>, analyzer: Analyzer): TextRange[] {
  return analyzer
    .tokens(text)
    .filter(({ term }) => wanted.has(term))
    .map(({ start, end }) => ({ start, end }));
}

function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined[joined.length - 1];
    if (last && range.start <= last.end) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else joined.push(range);
  }
  return joined;
}

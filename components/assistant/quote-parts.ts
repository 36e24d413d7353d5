/** A part of an answer: a quote below the line that names its section, or what is around the quotes. */
export interface AnswerPart {
  readonly markdown: string;
  readonly isQuote: boolean;
}

const HEADING = /^\*\*\[[^\n]+\]\([^\n]+\)\*\* \[\d{1,3}\]\(([^\n]+)\)$/gm;
/** A last paragraph that ends with a colon, and a list of links and nothing else. */
const MORE_PAGES = /\n\n[^\n]+[:：]\n\n(?:- \[[^\n]+\]\([^\n]+\)(?:\n|$))+$/;

/** Splits an answer into its quotes and what is around them; one part for an answer without quotes. */
export function splitQuotes(markdown: string): readonly AnswerPart[] {
  const starts = [...markdown.matchAll(HEADING)].map(({ index }) => index);
  const around = (text: string) => (text.trim() ? [{ markdown: text.trim(), isQuote: false }] : []);
  if (starts.length === 0) return [{ markdown, isQuote: false }];
  const end = markdown.length - (MORE_PAGES.exec(markdown)?.[0].length ?? 0);
  const quotes = starts.map((start, place) => ({
    markdown: markdown.slice(start, starts[place + 1] ?? end).trim(),
    isQuote: true,
  }));
  return [...around(markdown.slice(0, starts[0])), ...quotes, ...around(markdown.slice(end))];
}

/** Lists the addresses of the sections that an answer quotes below their names. */
export function listQuoted(markdown: string): string[] {
  return [...markdown.matchAll(HEADING)].map(([, url]) => url as string);
}

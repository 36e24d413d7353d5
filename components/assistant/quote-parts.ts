/** A part of an answer: a quote below the line that names its section, or what is around the quotes. */
export interface AnswerPart {
  readonly markdown: string;
  readonly isQuote: boolean;
  /** The part of a quote that shows while it is folded. */
  readonly card?: QuoteCard | undefined;
}

/** The outside of a folded quote, as Markdown. */
export interface QuoteCard {
  readonly title: string;
  /** The page and the sections around; empty where the title is the page's own. */
  readonly place: string;
  /** Its first words. */
  readonly beginning: string;
}

/** Quotes that are open: for 19 of 20 answers that hold what was asked, these do. */
const OPEN_QUOTES = 2;
/** Characters of a folded quote that are read for the two lines that it shows. */
const BEGINNING = 400;
const HEADING = /^\*\*\[([^\n]+)\]\([^\n]+\)\*\* \[\d{1,3}\]\(([^\n]+)\)$/gm;
/** A last paragraph that ends with a colon, and a list of links and nothing else. */
const MORE_PAGES = /\n\n[^\n]+[:：]\n\n(?:- \[[^\n]+\]\([^\n]+\)(?:\n|$))+$/;

/** Splits an answer into its quotes and what is around them; one part for an answer without quotes. */
export function splitQuotes(markdown: string): readonly AnswerPart[] {
  const headings = [...markdown.matchAll(HEADING)];
  const starts = headings.map(({ index }) => index);
  const around = (text: string) => (text.trim() ? [{ markdown: text.trim(), isQuote: false }] : []);
  if (starts.length === 0) return [{ markdown, isQuote: false }];
  const end = markdown.length - (MORE_PAGES.exec(markdown)?.[0].length ?? 0);
  const quotes = headings.map(([line, name = ""], place) => {
    const quote = markdown.slice(starts[place], starts[place + 1] ?? end).trim();
    return { markdown: quote, isQuote: true, ...(place >= OPEN_QUOTES && { card: toCard(name, quote.slice(line.length)) }) };
  });
  return [...around(markdown.slice(0, starts[0])), ...quotes, ...around(markdown.slice(end))];
}

function toCard(name: string, text: string): QuoteCard {
  const names = name.split(" › ");
  return {
    title: names.at(-1) as string,
    place: names.slice(0, -1).join(" › "),
    beginning: text
      .replace(/^[\s…]+/, "")
      .slice(0, BEGINNING)
      .trimEnd(),
  };
}

/** Lists the addresses of the sections that an answer quotes below their names. */
export function listQuoted(markdown: string): string[] {
  return [...markdown.matchAll(HEADING)].map(([, , url]) => url as string);
}

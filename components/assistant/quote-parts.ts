/** A part of an answer that consists of quotes. */
export interface QuotePart {
  /** Markdown of the line that names the section; undefined for what comes before the first one. */
  readonly heading: string | undefined;
  /** Markdown. */
  readonly body: string;
}

const HEADING = /^\*\*\[[^\n]+\]\([^\n]+\)\*\* \[\d{1,3}\]\([^\n]+\)$/gm;
/** A last paragraph that ends with a colon, and a list of links and nothing else. */
const MORE_PAGES = /\n\n[^\n]+[:：]\n\n(?:- \[[^\n]+\]\([^\n]+\)(?:\n|$))+$/;

/** Returns the title in the line that names a section, as plain text. */
export function nameOfQuote(heading: string): string {
  return heading.replace(/^\*\*\[|\]\([^\n]+$/g, "").replace(/\\(.)/g, "$1");
}

/** Characters of the quotes that are open without a click: about a screen of the panel. */
const OPEN_CHARS = 1_400;

/**
 * Returns the number of quotes of an answer that are open, from the first one on: that one, and the next ones where they fit below it and
 * nothing says that they may not answer.
 */
export function countOpen(parts: readonly QuotePart[]): number {
  const quotes = parts.filter(({ heading }) => heading !== undefined);
  if (parts.some(isDoubtful)) return Math.min(1, quotes.length);
  let length = 0;
  const beyond = quotes.findIndex(({ body }, index) => {
    length += body.length;
    return index > 0 && length > OPEN_CHARS;
  });
  return beyond < 0 ? quotes.length : beyond;
}

/** Ends with a colon, after a whole sentence: the one that says that these docs may not answer. */
const DOUBT = /[.。]\s*[^.。:：\n]*[:：]$/;

/** Returns true for what comes before quotes that may not answer the question. */
export function isDoubtful({ heading, body }: QuotePart): boolean {
  return heading === undefined && DOUBT.test(body);
}

/** Splits an answer into its quotes, each under the line that names its section; one part for any other answer. */
export function splitQuotes(markdown: string): readonly QuotePart[] {
  const headings = [...markdown.matchAll(HEADING)];
  const isOne = headings.length === 1 && !isDoubtful({ heading: undefined, body: markdown.slice(0, headings[0]?.index).trim() });
  if (headings.length === 0 || isOne) return [{ heading: undefined, body: markdown }];
  const tail = MORE_PAGES.exec(markdown)?.[0] ?? "";
  const quoted = markdown.slice(0, markdown.length - tail.length);
  const parts = headings.map(({ 0: heading, index }, place) => ({
    heading,
    body: quoted.slice(index + heading.length, headings[place + 1]?.index ?? quoted.length).trim(),
  }));
  const lead = { heading: undefined, body: quoted.slice(0, headings[0]?.index).trim() };
  return [lead, ...parts, ...(tail ? [{ heading: undefined, body: tail.trim() }] : [])];
}

/** The sentences that an answer of quotes says by itself; everything else is quoted. */
export interface QuoteMessages {
  readonly greeting: string;
  readonly welcome: string;
  readonly farewell: string;
  readonly about: string;
  /** Comes before an answer that the owner has written. */
  readonly own: string;
  /** Comes before quotes. */
  readonly lead: string;
  /** Comes before quotes that may not answer the question. */
  readonly doubt: string;
  /** Takes words of the question that the quotes do not hold. */
  readonly notMentioned: (words: string) => string;
  /** Comes before links to further pages. */
  readonly further: string;
  /** Comes before the closest pages. */
  readonly refusal: string;
  /** Replaces `refusal` when there is no page to name. */
  readonly nothing: string;
  /** Takes the owner's address for help. */
  readonly support: (where: string) => string;
  /** Takes the names of the languages that the docs have. */
  readonly otherLanguage: (languages: string) => string;
  /** Takes the versions and languages that there are, for a filter that names others. */
  readonly unknownFilter: (known: string) => string;
  readonly noVersions: string;
  readonly attachments: string;
}

export const quote: QuoteMessages = {
  greeting: "Hello! Ask a question about these docs, and I will show the passages that answer it.",
  welcome: "You are welcome. Ask again whenever something in these docs is unclear.",
  farewell: "Goodbye!",
  about:
    "I look up passages in these docs and quote them word for word, with a link to where they stand. Ask me how to do something, what something means, or where it is described.",
  own: "From the people behind these docs:",
  lead: "From the docs:",
  doubt: "These docs may not answer that. The closest sections are:",
  notMentioned: (words) => `Nothing here mentions ${words}.`,
  further: "More pages:",
  refusal: "These docs do not seem to answer that. The closest pages are:",
  nothing: "These docs do not seem to answer that. Try other words, or ask about something they cover.",
  support: (where) => `You can ask for help at ${where}.`,
  otherLanguage: (languages) => `These docs are written in ${languages}; a question in that language finds more.`,
  unknownFilter: (known) => `No page has the version or language that was asked for. These docs have: ${known}.`,
  noVersions: "These docs have no versions. Ask without one.",
  attachments: "Attached files are not read; the answer goes by your words alone.",
};

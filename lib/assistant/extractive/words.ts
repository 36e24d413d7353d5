import { type Analyzer, createAnalyzer } from "../../search/analyze.ts";

/**
 * Endings of number, gender and verb form, the longest first, of languages that the search leaves unstemmed. Accents are
 * gone when they are read; three letters always stay.
 */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  es: /(?<=.{3})(?:aciones|acion|iendo|ieron|ando|aron|ados|adas|idos|idas|amos|emos|imos|aban|aran|aba|ado|ada|ido|ida|ara|ar|er|ir|an|en|as|es|os|a|e|o|s)$/,
  pt: /(?<=.{3})(?:acoes|acao|ando|endo|indo|aram|eram|ados|adas|idos|idas|amos|emos|imos|ado|ada|ido|ida|ar|er|ir|am|em|as|es|os|a|e|o|s)$/,
  it: /(?<=.{3})(?:azioni|azione|ando|endo|ati|ate|ato|ata|iti|ite|ito|ita|are|ere|ire|ano|ono|i|e|a|o)$/,
  fr: /(?<=.{3})(?:ations|ation|eront|aient|erons|erez|ent|ons|ees|era|ait|ant|ez|er|ee|es|e|s)$/,
};

/** Reads words as the search does, and takes forms of one word for the same in some more languages. */
export function createWordReader(language: string): Analyzer {
  const analyzer = createAnalyzer(language);
  const ending = endingOf(language);
  if (!ending) return analyzer;
  const term = (surface: string) => surface.replace(ending, "");
  const tokens = (text: string) =>
    analyzer.tokens(text).map((token) => (token.joined ? token : { ...token, term: term(token.surface) }));
  return { language, term, tokens, terms: (text) => tokens(text).map((token) => token.term) };
}

/** Whether forms of one word are the same here that the search tells apart. */
export function readsEndings(language: string): boolean {
  return endingOf(language) !== undefined;
}

function endingOf(language: string): RegExp | undefined {
  return ENDINGS[language.toLowerCase().split("-")[0] ?? ""];
}

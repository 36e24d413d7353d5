import { fold } from "../analyze/analyze.ts";
import { localeOf } from "../analyze/locales.ts";

/** Letters of scripts without spaces between words, each with its marks: every one is a word here. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Bounds the work for a query; a longer phrase is recognised by its beginning. */
const MAX_WORDS = 40;
const MIN_RUN = 3;
/** A run of so many words that say something is a find however much else a query has, such as what a log says around a message. */
const LONG_RUN = 5;
/** Share of a run's worth that it has by itself; the rest is its share of the query. */
const LONG_RUN_SHARE = 0.8;
const QUOTED = /["“„«]([^"“”„«»]{1,300})["”“»]/gu;

/** Returns the words of a text, folded, with a space before and after each. */
export function toWords(text: string): string {
  return ` ${(fold(text).replace(UNSPACED, " $& ").match(WORD) ?? []).join(" ")} `;
}

/** Returns what is in quotation marks in a query. */
export function quotedPhrases(query: string): string[] {
  return [...query.matchAll(QUOTED)].map(([, phrase = ""]) => phrase).filter((phrase) => toWords(phrase).trim() !== "");
}

/**
 * Returns what finds the longest run of a query's words, three at least, in the words of a passage, and says what it is worth, from 0 to 1:
 * the share that it has of all, or of those that are not stop words where that is less; more for a long run in English. Undefined
 * for a query of fewer words, and of a script without spaces, where three letters in a row are no phrase.
 */
export function createPhraseFinder(query: string, language: string): ((words: string) => number) | undefined {
  const asked = toWords(query).trim().split(" ").slice(0, MAX_WORDS);
  if (asked.length < MIN_RUN || query.search(UNSPACED) >= 0) return undefined;
  const { stopWords } = localeOf(language);
  const countTelling = (words: readonly string[]) => words.filter((word) => !stopWords?.has(word)).length;
  const all = countTelling(asked) || 1;
  const toRun = (from: number, length: number) => ` ${asked.slice(from, from + length).join(" ")} `;
  const starts = asked.map((_, from) => toRun(from, MIN_RUN));
  // Every run has one of these words in it: around one that a passage lacks, no run is looked for.
  const pivots = asked.flatMap((_, at) => (at % MIN_RUN === MIN_RUN - 1 ? [toRun(at, 1)] : []));
  return (words) => {
    const has = pivots.map((pivot) => words.includes(pivot));
    let [longest, at] = [MIN_RUN - 1, 0];
    for (let from = 0; from + longest < asked.length; from += 1) {
      if (!has[Math.floor(from / MIN_RUN)] || !words.includes(starts[from] as string)) continue;
      while (from + longest < asked.length && words.includes(toRun(from, longest + 1))) {
        longest += 1;
        at = from;
      }
    }
    if (longest < MIN_RUN) return 0;
    const telling = countTelling(asked.slice(at, at + longest));
    const share = Math.min(longest / asked.length, telling / all);
    if (language !== "en") return share;
    return share + LONG_RUN_SHARE * (Math.min(1, Math.max(share, telling / LONG_RUN)) - share);
  };
}

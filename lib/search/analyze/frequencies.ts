import { readData } from "../data.ts";
import { localeOf } from "./locales.ts";

/** Share of the words of any text that are this one. */
export type WordFrequency = (word: string) => number;

/** Of Zipf's law (1949) with Mandelbrot's shift: a word's frequency by its place in the order of all. */
const SHIFT = 2.7;
/** Makes the shares of all words of a language sum to about 1. */
const SCALE = 12;

/**
 * Returns the frequencies of a language's words in texts of all kinds; undefined for all but English. @throws Error when its
 * file is missing.
 */
export function wordFrequencyOf(language: string): WordFrequency | undefined {
  const { frequencies } = localeOf(language);
  return frequencies === undefined ? undefined : readData(frequencies, (bytes) => parseFrequencies(String(bytes)));
}

/** Reads words, one a line, the most frequent first. A word that is not among them counts as the next one. */
export function parseFrequencies(text: string): WordFrequency {
  const words = text.split("\n").filter(Boolean);
  const places = new Map(words.map((word, place) => [word, place] as const));
  return (word) => 1 / (SCALE * ((places.get(word) ?? words.length) + SHIFT));
}

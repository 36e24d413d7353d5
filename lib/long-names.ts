/** Parts of names such as `departure_time`, `assistant.retentionDays` and `GetTokenSupplies`. */
const PARTS_OF_NAMES = /(?<=\w[._/])(?=\w)|(?<=[\p{Ll}\d])(?=\p{Lu})/u;

/** Returns the parts of a text between which a narrow column may break it: its words, and the parts of those with more letters than this. */
export function splitLongNames(text: string, longest: number): string[] {
  const words = text.split(/(?<= )(?=\S)/);
  return words.flatMap((word) => (word.length > longest ? word.split(PARTS_OF_NAMES) : [word]));
}

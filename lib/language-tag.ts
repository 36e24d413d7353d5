/** Tags that are in use for languages although they name countries. */
const IN_USE: ReadonlyMap<string, string> = new Map([
  ["cn", "zh-Hans"],
  ["jp", "ja"],
  ["ua", "uk"],
]);

/** Returns the tag of a language as HTML and `Intl` know it: `zh-Hans` for the `cn` of a docs.json. */
export function languageTag(language: string): string {
  return IN_USE.get(language) ?? language;
}

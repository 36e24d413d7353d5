import { failureMessages } from "../translate.ts";

export const search = {
  title: "Search the documentation",
  placeholder: "Search the documentation",
  close: "Close",
  clear: "Clear the search text",
  language: "Language",
  version: "Version",
  allLanguages: "All languages",
  allVersions: "All versions",
  kind: "Kind of pages",
  allKinds: "All",
  kinds: { guide: "Guides", api: "API", changelog: "Changelog" },
  results: "Search results",
  lessLikely: "Other results",
  searchedIn: (scope: string) => `Search in ${scope}`,
  recent: "Recent searches",
  clearRecent: "Clear all",
  removeRecent: (query: string) => `Forget the search “${query}”`,
  start: "What are you looking for?",
  startList: "Where to begin",
  startPages: "Start here",
  searching: "Searching",
  count: (hits: number, pages: number) =>
    `${hits} ${hits === 1 ? "result" : "results"} on ${pages} ${pages === 1 ? "page" : "pages"}`,
  none: (query: string) => `No results for “${query}”`,
  corrected: (query: string) => `Showing results for “${query}”`,
  noneTips: ["Check the spelling, or try fewer words."],
  /** For a search with words in quotation marks. */
  noneQuoted: ["No page has these words in this order. Remove the quotation marks to find them apart."],
  searchEverywhere: "Search in all versions and languages",
  ask: "Ask the assistant",
  askHint: "Get an answer from these docs, with its sources",
  failure: failureMessages(
    {
      offline: { title: "Search is unavailable", howToFix: "Check the internet connection, then try again." },
      limited: {
        title: "Too many searches in a short time",
        howToFix: "Try again in {0:duration}.",
        howToFixLater: "Try again later.",
      },
      server: { title: "Something went wrong on our side", howToFix: "Try again shortly." },
    },
    "en",
  ),
  retry: "Try again",
  keys: { move: "to move", open: "to open", close: "to close" },
};

/** Messages of the search box. */
export type SearchMessages = typeof search;

export const searchTrigger = {
  search: "Search",
  where: "the documentation",
  failed: "The search box could not be loaded. Check the connection and try again.",
};

/** The few messages that every page carries for the search box; the rest loads with it. */
export type SearchTriggerMessages = typeof searchTrigger;

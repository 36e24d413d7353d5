import type { SavedKeywordIndex } from "../../../lib/search/keyword/keyword.ts";
import type { Entry } from "../contents.ts";

/** What the script of an offline copy reads: it comes in a file of its own, since a page opened from a disk may fetch none. */
export interface OfflineSite {
  readonly language: string;
  /** The pages, with the files of those that are one. */
  readonly entries: readonly (Pick<Entry, "title" | "level"> & { readonly file: string | undefined })[];
  readonly words: OfflineWords;
}

export interface OfflineWords {
  /** With `{query}` in place of what was searched. */
  readonly none: string;
  /** By the number of results, then of pages. */
  readonly counts: readonly (readonly string[])[];
  readonly theme: string;
  readonly copied: string;
}

/** The index of the search, in a file that the first search loads. */
export interface OfflineIndex {
  readonly passages: readonly OfflinePassage[];
  readonly size: number;
  readonly fields: readonly { readonly weight: number; readonly index: readonly (readonly [key: string, json: string])[] }[];
  readonly surfaces: readonly string[];
  readonly counts: readonly number[];
}

/** A passage: the number of its entry, the title of its page, its text and the sections that it joins. */
type OfflinePassage = readonly [entry: number, title: string, text: string, sections: readonly OfflineSection[]];

/** A section of a passage: the id that it is at, its heading, and where its text begins and ends in the passage's. */
type OfflineSection = readonly [anchor: string, heading: string, start: number, end: number];

/** Returns an index as text can hold it. */
export function toTextIndex({ size, fields }: SavedKeywordIndex): Pick<OfflineIndex, "size" | "fields"> {
  const decoder = new TextDecoder();
  const toText = (index: SavedKeywordIndex["fields"][number]["index"]) =>
    index.map(([key, json]) => [key, decoder.decode(json)] as const);
  return { size, fields: fields.map(({ weight, index }) => ({ weight, index: toText(index) })) };
}

/** Undoes `toTextIndex`. */
export function fromTextIndex({ size, fields }: Pick<OfflineIndex, "size" | "fields">): SavedKeywordIndex {
  const encoder = new TextEncoder();
  return {
    size,
    fields: fields.map(({ weight, index }) => ({
      weight,
      index: index.map(([key, json]) => [key, encoder.encode(json)] as const),
    })),
  };
}

declare global {
  interface Window {
    docentSite?: OfflineSite;
    docentIndex?: OfflineIndex;
  }
}

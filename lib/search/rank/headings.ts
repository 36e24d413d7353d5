import type { Passage } from "../../content/model/passage.ts";
import { fold } from "../analyze/analyze.ts";
import type { Corpus } from "../corpus.ts";
import { type Fused, highest } from "./rank.ts";
import { listSections } from "./section.ts";

/** The sections of a corpus by their headings, and its pages by their titles, for readers who type one whole. */
export interface Headings {
  /**
   * Returns the passages whose section has a query as its heading, each with that section's anchor, and the first passage of a page
   * with that title or of an operation with that name; none where it tells no place.
   */
  find(query: string): ReadonlyMap<number, string>;
}

/** A heading of more pages than this tells none of them. */
const MAX_PAGES = 3;
/** Two words, written together or not, or four letters of a script that writes no spaces: a shorter heading is a word of many pages. */
const SAYS_ENOUGH =
  /[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{4}/u;

/** Files the headings and the titles of pages that say enough. A heading that is a page's title means that page. */
export function createHeadings({ passages, membersOf, pageOf }: Corpus): Headings {
  const places = new Map<string, Map<number, string>>();
  const fileKey = (key: string, number: number, anchor: string) =>
    places.set(key, (places.get(key) ?? new Map<number, string>()).set(number, anchor));
  const file = (text: string, number: number, anchor: string) => {
    if (SAYS_ENOUGH.test(text)) fileKey(toKey(text), number, anchor);
  };
  const titles = new Set<string>();
  for (const [first] of membersOf) {
    const passage = first === undefined ? undefined : passages[first];
    if (first === undefined || !passage) continue;
    titles.add(toKey(passage.title));
    const anchor = listSections(passage)[0]?.anchor ?? "";
    file(passage.title, first, anchor);
    for (const name of passage.names ?? []) fileKey(toKey(name), first, anchor);
  }
  const seen = new Set<string>();
  for (const [number, passage] of passages.entries())
    for (const { heading, anchor } of listSections(passage)) {
      const place = `${passage.path}#${anchor}`;
      if (!anchor || seen.has(place)) continue;
      seen.add(place);
      if (!titles.has(toKey(lastOf(heading)))) file(lastOf(heading), number, anchor);
    }
  const telling = [...places].filter(([, found]) => new Set([...found.keys()].map((number) => pageOf[number])).size <= MAX_PAGES);
  const byKey = new Map(telling);
  return { find: (query) => byKey.get(toKey(query)) ?? new Map() };
}

/** Raises the passages of a heading or title that was typed, and their pages, above all others. */
export function raise({ passages, pages }: Fused, found: ReadonlyMap<number, string>, { pageOf }: Corpus): Fused {
  if (found.size === 0) return { passages, pages };
  const raised = { passages: passages.slice(), pages: pages.slice() };
  for (const number of found.keys()) raised.passages[number] = (passages[number] as number) + highest(passages);
  for (const page of new Set([...found.keys()].map((number) => pageOf[number] as number)))
    raised.pages[page] = (pages[page] as number) + highest(pages);
  return raised;
}

/** Letters and digits of a heading or a query, however its words are joined, and the symbols of C++ and C#. */
function toKey(text: string): string {
  return (
    fold(text)
      .match(/[\p{L}\p{N}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu)
      ?.join("") ?? ""
  );
}

function lastOf(heading: Passage["heading"]): string {
  return heading.split(" > ").at(-1) ?? "";
}

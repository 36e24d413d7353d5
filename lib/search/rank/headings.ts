import type { Passage } from "../../content/model/passage.ts";
import type { Corpus } from "../corpus.ts";
import { type Fused, highest } from "./fuse.ts";
import { listSections } from "./section.ts";

/** The sections of a corpus by their headings, for readers who type one whole. */
export interface Headings {
  /** Returns the passages whose section has a query as its heading, each with that section's anchor; none where it tells no place. */
  find(query: string): ReadonlyMap<number, string>;
}

/** A heading of more pages than this tells none of them. */
const MAX_PAGES = 3;
/** Two words, or four letters of a script that writes no spaces: a shorter heading is a word of many pages. */
const SAYS_ENOUGH = / |[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{4}/u;

/** Files the headings that say enough. What is the title of a page is left to the ranking: the page itself is meant. */
export function createHeadings({ passages, pageOf }: Corpus): Headings {
  const places = new Map<string, Map<number, string>>();
  const seen = new Set<string>();
  const titles = new Set([...new Set(passages.map(({ title }) => title))].map(toKey));
  for (const [number, passage] of passages.entries())
    for (const { heading, anchor } of listSections(passage)) {
      const place = `${passage.path}#${anchor}`;
      if (!anchor || seen.has(place)) continue;
      seen.add(place);
      const key = toKey(lastOf(heading));
      if (!SAYS_ENOUGH.test(key) || titles.has(key)) continue;
      places.set(key, (places.get(key) ?? new Map<number, string>()).set(number, anchor));
    }
  const telling = [...places].filter(([, found]) => new Set([...found.keys()].map((number) => pageOf[number])).size <= MAX_PAGES);
  const byKey = new Map(telling);
  return { find: (query) => byKey.get(toKey(query)) ?? new Map() };
}

/** Raises the passages of a heading that was typed, and their pages, above all others. */
export function raise({ passages, pages }: Fused, found: ReadonlyMap<number, string>, { pageOf }: Corpus): Fused {
  if (found.size === 0) return { passages, pages };
  const raised = { passages: passages.slice(), pages: pages.slice() };
  for (const number of found.keys()) raised.passages[number] = (passages[number] as number) + highest(passages);
  for (const page of new Set([...found.keys()].map((number) => pageOf[number] as number)))
    raised.pages[page] = (pages[page] as number) + highest(pages);
  return raised;
}

/** Letters and digits of a heading or a query, whatever stands between its words. */
function toKey(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}

function lastOf(heading: Passage["heading"]): string {
  return heading.split(" > ").at(-1) ?? "";
}

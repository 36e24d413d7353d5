import { LRUCache } from "lru-cache";
import type { Passage } from "../../content/model/passage.ts";
import { perObject } from "../../per-object.ts";
import { createInterner } from "../../search/interner.ts";
import type { CorpusStats } from "./corpus-stats.ts";
import { piecesOf } from "./quote.ts";
import type { QuotablePage } from "./window.ts";

/** The pieces of a page, and the terms of each. */
type CutPage = Pick<QuotablePage, "pieces" | "terms">;

interface Asked {
  /** Returns how much of the question a text has. */
  readonly share: (text: string) => number;
  /** Those of the site and of the page's language. */
  readonly stats: CorpusStats;
}

/** Characters of the pages that are cached, about 10 MB: those that answer most are cut for every other question. */
const MAX_CHARACTERS = 2_000_000;

/** Makes a function that cuts the passages of a page into pieces. It caches pages of all sites together. */
export function createPageCutter(maxCharacters = MAX_CHARACTERS): (passages: readonly Passage[], asked: Asked) => CutPage {
  const cached = new LRUCache<readonly Passage[], CutPage & Pick<Asked, "stats">>({
    maxSize: maxCharacters,
    sizeCalculation: ({ pieces }) => pieces.reduce((sum, { text }) => sum + text.length, 1),
  });
  return (passages, { share, stats }) => {
    const known = cached.get(passages);
    if (known?.stats === stats) return known;
    let isChosen = false;
    const pieces = piecesOf(passages, (text) => {
      isChosen = true;
      return share(text);
    });
    const { analyzer } = stats;
    // Pieces that were chosen for a question are of use for no other.
    if (isChosen) return { pieces, terms: pieces.map(({ text }) => analyzer.terms(text)) };
    const intern = toInterner(stats);
    const terms = pieces.map(({ text }) => analyzer.tokens(text).map(({ term }) => intern(term)));
    cached.set(passages, { pieces, terms, stats });
    return { pieces, terms };
  };
}

/** The pieces of a site have few different terms. */
const toInterner = perObject((_: CorpusStats) => createInterner());

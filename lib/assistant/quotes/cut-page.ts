import { LRUCache } from "lru-cache";
import type { Passage } from "../../content/model/passage.ts";
import { perObject } from "../../per-object.ts";
import type { CorpusStats } from "./corpus-stats.ts";
import { piecesOf } from "./quote.ts";
import type { QuotablePage } from "./window.ts";

/** The pieces of a page, and what finds terms in them. */
type CutPage = Pick<QuotablePage, "pieces" | "placesIn">;

interface Asked {
  /** The terms of the question. */
  readonly terms: ReadonlySet<string>;
  /** Those of the site and of the page's language. */
  readonly stats: CorpusStats;
}

/** Two variants of code that were compared, by their terms, and the answer. */
interface Comparison {
  readonly one: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
  readonly isCloser: boolean;
}

interface Cached extends CutPage {
  readonly stats: CorpusStats;
  /** A question that answers them alike has the same pieces. */
  readonly comparisons: readonly Comparison[];
}

/** Characters of the pages that are cached, about 10 MB: those that answer most are cut for every other question. */
const MAX_CHARACTERS = 2_000_000;

/** Makes a function that cuts the passages of a page into pieces. It caches pages of all sites together. */
export function createPageCutter(maxCharacters = MAX_CHARACTERS): (passages: readonly Passage[], asked: Asked) => CutPage {
  const cached = new LRUCache<readonly Passage[], Cached>({
    maxSize: maxCharacters,
    sizeCalculation: ({ pieces, comparisons }) =>
      comparisons.reduce((sum, { one, other }) => sum + one.size + other.size, 1) +
      pieces.reduce((sum, { text }) => sum + text.length, 0),
  });
  return (passages, { terms: asked, stats }) => {
    const known = cached.get(passages);
    const compare = ({ one, other }: Pick<Comparison, "one" | "other">) =>
      asked.intersection(one).size > asked.intersection(other).size;
    if (known?.stats === stats && known.comparisons.every((each) => compare(each) === each.isCloser)) return known;
    const { analyzer } = stats;
    const comparisons: Comparison[] = [];
    const pieces = piecesOf(passages, (text, than) => {
      const compared = { one: new Set(analyzer.terms(text)), other: new Set(analyzer.terms(than)) };
      const isCloser = compare(compared);
      comparisons.push({ ...compared, isCloser });
      return isCloser;
    });
    const texts = pieces.map(({ text }) => analyzer.tokens(text).map(({ term }) => term));
    const cut = { pieces, placesIn: createFinder(texts, toVocabulary(stats)), stats, comparisons };
    cached.set(passages, cut);
    return cut;
  };
}

/** The number of each term of a site's pieces, which have few different ones; and a mark for each, 0 between two uses. */
interface Vocabulary {
  readonly numbers: Map<string, number>;
  marks: Uint16Array;
}

const toVocabulary = perObject((_: CorpusStats): Vocabulary => ({ numbers: new Map(), marks: new Uint16Array(1_024) }));

/** Keeps the terms of texts as numbers, and finds some of them: a question has few of the terms of a page. */
function createFinder(texts: readonly (readonly string[])[], vocabulary: Vocabulary): CutPage["placesIn"] {
  const { numbers } = vocabulary;
  const numbersOf = (terms: readonly string[]) =>
    Uint32Array.from(terms, (term) => {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      return number;
    });
  const read = texts.map(numbersOf);
  if (vocabulary.marks.length < numbers.size) vocabulary.marks = new Uint16Array(2 * numbers.size);
  return (terms) => {
    const { marks } = vocabulary;
    const wanted = terms.map((term) => numbers.get(term) ?? -1);
    for (const [place, number] of wanted.entries()) if (number >= 0) marks[number] = place + 1;
    const found = read.map((text) => {
      let places: number[] | undefined;
      for (const number of text) {
        const mark = marks[number] as number;
        if (mark === 0) continue;
        places ??= [];
        places.push(mark - 1);
      }
      return places;
    });
    for (const number of wanted) if (number >= 0) marks[number] = 0;
    return found;
  };
}

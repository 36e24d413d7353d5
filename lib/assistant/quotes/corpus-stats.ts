import type { Passage } from "../../content/passage.ts";
import type { Analyzer } from "../../search/analyze/analyze.ts";
import { wordTableOf } from "../../search/dense/word-table.ts";
import { createWordReader, readsEndings } from "./words.ts";

/** How discriminative a word is: near 0 for one that is almost everywhere, about 1 for one that is in a single passage or in none. */
export type Rarity = (term: string) => number;

/** What the words of one language of a site are like. */
export interface CorpusStats {
  readonly analyzer: Analyzer;
  readonly rarity: Rarity;
  /** Whether a word is one of the language, and not only a misspelling of another. */
  readonly isWord: (word: string) => boolean;
  /** A text with each word in the form that these docs use most: a search that knows no endings finds more by it. */
  readonly toCorpusForm: (text: string) => string;
}

/** A sample this large tells common words from rare ones, at a cost that does not grow with the site. */
const SAMPLE = 500;

interface Passages {
  readonly passages: readonly Passage[];
}

const known = new WeakMap<Passages, Map<string, CorpusStats>>();

/** The wording of one language of a site, counted once. */
export function corpusStats(site: Passages, language: string): CorpusStats {
  const languages = known.get(site) ?? new Map<string, CorpusStats>();
  known.set(site, languages);
  const before = languages.get(language);
  if (before) return before;
  const wording = readStats(
    site.passages.filter((passage) => passage.language === language),
    createWordReader(language),
  );
  languages.set(language, wording);
  return wording;
}

function replaceWords(text: string, replace: (word: string) => string): string {
  return text.split(" ").map(replace).join(" ");
}

/** How many passages have a term, in any form and in each. */
interface Count {
  passages: number;
  readonly forms: Map<string, number>;
}

function readStats(passages: readonly Passage[], analyzer: Analyzer): CorpusStats {
  const step = Math.max(1, passages.length / SAMPLE);
  const sample = Array.from({ length: Math.ceil(passages.length / step) }, (_, index) => passages[Math.floor(index * step)]);
  const counts = new Map<string, Count>();
  for (const passage of sample) if (passage) countWords(passage, analyzer, counts);
  const most = Math.log(1 + sample.length);
  return {
    analyzer,
    isWord: (word) => wordTableOf(analyzer.language)?.has(word.toLowerCase()) ?? false,
    rarity: (term) => Math.log(1 + sample.length / Math.max(1, counts.get(term)?.passages ?? 0)) / Math.max(most, 1),
    toCorpusForm: (text) =>
      readsEndings(analyzer.language) ? replaceWords(text, (word) => commonForm(word, analyzer, counts)) : text,
  };
}

function countWords({ title, heading, text }: Passage, analyzer: Analyzer, counts: Map<string, Count>): void {
  const forms = new Map(analyzer.tokens(`${title} ${heading} ${text}`).map(({ surface, term }) => [surface, term]));
  for (const term of new Set(forms.values())) {
    const count = counts.get(term) ?? { passages: 0, forms: new Map() };
    count.passages += 1;
    counts.set(term, count);
  }
  for (const [surface, term] of forms) {
    const count = counts.get(term);
    count?.forms.set(surface, (count.forms.get(surface) ?? 0) + 1);
  }
}

/** The word itself where it is more than one token, or where no form of it is known. */
function commonForm(word: string, analyzer: Analyzer, counts: ReadonlyMap<string, Count>): string {
  const [token, ...more] = analyzer.tokens(word);
  if (!token || more.length > 0) return word;
  const forms = [...(counts.get(token.term)?.forms ?? [])];
  const [common] = forms.sort(([, left], [, right]) => right - left);
  return common && common[0] !== token.surface ? common[0] : word;
}

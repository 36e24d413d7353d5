import type { Passage } from "../../content/passage.ts";
import { type Analyzer, createAnalyzer } from "../../search/analyze.ts";

/** How much a word tells: near 0 for one that stands almost everywhere, about 1 for one that stands in a single passage or in none. */
export type Rarity = (term: string) => number;

/** A sample this large tells common words from rare ones, at a cost that does not grow with the site. */
const SAMPLE = 500;

interface Passages {
  readonly passages: readonly Passage[];
}

const known = new WeakMap<Passages, Map<string, Rarity>>();

/** The rarity of terms in one language of a site, counted once. */
export function rarityIn(site: Passages, language: string): Rarity {
  const languages = known.get(site) ?? new Map<string, Rarity>();
  known.set(site, languages);
  const before = languages.get(language);
  if (before) return before;
  const rarity = countRarity(
    site.passages.filter((passage) => passage.language === language),
    createAnalyzer(language),
  );
  languages.set(language, rarity);
  return rarity;
}

function countRarity(passages: readonly Passage[], analyzer: Analyzer): Rarity {
  const step = Math.max(1, passages.length / SAMPLE);
  const sample = Array.from({ length: Math.ceil(passages.length / step) }, (_, index) => passages[Math.floor(index * step)]);
  const counts = new Map<string, number>();
  for (const passage of sample) {
    if (!passage) continue;
    const terms = analyzer.terms(`${passage.title} ${passage.heading} ${passage.text}`);
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const most = Math.log(1 + sample.length);
  return (term) => Math.log(1 + sample.length / Math.max(1, counts.get(term) ?? 0)) / Math.max(most, 1);
}

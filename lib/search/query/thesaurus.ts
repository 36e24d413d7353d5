import { type Analyzer, createAnalyzer } from "../analyze/analyze.ts";
import { localeOf } from "../analyze/locales.ts";
import { readData } from "../data.ts";

/** A word or phrase of a query with the words that documentation has for it. */
export interface Synonym {
  /** The terms of the query that the entry was found by. */
  readonly matchedTerms: readonly string[];
  /** The words of documentation, likeliest first. */
  readonly alternatives: readonly string[];
  /** The same as terms. */
  readonly alternativeTerms: readonly (readonly string[])[];
}

/** The words of readers, and those that documentation has for them. */
export interface Thesaurus {
  /** Returns the entries for a run of terms: those of the longest phrases first, no term in two of them. */
  lookUp(terms: readonly string[]): Synonym[];
}

/** Bounds on the work that a text can ask for, whoever sends it. */
const MAX_TOKENS = 400;
const MAX_SYNONYMS = 24;

/** Returns the synonyms of words and phrases of a text, by the thesaurus of its language: longest phrases first, 24 at most. */
export function synonymsIn(text: string, { language, tokens }: Analyzer): Synonym[] {
  const terms = tokens(text)
    .slice(0, MAX_TOKENS)
    .flatMap(({ term, joined }) => (joined ? [] : [term]));
  return thesaurusOf(language)?.lookUp(terms).slice(0, MAX_SYNONYMS) ?? [];
}

/** Returns the thesaurus of a language; undefined for all but English. @throws Error when its file is missing or damaged. */
export function thesaurusOf(language: string): Thesaurus | undefined {
  const { thesaurus } = localeOf(language);
  return thesaurus === undefined ? undefined : readData(thesaurus, (bytes) => parseThesaurus(String(bytes), language));
}

/** Reads lines of `phrase: synonym, synonym`; lines that begin with # are notes. @throws Error that names a line of another form. */
export function parseThesaurus(text: string, language: string): Thesaurus {
  const analyzer = createAnalyzer(language);
  const entries = new Map<string, readonly string[]>();
  let longest = 1;
  for (const [number, line] of text.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const [phrase = "", synonyms] = line.split(": ");
    if (!synonyms) throw new Error(`Line ${number + 1} of the thesaurus is not of the form "phrase: synonym, synonym".`);
    const terms = analyzer.terms(phrase);
    const key = terms.join(" ");
    // Forms of one word, such as "log" and "logs", have one stem and so one entry.
    entries.set(key, [...new Set([...(entries.get(key) ?? []), ...synonyms.split(", ")])]);
    longest = Math.max(longest, terms.length);
  }
  // Read when an entry is first found: reading all of them would take half a second of every start.
  const termsOf = new Map<readonly string[], readonly (readonly string[])[]>();
  const readTerms = (alternatives: readonly string[]) => {
    const read = termsOf.get(alternatives) ?? alternatives.map((text) => analyzer.terms(text));
    termsOf.set(alternatives, read);
    return read;
  };
  return {
    lookUp: (terms) =>
      findEntries(terms, entries, longest).map((entry) => ({ ...entry, alternativeTerms: readTerms(entry.alternatives) })),
  };
}

type Entry = Omit<Synonym, "alternativeTerms">;

function findEntries(terms: readonly string[], entries: ReadonlyMap<string, readonly string[]>, longest: number): Entry[] {
  const taken = terms.map(() => false);
  const found: Entry[] = [];
  for (let length = Math.min(longest, terms.length); length >= 1; length -= 1) {
    for (let from = 0; from + length <= terms.length; from += 1) {
      const matchedTerms = terms.slice(from, from + length);
      const alternatives = entries.get(matchedTerms.join(" "));
      if (!alternatives || taken.slice(from, from + length).some(Boolean)) continue;
      taken.fill(true, from, from + length);
      found.push({ matchedTerms, alternatives });
    }
  }
  return found;
}

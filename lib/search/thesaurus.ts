import { readFileSync } from "node:fs";
import path from "node:path";
import { type Analyzer, createAnalyzer } from "./analyze.ts";

/** What a word or phrase of a query may mean. */
export interface Meaning {
  /** The terms of the query that it stands for. */
  readonly said: readonly string[];
  /** In the words of documentation, likeliest first. */
  readonly alternatives: readonly string[];
}

/** What readers say, and what documentation calls it. */
export interface Thesaurus {
  /** The entries for a run of terms: those of the longest phrases first, no term in two of them. */
  lookUp(terms: readonly string[]): Meaning[];
}

/** The thesaurus of a language; undefined for all but English. */
export function thesaurusOf(language: string): Thesaurus | undefined {
  return /^en\b/i.test(language) ? builtInThesaurus() : undefined;
}

const shared = globalThis as { docentThesaurus?: Thesaurus };

/** The English thesaurus that ships with the product, read once per process. @throws Error when the file is missing or damaged. */
export function builtInThesaurus(): Thesaurus {
  shared.docentThesaurus ??= parseThesaurus(readFileSync(path.join(process.cwd(), "lib/search/data/thesaurus-en.txt"), "utf8"));
  return shared.docentThesaurus;
}

/** Bound the work that a text can ask for, whoever sends it. */
const MOST_TOKENS = 400;
const MOST_MEANINGS = 24;

/** What words and phrases of a text may mean by the thesaurus of its language: longest phrases first, 24 at most. */
export function meaningsIn(text: string, { language, tokens }: Analyzer): Meaning[] {
  const thesaurus = thesaurusOf(language);
  const terms = tokens(text)
    .slice(0, MOST_TOKENS)
    .flatMap(({ term, joined }) => (joined ? [] : [term]));
  return thesaurus?.lookUp(terms).slice(0, MOST_MEANINGS) ?? [];
}

/** Reads lines of `said: meant, meant`; lines that begin with # are notes. @throws Error that names the line that is not of this form. */
export function parseThesaurus(text: string): Thesaurus {
  const analyzer = createAnalyzer("en");
  const entries = new Map<string, readonly string[]>();
  let longest = 1;
  for (const [number, line] of text.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const [said = "", meant] = line.split(": ");
    if (!meant) throw new Error(`Line ${number + 1} of the thesaurus is not of the form "said: meant, meant".`);
    const terms = analyzer.terms(said);
    const key = terms.join(" ");
    // Forms of one word, such as "log" and "logs", have one stem and so one entry.
    entries.set(key, [...new Set([...(entries.get(key) ?? []), ...meant.split(", ")])]);
    longest = Math.max(longest, terms.length);
  }
  return { lookUp: (terms) => findEntries(terms, entries, longest) };
}

function findEntries(terms: readonly string[], entries: ReadonlyMap<string, readonly string[]>, longest: number): Meaning[] {
  const taken = terms.map(() => false);
  const found: Meaning[] = [];
  for (let length = Math.min(longest, terms.length); length >= 1; length -= 1) {
    for (let from = 0; from + length <= terms.length; from += 1) {
      const said = terms.slice(from, from + length);
      const alternatives = entries.get(said.join(" "));
      if (!alternatives || taken.slice(from, from + length).some(Boolean)) continue;
      taken.fill(true, from, from + length);
      found.push({ said, alternatives });
    }
  }
  return found;
}

import { type Analyzer, createAnalyzer } from "../analyze/analyze.ts";
import { localeOf } from "../analyze/locales.ts";
import { readData } from "../data.ts";

/** A word of the site and the number of passages that hold it. */
export interface VocabularyWord {
  readonly surface: string;
  readonly count: number;
}

/** A word offered in place of another, and how much it counts, 0 to 1. */
export interface Suggestion {
  readonly surface: string;
  readonly weight: number;
}

/** The number of words of a vocabulary that may still be compared for a query, whose sender chooses its words. */
export interface Effort {
  left: number;
}

/** The words of a site as they are written (folded, not stemmed): for typos and for words that are still being typed. */
export interface Vocabulary {
  /** Words that an unknown one was probably meant to be, best first; none for short words and for numbers. */
  correct(surface: string, effort?: Effort): Suggestion[];
  /** Known words that form an unknown one, such as `dead` and `link` for `deadlink`; as few as can be. */
  split(surface: string): readonly string[] | undefined;
  /** The most frequent words that start so, the word itself left out. */
  complete(prefix: string, effort?: Effort): Suggestion[];
  /** The most frequent pairs of letters that hold this one: scripts without spaces are indexed by pairs. */
  pairs(letter: string, effort?: Effort): Suggestion[];
  /** In alphabetical order, as `createVocabulary` takes them. */
  readonly words: readonly VocabularyWord[];
}

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
/** From this length on a word may have two typos; a little earlier when it has the right letters in a wrong order. */
const TWO_TYPOS_LENGTH = 8;
const MIN_SHUFFLED_LENGTH = 6;
const MIN_PART_LENGTH = 3;
const MAX_SPLIT_LENGTH = 64;
/** Words compared with one that is unknown, more than any that is misspelt by accident has. */
const MAX_CANDIDATES = 500;
const MAX_CORRECTIONS = 4;
const MAX_COMPLETIONS = 6;
/** One and two characters of scripts without spaces between words. */
const ONE_LETTER = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}]$/u;
const PAIR = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}]{2}$/u;
const MAX_PAIRS = 24;
/** Cost of a character, in compared words: the passages of all its bigrams are read. */
const LETTER_EFFORT = 300;
/** Weight of a completion beside the word itself. */
const COMPLETION_WEIGHT = 0.6;
const BEST_CORRECTION = 0.9;
const OTHER_CORRECTION = 0.5;
/** Hash and word number share one float: 32 + 20 bits, below 2^53. */
const MAX_WORDS = 2 ** 20;

/** Makes the vocabulary; the dictionary for corrections is built when the first unknown word asks for it. */
export function createVocabulary(words: Iterable<VocabularyWord>): Vocabulary {
  const sorted = [...words].sort((a, b) => compare(a.surface, b.surface)).slice(0, MAX_WORDS);
  const counts = new Map(sorted.map(({ surface, count }) => [surface, count]));
  let deletions: Float64Array | undefined;
  let pairs: ReadonlyMap<string, readonly VocabularyWord[]> | undefined;
  const correct = (surface: string, effort = unlimited()) => {
    if (!isCorrectable(surface)) return [];
    deletions ??= indexDeletions(sorted);
    return rankCorrections(surface, findCandidates(surface, { deletions, words: sorted, effort }));
  };
  return {
    words: sorted,
    correct,
    split: (surface) => splitWord(surface, counts),
    complete: (prefix, effort = unlimited()) => completeWord(prefix, sorted, effort),
    pairs: (letter, effort = unlimited()) => {
      if (!ONE_LETTER.test(letter) || effort.left < LETTER_EFFORT) return [];
      effort.left -= LETTER_EFFORT;
      pairs ??= indexPairs(sorted);
      return (pairs.get(letter) ?? []).map(({ surface }) => ({ surface, weight: COMPLETION_WEIGHT }));
    },
  };
}

function unlimited(): Effort {
  return { left: Number.POSITIVE_INFINITY };
}

function isCorrectable(surface: string): boolean {
  return surface.length >= MIN_LENGTH && surface.length <= MAX_LENGTH && !/\p{N}/u.test(surface);
}

/**
 * SymSpell's idea: a word and its misspelling meet in a form with one letter taken out, or with its letters sorted. Every such form of
 * every word is kept as one number, hash × 2^20 + word, in a sorted typed array: a tenth of the memory of a map of strings.
 */
function indexDeletions(words: readonly VocabularyWord[]): Float64Array {
  const entries: number[] = [];
  words.forEach(({ surface }, word) => {
    if (!isCorrectable(surface)) return;
    for (const form of meetingForms(surface)) entries.push(hash(form) * MAX_WORDS + word);
  });
  return Float64Array.from(entries).sort();
}

function meetingForms(word: string): string[] {
  const forms = [word];
  for (let i = 0; i < word.length; i += 1) forms.push(word.slice(0, i) + word.slice(i + 1));
  return [...forms, sortLetters(word)];
}

interface Dictionary {
  readonly deletions: Float64Array;
  readonly words: readonly VocabularyWord[];
  readonly effort: Effort;
}

/** Finds words with a form in common, as many as the effort allows: a page may hold thousands of orders of the same letters. */
function findCandidates(surface: string, { deletions, words, effort }: Dictionary): VocabularyWord[] {
  const found = new Set<VocabularyWord>();
  for (const form of meetingForms(surface)) {
    const from = hash(form) * MAX_WORDS;
    const first = firstPlace(deletions.length, (place) => (deletions[place] as number) >= from);
    for (let at = first; (deletions[at] ?? Number.POSITIVE_INFINITY) < from + MAX_WORDS; at += 1) {
      if (effort.left <= 0 || found.size >= MAX_CANDIDATES) return [...found];
      effort.left -= 1;
      found.add(words[(deletions[at] as number) - from] as VocabularyWord);
    }
  }
  return [...found];
}

function rankCorrections(surface: string, candidates: readonly VocabularyWord[]): Suggestion[] {
  return candidates
    .map((word) => ({ ...word, distance: editDistance(surface, word.surface) }))
    .filter(({ surface: word, distance }) => distance <= typosAllowed(surface, word))
    .map((word) => ({ ...word, closeness: 1 - word.distance / Math.max(surface.length, word.surface.length) }))
    .sort((a, b) => b.closeness - a.closeness || b.count - a.count || compare(a.surface, b.surface))
    .slice(0, MAX_CORRECTIONS)
    .map(({ surface: word, closeness }, rank) => ({
      surface: word,
      weight: closeness * (rank === 0 ? BEST_CORRECTION : OTHER_CORRECTION),
    }));
}

/** A way to write the beginning of a word as known words. */
interface Split {
  readonly parts: readonly string[];
  /** The number of passages that hold the rarest part. */
  readonly count: number;
}

/** Splits a word into as few parts as possible; of such splits, into that whose rarest part is the most frequent. O(length²). */
function splitWord(surface: string, counts: ReadonlyMap<string, number>): readonly string[] | undefined {
  if (surface.length > MAX_SPLIT_LENGTH) return undefined;
  const best: (Split | undefined)[] = [{ parts: [], count: Number.POSITIVE_INFINITY }];
  for (let end = MIN_PART_LENGTH; end <= surface.length; end += 1)
    for (let start = 0; start <= end - MIN_PART_LENGTH; start += 1) {
      const before = best[start];
      const part = surface.slice(start, end);
      const count = Math.min(before?.count ?? 0, counts.get(part) ?? 0);
      if (!before || count === 0) continue;
      const found = { parts: [...before.parts, part], count };
      const other = best[end];
      if (!other || found.parts.length < other.parts.length || (found.parts.length === other.parts.length && count > other.count))
        best[end] = found;
    }
  const parts = best[surface.length]?.parts ?? [];
  // Nearly every text is a row of words of three letters on a large site.
  const isRow = parts.length > 2 && parts.filter(({ length }) => length === MIN_PART_LENGTH).length > 1;
  return parts.length < 2 || isRow ? undefined : parts;
}

function completeWord(prefix: string, sorted: readonly VocabularyWord[], effort: Effort): Suggestion[] {
  if (prefix.length < 2) return [];
  const found: VocabularyWord[] = [];
  const first = firstPlace(sorted.length, (place) => (sorted[place] as VocabularyWord).surface >= prefix);
  for (let at = first; effort.left > 0 && sorted[at]?.surface.startsWith(prefix); at += 1) {
    effort.left -= 1;
    if (sorted[at]?.surface !== prefix) found.push(sorted[at] as VocabularyWord);
  }
  return found
    .sort((a, b) => b.count - a.count || compare(a.surface, b.surface))
    .slice(0, MAX_COMPLETIONS)
    .map(({ surface }) => ({ surface, weight: COMPLETION_WEIGHT }));
}

/** Lists for each letter of a script without spaces the most frequent pairs that hold it, with one look at each word. */
function indexPairs(words: readonly VocabularyWord[]): ReadonlyMap<string, readonly VocabularyWord[]> {
  const pairs = new Map<string, VocabularyWord[]>();
  for (const word of words) {
    if (!PAIR.test(word.surface)) continue;
    for (const letter of new Set(word.surface)) {
      const found = pairs.get(letter);
      if (found) found.push(word);
      else pairs.set(letter, [word]);
    }
  }
  for (const [letter, found] of pairs)
    pairs.set(letter, found.sort((a, b) => b.count - a.count || compare(a.surface, b.surface)).slice(0, MAX_PAIRS));
  return pairs;
}

/**
 * Returns true for a likely misspelling of another word: one typo, or two in a long word or in one with all letters of the
 * other.
 */
export function isMisspelling(surface: string, word: string): boolean {
  const allowed = typosAllowed(surface, word);
  return Math.abs(surface.length - word.length) <= allowed && editDistance(surface, word) <= allowed;
}

function typosAllowed(surface: string, word: string): number {
  const isShuffled = surface.length >= MIN_SHUFFLED_LENGTH && sortLetters(surface) === sortLetters(word);
  return surface.length >= TWO_TYPOS_LENGTH || isShuffled ? 2 : 1;
}

function sortLetters(word: string): string {
  return [...word].sort().join("");
}

/** Letters added, left out, changed or swapped with their neighbour between two words (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] as number) + 1 : change;
      row.push(Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, change, swap));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] as number;
}

/** Finds the first of `count` places where the test holds, which must hold at all later places too, by binary search. */
function firstPlace(count: number, holdsAt: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holdsAt(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Hashes a text with FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
  return value >>> 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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

/** Bounds on the work for a text. */
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

import { localeOf } from "./locales.ts";

/** One searchable form of a piece of a text. A piece such as `useEffect` has several: `use`, `effect`, `useeffect`. */
export interface Token {
  /** The indexed form: folded and, in English, stemmed. */
  readonly term: string;
  /** The folded form before stemming. */
  readonly surface: string;
  /** Range of the piece in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** True for the joined form of an identifier, whose parts are tokens too. */
  readonly joined: boolean;
}

/** Turns text into terms; index and query of one language share one analyzer. The term of a token is always that of its surface. */
export interface Analyzer {
  readonly language: string;
  /** Terms in the order of the text, repeats kept. Linear in the text; never throws. */
  terms(text: string): string[];
  /** The same with positions and unstemmed forms. */
  tokens(text: string): Token[];
  /** The term of one folded word. */
  term(surface: string): string;
}

// Scripts written without spaces between words: overlapping bigrams find them as well as a segmenter does, without its data.
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
// A letter with its marks, those of half-width katakana too.
const LETTER = /\P{M}[\p{M}\uFF9E\uFF9F]*|\p{M}+/gu;
// A word with its inner hyphens (the breaking, the non-breaking and the soft one), underscores and dots, or short names of
// capitals with a slash, such as CI/CD. Combining marks belong to it, or decomposed accents would cut it.
const WORD =
  /\b[A-Z]{1,4}(?:\/[A-Z]{1,4})+\b|[\p{L}\p{N}\p{M}]+(?:[-_.\u2010\u2011\u00AD][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
const MARKS = /[-_./\u2010\u2011\u00AD]+/g;
const PLAIN = /^[A-Za-z]?[a-z]*$/;
// The s of a plural, as in APIs, belongs to the capitals.
const CASE_BORDER = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/u;
/** Its numbers alone do not tell 5.4 from 4.5. */
const VERSION = /^[vV]?(\d+(?:\.\d+)+)$/;
const SHORT_SYMBOL = /(?<!\p{L})\p{L}{1,2}[+#]+$/u;
const HAS_LETTER = /\p{L}/u;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
/** Longer runs are not words (keys, hashes, encoded data) and would only enlarge the vocabulary. */
const MAX_WORD_LENGTH = 64;

/** Creates the analyzer of a language tag such as `en` or `pt-BR`. Words become stems where its locale has them. */
export function createAnalyzer(language: string): Analyzer {
  const term = localeOf(language).stem ?? ((surface: string) => surface);
  const tokens = (text: string) => {
    const found: Token[] = [];
    for (const match of text.matchAll(WORD)) readWord(match[0], match.index, term, found);
    return found;
  };
  return { language, term, tokens, terms: (text) => tokens(text).map((token) => token.term) };
}

function readWord(word: string, offset: number, term: (surface: string) => string, found: Token[]): void {
  let done = 0;
  for (const run of BEYOND_ASCII.test(word) ? word.matchAll(UNSPACED) : []) {
    readSpaced(word.slice(done, run.index), offset + done, term, found);
    readUnspaced(run[0], offset + run.index, found);
    done = run.index + run[0].length;
  }
  readSpaced(word.slice(done), offset + done, term, found);
}

function readUnspaced(run: string, offset: number, found: Token[]): void {
  const letters = run.match(LETTER) ?? [];
  let start = offset;
  for (let i = 0; i < Math.max(1, letters.length - 1); i += 1) {
    const pair = (letters[i] ?? "") + (letters[i + 1] ?? "");
    const surface = fold(pair);
    found.push({ term: surface, surface, start, end: start + pair.length, joined: false });
    start += (letters[i] ?? "").length;
  }
}

/** Gives the parts of an identifier and, when there are several, its joined form too: `no-undef` → `no`, `undef`, `noundef`; a version as a whole. */
function readSpaced(word: string, offset: number, term: (surface: string) => string, found: Token[]): void {
  if (!word) return;
  // Most words of most texts are plain: no part of an identifier, nothing to fold.
  if (PLAIN.test(word) && word.length <= MAX_WORD_LENGTH) {
    const surface = word.toLowerCase();
    found.push({ term: term(surface), surface, start: offset, end: offset + word.length, joined: false });
    return;
  }
  // C++ and C# are other names than C; of a longer word what comes before the symbol is a word too.
  const symbol = SHORT_SYMBOL.test(word) ? "" : (/[+#]+$/.exec(word)?.[0] ?? "");
  const pieces = splitIdentifier(symbol ? word.slice(0, -symbol.length) : word);
  for (const { text, start } of pieces) {
    const surface = fold(text).slice(0, MAX_WORD_LENGTH);
    if (surface)
      found.push({ term: term(surface), surface, start: offset + start, end: offset + start + text.length, joined: false });
  }
  const version = versionIn(word);
  if (version && version.length <= MAX_WORD_LENGTH)
    found.push({ term: term(version), surface: version, start: offset, end: offset + word.length, joined: false });
  if (version || (pieces.length === 1 && !symbol) || word.length > MAX_WORD_LENGTH || !HAS_LETTER.test(word)) return;
  const joined = fold(word.replace(MARKS, ""));
  found.push({ term: term(joined), surface: joined, start: offset, end: offset + word.length, joined: true });
}

/** A word to join is of letters, and says something: "in to" is no way to write "into". */
const JOINABLE = /^\p{L}{3,}$/u;
const JOINED_LENGTH = 6;

/**
 * Returns each two neighbouring words of a text as one, such as `backup` for "back up", in a language that writes them so. Of five letters and
 * less, which may be chance, only with a particle in a query, where "log in" may be `login`; texts gain nothing by these.
 */
export function joinedNeighbours(
  tokens: readonly Token[],
  language: string,
  { isQuery = false } = {},
): { surface: string; parts: [Token, Token] }[] {
  const { joinsWords, stopWords } = localeOf(language);
  if (!joinsWords) return [];
  const joined: { surface: string; parts: [Token, Token] }[] = [];
  let before: Token | undefined;
  for (const token of tokens) {
    if (token.joined) continue;
    if (before && token.start === before.end + 1 && /^\p{L}{2,}$/u.test(token.surface)) {
      const surface = before.surface + token.surface;
      const isWord = surface.length >= JOINED_LENGTH || (isQuery && joinsWords.has(token.surface));
      if (isWord && JOINABLE.test(before.surface) && !stopWords?.has(before.surface))
        joined.push({ surface, parts: [before, token] });
    }
    before = token;
  }
  return joined;
}

/** Returns the version that a word is, without its v: `5.4` for `v5.4`. */
export function versionIn(word: string): string | undefined {
  return VERSION.exec(word)?.[1];
}

function splitIdentifier(word: string): { text: string; start: number }[] {
  const pieces: { text: string; start: number }[] = [];
  for (const part of word.matchAll(/[^-_./\u2010\u2011\u00AD]+/g)) {
    let start = part.index;
    for (const text of part[0].split(CASE_BORDER)) {
      pieces.push({ text, start });
      start += text.length;
    }
  }
  return pieces;
}

/** Letters that Unicode takes for letters and not for marked ones, as they are typed without their keys. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ς: "σ",
  ـ: "",
};
const UNPLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "gu");

/** Returns a text in lower case, with compatibility forms unified, accents removed and letters as they are typed without their keys. */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(UNPLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize("NFC");
}

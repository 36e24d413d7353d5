import { lastHeading, type Passage } from "../../lib/content/model/passage.ts";
import { createAnalyzer } from "../../lib/search/analyze/analyze.ts";
import { localeOf } from "../../lib/search/analyze/locales.ts";
import { readData } from "../../lib/search/data.ts";
import { listSections } from "../../lib/search/rank/section.ts";
import { createRandom } from "../testing/random.ts";
import { swapLetters } from "./search-metrics.ts";
import type { Query } from "./search-sets.ts";

/** Queries of one kind, made from the words of pages by a rule, so that nobody chose them. */
export interface TypedSet {
  readonly kind: string;
  readonly queries: readonly Query[];
}

const EACH = 40;
const MAX_GOLD = 3;
/** Words of everyday texts, by their place: a more frequent one says little of a page, a rarer one may be no plain word. */
const PLAIN_FROM = 1_500;
const LINK_WORDS = /^[\p{L}][\p{L}\p{N}'-]*(?: [\p{L}][\p{L}\p{N}'-]*)?$/u;
const SAYS_NOTHING =
  /^(?:here|this|docs?|documentation|guides?|read|learn|see|more|page|link|example|below|above|next|back|full)\b/i;

/** Words in code or in quotation marks, as documentation writes an error; a statement of a programming language is none. */
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"|'([^'\n]+)'/g;
const TELLS_ERROR =
  /\b(?:error|fail(?:s|ed|ure)?|cannot|can't|could not|couldn't|unable|invalid|denied|refused|not found|unexpected|missing|exceeded|timed? ?out|unauthorized|forbidden|unknown|must be|does not exist|not (?:allowed|supported))\b/i;
const IS_STATEMENT = /[{}<>;=$|\\]|\/\/|^\W|^(?:if|for|return|throw|import|const|export|await)\b|\w\(|\w:$/;

/**
 * Makes the sets of a site, and those of the questions asked about it: the same ones for the same pages. At most 40 queries of each kind
 * but questions; words that are judged by English ones in English alone.
 */
export function typedSets(passages: readonly Passage[], language = "en", asked: readonly Query[] = []): TypedSet[] {
  const site = readTexts(passages, language);
  const numbers = numbersOf(site);
  const words = language === "en" ? wordsOf(site) : [];
  const phrases = phrasesOf(site);
  const forms = formsOf(site);
  const errors = errorsOf(site);
  const short = [...linksOf(site).slice(0, EACH / 2), ...headingWordsOf(site).slice(0, EACH / 2)];
  return [
    { kind: "question", queries: asked },
    { kind: "question, two letters swapped", queries: rewrite(asked, swapLetters) },
    { kind: "number", queries: numbers },
    { kind: "error number", queries: rewrite(numbers, (text) => `error ${text}`) },
    { kind: "question with a number", queries: rewrite(numbers, (text) => `why do I get ${text}?`) },
    { kind: "rare word", queries: words },
    { kind: "question with a rare word", queries: rewrite(words, (text) => `how do I use ${text}`) },
    { kind: "phrase", queries: phrases.all },
    { kind: "phrase scattered elsewhere", queries: phrases.scattered },
    { kind: "error message", queries: errors },
    { kind: "error message from a log", queries: rewrite(errors, (text) => `2026-03-17T08:41:52.306Z ERROR [web-2] ${text}`) },
    { kind: "heading without s", queries: forms.singular },
    { kind: "heading with s", queries: forms.plural },
    { kind: "heading joined or parted", queries: language === "en" ? forms.joined : [] },
    { kind: "short", queries: short },
    { kind: "short, unfinished", queries: rewrite(short, unfinished) },
    { kind: "short, two letters swapped", queries: rewrite(short, swapLetters) },
  ].filter(({ queries }) => queries.length > 0);
}

/** Returns the queries in other words, without those that have none. */
function rewrite(queries: readonly Query[], toText: (text: string) => string | undefined): Query[] {
  return queries.flatMap(({ text, gains }) => {
    const other = toText(text);
    return other ? [{ text: other, gains }] : [];
  });
}

interface SiteTexts {
  readonly passages: readonly Passage[];
  /** For each page its words as they are written, folded and stemmed, those of headings apart. */
  readonly pages: ReadonlyMap<
    string,
    { readonly text: string; readonly terms: ReadonlySet<string>; readonly named: ReadonlySet<string> }
  >;
  /** The pages of each heading and title, in lower case. */
  readonly headings: ReadonlyMap<string, ReadonlySet<string>>;
  readonly pagesOf: (term: string) => readonly string[];
  readonly term: (word: string) => string;
  readonly isStopWord: (word: string) => boolean;
}

function readTexts(passages: readonly Passage[], language: string): SiteTexts {
  const analyzer = createAnalyzer(language);
  const stopWords = localeOf(language).stopWords ?? new Set<string>();
  const headings = new Map<string, Set<string>>();
  const pages = new Map<string, { text: string; terms: Set<string>; named: Set<string> }>();
  const byTerm = new Map<string, string[]>();
  for (const [path, members] of Map.groupBy(passages, (passage) => passage.path)) {
    const names = members.flatMap((passage) => [
      passage.title,
      ...listSections(passage).map(({ heading }) => lastHeading(heading)),
    ]);
    for (const name of names.filter(Boolean))
      headings.set(name.toLowerCase(), (headings.get(name.toLowerCase()) ?? new Set()).add(path));
    const text = members.map((passage) => `${passage.title}\n${passage.heading}\n${passage.text}`).join("\n");
    const terms = new Set(analyzer.terms(`${text}\n${path}\n${members[0]?.description ?? ""}`));
    for (const term of terms) byTerm.set(term, [...(byTerm.get(term) ?? []), path]);
    pages.set(path, { text: ` ${plainWords(text)} `, terms, named: new Set(analyzer.terms(`${names.join(" ")} ${path}`)) });
  }
  return {
    passages,
    pages,
    headings,
    pagesOf: (term) => byTerm.get(term) ?? [],
    term: (word) => analyzer.terms(word).at(-1) ?? "",
    isStopWord: (word) => stopWords.has(word.toLowerCase()),
  };
}

function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** Numbers of two to six digits, and codes such as E1234, that one page has. */
function numbersOf(site: SiteTexts): Query[] {
  const isNumber = (word: string) => /^\d{2,6}$/.test(word) || /^[A-Z]{1,8}[-_]?\d{2,6}$/.test(word);
  return draw(site, /(?<![\p{L}\p{N}.,:/_-])[A-Z]{0,8}[-_]?\d{2,6}(?![\p{L}\p{N}/_:-]|[.,]\d)/gu, isNumber);
}

/** Plain words that one page has, in no title or heading. */
function wordsOf(site: SiteTexts): Query[] {
  const places = readData("frequencies-en.txt", (bytes) => String(bytes).split("\n"));
  const plain = new Set(places.slice(PLAIN_FROM));
  const named = new Set([...site.pages.values()].flatMap((page) => [...page.named]));
  return draw(
    site,
    /(?<![\p{L}\p{N}._/-])[a-z]{5,14}(?![\p{L}\p{N}_/-]|\.\p{L})/gu,
    (word) => plain.has(word) && !site.isStopWord(word) && !named.has(site.term(word)),
  );
}

/** Draws words of the pages' texts that one page has. */
function draw(site: SiteTexts, pattern: RegExp, fits: (word: string) => boolean): Query[] {
  const found = new Map<string, string>();
  for (const { text, path } of site.passages)
    for (const [word] of text.matchAll(pattern)) {
      const pages = site.pagesOf(site.term(word));
      if (fits(word) && pages.length === 1 && pages[0] === path) found.set(word, path);
    }
  return shuffle([...found])
    .slice(0, EACH)
    .map(([text, path]) => ({ text, gains: new Map([[path, 1]]) }));
}

/** Runs of four to seven words of a paragraph that one page has; those of which another page's names have half the words apart. */
function phrasesOf(site: SiteTexts): { all: Query[]; scattered: Query[] } {
  const random = createRandom(3);
  const [all, scattered]: [Query[], Query[]] = [[], []];
  for (const { blocks, path } of shuffle(site.passages))
    for (const block of shuffle(blocks.filter(({ kind }) => kind === "paragraph")).slice(0, 3)) {
      const words = (block.text.split(/[.!?:;()\n]/)[0] ?? "").match(/[\p{L}\p{N}]+/gu) ?? [];
      const length = 4 + Math.floor(random() * 4);
      const from = Math.floor(random() * Math.max(1, words.length - length));
      const run = words.slice(from, from + length);
      const telling = run.filter((word) => !site.isStopWord(word));
      if (run.length < length || telling.length < 3) continue;
      const holding = [...site.pages].filter(([, { text }]) => text.includes(` ${plainWords(run.join(" "))} `));
      if (holding.length !== 1) continue;
      const query = { text: run.join(" "), gains: new Map([[path, 1]]) };
      const isScattered = [...site.pages].some(
        ([other, { named }]) =>
          other !== path && telling.filter((word) => named.has(site.term(word))).length >= Math.max(2, telling.length / 2),
      );
      if (isScattered && scattered.length < EACH) scattered.push(query);
      else if (all.length < EACH) all.push(query);
    }
  return { all, scattered };
}

/** Messages of four to 25 words that say that something failed, in code or quoted, on one page. */
function errorsOf({ passages, pages }: SiteTexts): Query[] {
  const found = new Map<string, string>();
  for (const { blocks, path } of passages)
    for (const { kind, markdown, text } of blocks) {
      const lines = kind === "code" ? text.split("\n").map((line) => line.trim()) : [];
      const quoted = [...(kind === "code" ? text : markdown).matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? "");
      for (const message of [...lines, ...quoted]) {
        const count = message.match(/\p{L}[\p{L}'’]*/gu)?.length ?? 0;
        if (count >= 4 && count <= 25 && TELLS_ERROR.test(message) && !IS_STATEMENT.test(message)) found.set(message, path);
      }
    }
  const isOnOne = (message: string) => [...pages.values()].filter(({ text }) => text.includes(plainWords(message))).length === 1;
  const messages = shuffle([...found]).filter(([message]) => isOnOne(message));
  return messages.slice(0, EACH).map(([text, path]) => ({ text, gains: new Map([[path, 1]]) }));
}

/** Headings of at most four words in another form: the plural without its s, the singular with one, two words as one, one word as two. */
function formsOf({ headings }: SiteTexts): { singular: Query[]; plural: Query[]; joined: Query[] } {
  const plain = new Set(readData("frequencies-en.txt", (bytes) => String(bytes).split("\n")).slice(0, 8_000));
  const few = shuffle(
    [...headings].filter(
      ([name, pages]) => pages.size <= MAX_GOLD && /^[\p{L}\p{N}' -]+$/u.test(name) && name.split(" ").length <= 4,
    ),
  );
  const toQuery = (text: string, pages: ReadonlySet<string>) => ({
    text,
    gains: new Map([...pages, ...(headings.get(text) ?? [])].map((page) => [page, 1] as const)),
  });
  const singular = few.filter(([name]) => /\p{L}{3}[^s]s$/u.test(name)).map(([name, pages]) => toQuery(name.slice(0, -1), pages));
  const plural = few.filter(([name]) => /\p{L}{2}[bklmnprtw]e?$/u.test(name)).map(([name, pages]) => toQuery(`${name}s`, pages));
  const joined = few.flatMap(([name, pages]) => {
    const other = inOtherForm(name, plain);
    return other ? [toQuery(other, pages)] : [];
  });
  return { singular: singular.slice(0, EACH), plural: plural.slice(0, EACH), joined: joined.slice(0, EACH) };
}

const PARTICLES = "up|in|out|off|on|down|over|back";

function inOtherForm(name: string, plain: ReadonlySet<string>): string | undefined {
  if (/\p{L}-\p{L}/u.test(name)) return name.replace(/(\p{L})-(\p{L})/u, name.length % 2 ? "$1 $2" : "$1$2");
  const particle = new RegExp(`\\b(\\p{L}{3,6}) (${PARTICLES})\\b`, "u");
  if (particle.test(name)) return name.replace(particle, "$1$2");
  for (const word of name.split(" "))
    for (let at = 3; at <= word.length - 3; at += 1)
      if (plain.has(word.slice(0, at)) && plain.has(word.slice(at)) && word.length >= 7 && !/s$/.test(word.slice(0, at)))
        return name.replace(word, `${word.slice(0, at)} ${word.slice(at)}`);
  return undefined;
}

/** Texts of one or two words by which other pages link to a page. */
function linksOf({ passages, pages }: SiteTexts): Query[] {
  const endings = new Map([...pages.keys()].map((path) => [ending(path), path]));
  const found = new Map<string, Map<string, number>>();
  for (const { blocks, path } of passages)
    for (const [, text = "", target = ""] of blocks.flatMap(({ markdown }) => [
      ...markdown.matchAll(/(?<!!)\[([^\][]{3,40})\]\(([^)\s]+)\)/g),
    ])) {
      const name = text.replace(/[`*_]/g, "").trim().toLowerCase();
      if (!LINK_WORDS.test(name) || SAYS_NOTHING.test(name) || /^(?:[a-z]+:|#)/.test(target)) continue;
      const page = endings.get(ending(new URL(target, `https://docs.test${path}`).pathname));
      if (page && page !== path) found.set(name, (found.get(name) ?? new Map()).set(page, 1));
    }
  return shuffle([...found].filter(([, gains]) => gains.size <= MAX_GOLD)).map(([text, gains]) => ({ text, gains }));
}

/** The last two parts of a path, by which a link is known however the site is mounted. */
function ending(path: string): string {
  return path
    .replace(/(?:\/index)?(?:\.mdx?)?\/?$/, "")
    .toLowerCase()
    .split("/")
    .slice(-2)
    .join("/");
}

/** The rarest word or the two rarest of headings, which at most three pages have in one heading. */
function headingWordsOf({ headings, pagesOf, term, isStopWord }: SiteTexts): Query[] {
  const names = [...headings].map(([name, pages]) => ({
    name,
    pages,
    words: (name.match(/\p{L}[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !isStopWord(word)),
  }));
  return shuffle(names.filter(({ words }) => words.length >= 2)).flatMap(({ words }, index) => {
    const rarest = words.toSorted((a, b) => pagesOf(term(a)).length - pagesOf(term(b)).length).slice(0, 1 + (index % 2));
    const text = words.filter((word) => rarest.includes(word)).join(" ");
    const holding = names
      .filter((other) => rarest.every((word) => other.words.includes(word)))
      .flatMap(({ pages }) => [...pages]);
    const gold = new Set(holding);
    return gold.size <= MAX_GOLD ? [{ text, gains: new Map([...gold].map((page) => [page, 1] as const)) }] : [];
  });
}

/** The query while its last word is still being typed. */
function unfinished(text: string): string {
  const last = text.split(" ").at(-1) ?? "";
  return text.slice(0, text.length - last.length + Math.max(3, Math.ceil(last.length * 0.6)));
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const random = createRandom(items.length);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

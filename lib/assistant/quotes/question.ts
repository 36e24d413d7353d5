import type { QuoteMessages } from "../../i18n/quote-messages.ts";
import { LOCALES, localeOf } from "../../search/analyze/locales.ts";
import { codesIn } from "../../search/query/code.ts";
import type { ReaderContext, Turn } from "../wire/conversation.ts";

/** A word of a question as written, without the marks around it. */
const WORD = /[\p{L}\p{N}\p{M}@/][\p{L}\p{N}\p{M}'’._/@:#+-]*/gu;

/** Characters of a text that are read for its words: a pasted log says within as much what it is about. */
const MAX_CHARACTERS = 4_000;

function wordsOf(text: string): string[] {
  return (text.slice(0, MAX_CHARACTERS).match(WORD) ?? []).map((word) => word.replace(/['’._/:-]+$/u, "")).filter(Boolean);
}

/** Returns a word as lists of stop words have it. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll("’", "'");
}

/** Returns true for a capitalized word, which names something inside a question: "Go" in "Is there a client for Go?". */
function isName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word);
}

/** Returns the words that carry a question's subject, in order; all of its words when they are stop words. */
export function contentWords(question: string, language: string): string[] {
  const kept = withoutStopWords(question, language);
  return kept.length > 0 ? kept : wordsOf(question);
}

/** Returns the same, but none when all are stop words. */
function withoutStopWords(question: string, language: string): string[] {
  const lists = [localeOf(language).stopWords, localeOf("en").stopWords];
  const isStopWord = (word: string) => lists.some((stopWords) => stopWords?.has(word));
  return wordsOf(question).filter((word, index) => (index > 0 && isName(word)) || !isStopWord(fold(word)));
}

/** Detects the language of a text by its script or its stop words; undefined when they do not show it. */
export function detectLanguage(text: string): string | undefined {
  for (const [language, script] of SCRIPTS) if (script.test(text)) return language;
  const found = wordsOf(text).map(fold);
  let [best, most, isOnly] = ["", 0, false];
  for (const [language, { stopWords }] of LOCALES) {
    const count = stopWords ? found.filter((word) => stopWords.has(word)).length : 0;
    if (count === most) isOnly = false;
    if (count > most) [best, most, isOnly] = [language, count, true];
  }
  return isOnly ? best : undefined;
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["zh", /\p{Script=Han}/u],
  ["ko", /\p{Script=Hangul}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["el", /\p{Script=Greek}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["th", /\p{Script=Thai}/u],
];

const LEAD_IN = /^\W*(and|also|but|what about|how about|what if|then|or|y|e|también|et|und|auch)\b/iu;
const POINTS_BACK =
  /\b(it|its|that|this|these|those|them|they|there|one|ones|same|instead|eso|esto|ello|lo|cela|ça|das|dies|damit)\b/iu;

/** Words at the end of what they belong to: "more than one per endpoint", "does not install there". They name nothing, whatever is named before. */
const POINTS_BACK_LAST =
  /\bones?\b(?=\s*(?:[?.!,;]|$|(?:per|for|in|on|at|to|from|with|by)\b))|(?<!\b(?:is|are|was|were) )\bthere\b(?=\s*(?:[?.!,;]|$))/iu;

/** Words that continue a talk, whatever the question names: "in which header does the backend find it then?". */
const GOES_ON =
  /\bafter (?:that|this)\b|\b(?:then|instead|afterwards|dann|danach|stattdessen|alors|ensuite|après ça|entonces|después|luego)\s*[?.!]*$/iu;

/** Returns true for a question that only makes sense together with the one before it. */
function isFollowUp(question: string, language: string): boolean {
  return LEAD_IN.test(question) || pointsBefore(question, language) || contentWords(question, language).length <= 2;
}

/** Returns true when a word points to something that the question has not named itself: "it" in "a script is slow, can I cache it?" does not. */
function pointsBefore(question: string, language: string): boolean {
  if (POINTS_BACK_LAST.test(question) || GOES_ON.test(question)) return true;
  const at = question.search(POINTS_BACK);
  return at >= 0 && withoutStopWords(question.slice(0, at), language).length < 2;
}

/** Returns true for a follow-up that only names another thing: "and with Azure?", "what about tokens?". */
export function movesOn(question: string, language: string): boolean {
  const named = withoutStopWords(question, language).length;
  return LEAD_IN.test(question) && named > 0 && named <= 2 && !/\b(it|its|that|this|them|they|there)\b/iu.test(question);
}

/** Returns true for a question about the reader's selection: it points at it, or says next to nothing by itself. */
function asksAboutSelection(question: string, language: string): boolean {
  return POINTS_BACK.test(question) || withoutStopWords(question, language).length <= 1;
}

const ASKS_PRICE =
  /^\W*(?:(?:and|und|et|y)\s+)?(?:how much (?:do|does|will|would)\b.*\bcost\b|what (?:do|does|will|would)\b.*\bcost\b|what (?:is|are) the (?:price|cost)s? (?:of|for)\b|(?:was|wie ?viel) kostet\b|combien co[uû]te|cu[aá]nto cuesta)/iu;
const AMOUNT =
  /\p{Sc}\s?\d|\d[\d.,]*\s?(?:\p{Sc}|%|(?:USD|EUR|GBP|dollars?|euros?|cents?)\b)|\b(?:free|no (?:extra |additional )?(?:cost|charge)|nothing|kostenlos|kostenfrei|gratuite?s?|gratis)\b/iu;

/** Returns true for a question for a price, where no text has an amount or says that there is none to pay. */
export function lacksPrice(question: string, texts: readonly string[]): boolean {
  return ASKS_PRICE.test(question) && !texts.some((text) => AMOUNT.test(text));
}

const GREETING =
  /^(hi|hello|hey|hey there|hi there|hello there|good (morning|afternoon|evening|day)|greetings|yo|howdy|hola|buenos días|buenas|buenas tardes|bonjour|salut|hallo|guten tag|moin|olá|oi|bom dia)$/iu;
const THANKS =
  /^(thanks|thank you|thx|ty|cheers|great|perfect|cool|nice|awesome|ok|okay|got it|gracias|muchas gracias|merci|danke|vielen dank|obrigad[oa])( (a lot|so much|very much|you))?$/iu;
const FAREWELL = /^(bye|goodbye|see you|adiós|hasta luego|au revoir|tschüss|tchau)$/iu;
const ABOUT =
  /^(who|what) are you$|^what can you do$|^(can you )?help( me)?$|^are you (an? )?(ai|bot|human|robot|real)( person)?$|^(quién|qué) eres$|^ayuda$|^qui es-tu$|^wer bist du$/iu;

/** No greeting is longer. */
const MAX_SMALL_TALK = 200;

/** Returns the reply to a message that asks nothing of the docs; undefined for every other message. */
export function replyToSmallTalk(message: string, messages: QuoteMessages): string | undefined {
  if (message.length > MAX_SMALL_TALK) return undefined;
  const text = message.replace(/[\s!?.,;:¡¿…\p{Emoji_Presentation}]+/gu, " ").trim();
  if (text === "" || GREETING.test(text)) return messages.greeting;
  if (THANKS.test(text)) return messages.welcome;
  if (FAREWELL.test(text)) return messages.farewell;
  if (ABOUT.test(text)) return messages.about;
  return undefined;
}

/** The search query for a question. */
export interface Query {
  /** Words for the search, those of the question first. */
  readonly text: string;
  /** The words of the question itself, where it was completed from what was asked before: an answer has to hold one of them. */
  readonly focus: readonly string[];
  /** Those of them without which nothing answers: a name, or what "and with …?" asks about instead. */
  readonly required: readonly string[];
}

interface QueryInput {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly context: readonly ReaderContext[];
  /** Title of the page that the reader looks at. */
  readonly currentTitle: string | undefined;
  /** Language of the docs that are searched. */
  readonly language: string;
}

const MAX_EARLIER_WORDS = 4;
const MAX_CONTEXT_WORDS = 8;
const MAX_WORDS = 40;

/**
 * Turns a question into a query: frame words left out, a follow-up completed from the question before it, one that points at
 * what the reader selected from that. A question that is complete by itself is asked as it is, whatever is selected.
 */
export function toQuery({ question, history, context, currentTitle, language }: QueryInput): Query {
  const isCode = !/\s/.test(question.trim()) && codesIn(question).length > 0;
  const focus = isCode ? [question.trim()] : contentWords(question, language).slice(0, MAX_WORDS);
  const isOther = movesOn(question, language);
  const before = isFollowUp(question, language) ? earlierWords(history, focus, language) : [];
  // What is named instead takes the place of what was named before.
  const earlier = isOther ? before.filter(({ isName }) => !isName) : before;
  const selected = asksAboutSelection(question, language)
    ? context.flatMap(({ value }) => contentWords(value, language)).slice(0, MAX_CONTEXT_WORDS)
    : [];
  const isEmpty = withoutStopWords(question, language).length === 0;
  const own = before.length > 0 && !isEmpty ? focus : [];
  const page = asksAboutPage(question) && currentTitle ? contentWords(currentTitle, language) : [];
  return {
    text: distinct([...focus, ...selected, ...earlier.map(({ word }) => word), ...page]).join(" "),
    focus: own,
    required: isOther ? own : own.filter((word) => isNameIn(question, word)),
  };
}

/** Returns true for a word with a capital or a digit that does not begin the question, where every word has a capital. */
export function isNameIn(question: string, word: string): boolean {
  return /[\p{Lu}\d]/u.test(word) && !question.trimStart().startsWith(word);
}

/** An amount with its unit, such as 2.1GB or 350ms, or an id of random digits: another one with each occurrence of an error. */
const VARYING = /^(?:\d[\d.,]*(?:[kmgt]i?b|[munμ]?s|m|min|h|px|%)|(?=\p{L}*\d)[\da-f]{8,}|[\da-f]{4,}(?:-[\da-f]{4,}){2,})$/iu;

/** Returns true for a word that names nothing: docs do not have the amount or the id of a reader's own error. */
export function isVarying(word: string): boolean {
  return VARYING.test(word);
}

/** Returns words of the last user turns, newest first, until there are enough to show the subject. */
function earlierWords(history: readonly Turn[], focus: readonly string[], language: string) {
  const known = new Set(focus.map(toKey));
  const words: { readonly word: string; readonly isName: boolean }[] = [];
  for (const { role, text } of history.toReversed()) {
    if (role !== "user") continue;
    const fresh = contentWords(text, language).filter((word) => !known.has(toKey(word)));
    words.push(...fresh.map((word) => ({ word, isName: isNameIn(text, word) })));
    if (words.length >= MAX_EARLIER_WORDS || !isFollowUp(text, language)) break;
  }
  return words.slice(0, MAX_EARLIER_WORDS);
}

function asksAboutPage(question: string): boolean {
  return /\b(this|current) (page|guide|article|endpoint)\b|\besta página\b|\bcette page\b|\bdieser seite\b/iu.test(question);
}

const toKey = (word: string) => word.toLowerCase();

function distinct(words: readonly string[]): string[] {
  return [...new Map(words.map((word) => [toKey(word), word] as const).toReversed()).values()].toReversed();
}

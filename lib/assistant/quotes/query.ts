import type { ReaderContext, Turn } from "../conversation.ts";
import { asksAboutSelection, contentWords, isFollowUp, movesOn, withoutStopWords } from "./question.ts";

/** The search query for a question. */
export interface Query {
  /** Words for the search, those of the question first. */
  readonly text: string;
  /** The words of the question itself, where it was completed from what was asked before: an answer has to hold one of them. */
  readonly focus: readonly string[];
  /** Those of them without which nothing answers: a name, or what "and with …?" asks about instead. */
  readonly required: readonly string[];
}

export interface QueryInput {
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
  const focus = contentWords(question, language).slice(0, MAX_WORDS);
  const earlier = isFollowUp(question, language) ? earlierWords(history, focus, language) : [];
  const selected = asksAboutSelection(question, language)
    ? context.flatMap(({ value }) => contentWords(value, language)).slice(0, MAX_CONTEXT_WORDS)
    : [];
  const isEmpty = withoutStopWords(question, language).length === 0;
  const own = earlier.length > 0 && !isEmpty ? focus : [];
  const page = asksAboutPage(question) && currentTitle ? contentWords(currentTitle, language) : [];
  return {
    text: distinct([...focus, ...selected, ...earlier, ...page]).join(" "),
    focus: own,
    required: movesOn(question, own) ? own : own.filter((word) => isNameIn(question, word)),
  };
}

/** Returns true for a word with a capital or a digit that does not begin the question, where every word has a capital. */
export function isNameIn(question: string, word: string): boolean {
  return /[\p{Lu}\d]/u.test(word) && !question.trimStart().startsWith(word);
}

/** Words of the last user turns, newest first, until there are enough to know what is being talked about. */
function earlierWords(history: readonly Turn[], focus: readonly string[], language: string): string[] {
  const known = new Set(focus.map(toKey));
  const words: string[] = [];
  for (const { role, text } of history.toReversed()) {
    if (role !== "user") continue;
    words.push(...contentWords(text, language).filter((word) => !known.has(toKey(word))));
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

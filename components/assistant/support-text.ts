import { messageText, type PanelMessage, sourcesOf } from "./panel-message.ts";

/** The most characters of a mail that a link carries in every mail program. */
const MAX_CHARS = 1_800;
const MAX_QUESTION = 1_000;
const MAX_SUBJECT = 100;

interface HandedOver {
  readonly question: string;
  /** The answer that did not help. */
  readonly answer: PanelMessage;
  /** Address of the page that the reader is on, without its query. */
  readonly page: string;
}

/** Writes what support needs: the question, the page, the sources of the answer and the id of the conversation, but not the answer. */
export function toSupportText({ question, answer, page }: HandedOver): string {
  const { threadId } = answer.metadata ?? {};
  const sources = sourcesOf(answer).map(({ url }) => `- ${url}`);
  const rest = [page, ...sources, ...(threadId ? [threadId] : [])].join("\n");
  return cut(`${cut(question.trim(), MAX_QUESTION)}\n\n${rest}`, MAX_CHARS);
}

/** Returns a link that opens a mail with a text as it is, at most 1,800 characters of it. */
export function toMailAddress(address: string, text: string): string {
  const [first = ""] = text.split("\n");
  const body = cut(text, MAX_CHARS).replace(/\r?\n/g, "\r\n");
  return `mailto:${address}?subject=${encodeURIComponent(cut(first, MAX_SUBJECT))}&body=${encodeURIComponent(body)}`;
}

/** Returns true for an answer that may not have helped: without a source, or one that names where to ask. */
export function mayNeedSupport(answer: PanelMessage, support: string): boolean {
  return sourcesOf(answer).length === 0 || messageText(answer).includes(support);
}

function cut(text: string, most: number): string {
  return (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed();
}

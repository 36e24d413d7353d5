import { toSupportText } from "../../lib/assistant/support/support-text.ts";
import { messageText, type PanelMessage, sourcesOf } from "./panel-message.ts";

/** The most characters of a mail that a link carries in every mail program. */
const MAX_CHARS = 1_800;
const MAX_QUESTION = 1_000;
const MAX_SUBJECT = 100;

interface Asked {
  readonly question: string;
  /** The answer that did not help. */
  readonly answer: PanelMessage;
  /** Address of the page that the reader is on, without its query. */
  readonly page: string;
}

/** Writes what the site sends to support for a reader: the same text that the service makes of the thread. */
export function toSentText({ question, answer, page }: Asked, email = ""): string {
  const sources = sourcesOf(answer).map(({ url }) => url);
  return toSupportText({ question, page, sources, threadId: answer.metadata?.threadId, email: email.trim() });
}

/** Writes what a reader sends to support from their own mail, at most 1,800 characters. */
export function toMailText({ question, ...asked }: Asked): string {
  return cut(toSentText({ ...asked, question: cut(question.trim(), MAX_QUESTION) }), MAX_CHARS);
}

/** Returns a link that opens a mail with a text as it is, at most 1,800 characters of it. */
export function toMailAddress(address: string, text: string): string {
  const [first = ""] = text.split("\n");
  const body = cut(text, MAX_CHARS).replace(/\r?\n/g, "\r\n");
  return `mailto:${address}?subject=${encodeURIComponent(cut(first, MAX_SUBJECT))}&body=${encodeURIComponent(body)}`;
}

/** Returns true for an answer that may not have helped: without a source, with a doubt of its own, or one that names where to ask. */
export function mayNeedSupport(answer: PanelMessage, support?: string): boolean {
  if (sourcesOf(answer).length === 0 || answer.metadata?.doubted) return true;
  return support !== undefined && messageText(answer).includes(support);
}

function cut(text: string, most: number): string {
  return (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed();
}

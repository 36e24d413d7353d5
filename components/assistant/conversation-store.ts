import { readStoredJson, writeStored } from "../browser-store.ts";
import type { ContextItem } from "./assistant-store.ts";
import { messageText, type PanelMessage } from "./panel-message.ts";

/*
 * The panel's memory: the unsent question and the conversation of this tab, and the conversations of this browser.
 * It is loaded with the panel; `assistant-store.ts`, which every page loads, knows whether the panel is open.
 */

/** The unsent question. */
export interface Draft {
  readonly text: string;
  readonly context: readonly ContextItem[];
}

/** Most excerpts that can be attached to a question; the service takes no more. */
export const MAX_CONTEXT = 5;
const MAX_CONTEXT_CHARACTERS = 2000;

const drafts = new Map<string, Draft>();
const watchers = new Set<() => void>();

/** Returns the unsent question; it is kept while the panel is closed, another page is opened or the page is loaded again. */
export function getDraft(domain: string): Draft {
  const draft = drafts.get(domain) ?? readDraft(domain);
  drafts.set(domain, draft);
  return draft;
}

export function setDraftText(domain: string, text: string): void {
  setDraft(domain, { ...getDraft(domain), text });
}

/** Adds an excerpt, cut to 2,000 characters. Returns false when there are five already. */
export function addContext(domain: string, item: ContextItem): boolean {
  const draft = getDraft(domain);
  const added = { ...item, value: item.value.slice(0, MAX_CONTEXT_CHARACTERS) };
  if (draft.context.some(({ value }) => value === added.value)) return true;
  if (draft.context.length >= MAX_CONTEXT) return false;
  setDraft(domain, { ...draft, context: [...draft.context, added] });
  return true;
}

export function removeContext(domain: string, item: ContextItem): void {
  const draft = getDraft(domain);
  setDraft(domain, { ...draft, context: draft.context.filter((other) => other !== item) });
}

export function clearDraft(domain: string): void {
  setDraft(domain, { text: "", context: [] });
}

/** Calls back whenever a draft changes. Returns what ends it. */
export function watchDrafts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setDraft(domain: string, draft: Draft): void {
  drafts.set(domain, draft);
  const isEmpty = draft.text === "" && draft.context.length === 0;
  writeStored("session", keyOf("draft", domain), isEmpty ? null : JSON.stringify(draft));
  for (const watcher of watchers) watcher();
}

function readDraft(domain: string): Draft {
  const value = readStoredJson("session", keyOf("draft", domain)) as Partial<Draft> | undefined;
  const context = Array.isArray(value?.context) ? value.context.filter(isContextItem) : [];
  return { text: typeof value?.text === "string" ? value.text : "", context };
}

const MAX_MESSAGES = 20;
const MAX_CHARACTERS = 400_000;

/** Returns the conversation that this tab had before the page was loaded again. */
export function readConversation(domain: string): PanelMessage[] {
  const value = readStoredJson("session", keyOf("conversation", domain));
  return Array.isArray(value) ? value.filter(isMessage).slice(-MAX_MESSAGES) : [];
}

/** Stores the last 20 messages for this tab, with their text and sources but without the hits of the search. */
export function writeConversation(domain: string, messages: readonly PanelMessage[]): void {
  const kept = toKept(messages);
  const text = JSON.stringify(kept);
  writeStored("session", keyOf("conversation", domain), kept.length > 0 && text.length <= MAX_CHARACTERS ? text : null);
}

function toKept(messages: readonly PanelMessage[]): PanelMessage[] {
  return messages.slice(-MAX_MESSAGES).map(({ id, role, metadata, parts }) => {
    const kept = parts.filter(({ type }) => type === "text" || type === "source-url");
    return { id, role, ...(metadata && { metadata }), parts: kept };
  });
}

/** A conversation that this browser remembers. */
export interface PastConversation {
  /** Id of its first message. */
  readonly id: string;
  readonly title: string;
  /** When it last changed, in milliseconds since 1970. */
  readonly at: number;
  readonly messages: readonly PanelMessage[];
}

const MAX_CONVERSATIONS = 20;
const MAX_PAST_CHARACTERS = 1_000_000;
const TITLE_CHARACTERS = 120;

/** Lists the conversations that this browser remembers, the latest first. What cannot be read is left out. */
export function listConversations(domain: string): PastConversation[] {
  const value = readStoredJson("local", keyOf("conversations", domain));
  return Array.isArray(value) ? value.filter(isConversation) : [];
}

/** Puts the last 20 messages of a conversation first among those that are remembered, and drops the oldest ones. */
export function rememberConversation(domain: string, conversation: readonly PanelMessage[], now = Date.now()): void {
  const messages = toKept(conversation);
  const [first] = messages;
  if (!first) return;
  const title = messageText(first).replace(/\s+/g, " ").slice(0, TITLE_CHARACTERS);
  const others = listConversations(domain).filter(({ id }) => id !== first.id);
  writePast(domain, [{ id: first.id, title, at: now, messages }, ...others].slice(0, MAX_CONVERSATIONS));
}

/** Forgets a conversation. Returns those that are left. */
export function forgetConversation(domain: string, id: string): PastConversation[] {
  const left = listConversations(domain).filter((conversation) => conversation.id !== id);
  writePast(domain, left);
  return left;
}

function writePast(domain: string, conversations: readonly PastConversation[]): void {
  let count = conversations.length;
  while (count > 0 && JSON.stringify(conversations.slice(0, count)).length > MAX_PAST_CHARACTERS) count -= 1;
  writeStored("local", keyOf("conversations", domain), count > 0 ? JSON.stringify(conversations.slice(0, count)) : null);
}

function keyOf(what: "draft" | "conversation" | "conversations", domain: string): string {
  return `docent:${what}:${domain}`;
}

function isConversation(value: unknown): value is PastConversation {
  const { id, title, at, messages } = Object(value);
  return (
    typeof id === "string" &&
    typeof title === "string" &&
    typeof at === "number" &&
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every(isMessage)
  );
}

/** Returns true for a stored value that is a message as the panel keeps it. */
function isMessage(value: unknown): value is PanelMessage {
  const { id, role, parts, metadata } = Object(value);
  const isKnown = typeof id === "string" && (role === "user" || role === "assistant") && Array.isArray(parts);
  return isKnown && parts.every(isPart) && (metadata === undefined || typeof metadata === "object");
}

function isPart(value: unknown): boolean {
  const { type, text, url, sourceId } = Object(value);
  if (type === "text") return typeof text === "string";
  return type === "source-url" && typeof url === "string" && typeof sourceId === "string";
}

function isContextItem(value: unknown): value is ContextItem {
  const { type, value: text, path } = Object(value);
  return (type === "code" || type === "textSelection") && typeof text === "string" && typeof path === "string";
}

import { readStoredJson, writeStored } from "../browser-store.ts";
import type { ContextItem } from "./assistant-store.ts";
import type { PanelMessage } from "./panel-message.ts";

const MAX_MESSAGES = 20;
const MAX_CHARACTERS = 400_000;

/** Returns the conversation that this tab had before the page was loaded again. */
export function readConversation(domain: string): PanelMessage[] {
  const value = readStoredJson("session", conversationKey(domain));
  return Array.isArray(value) ? value.filter(isMessage).slice(-MAX_MESSAGES) : [];
}

/** Returns the last 20 messages, with their text and sources but without the hits of the search. */
export function toKept(messages: readonly PanelMessage[]): PanelMessage[] {
  return messages.slice(-MAX_MESSAGES).map(({ id, role, metadata, parts }) => {
    const kept = parts.filter(({ type }) => type === "text" || type === "source-url");
    return { id, role, ...(metadata && { metadata }), parts: kept };
  });
}

/** Keeps the last 20 messages for this tab. */
export function writeConversation(domain: string, messages: readonly PanelMessage[]): void {
  const kept = toKept(messages);
  const text = JSON.stringify(kept);
  writeStored("session", conversationKey(domain), kept.length > 0 && text.length <= MAX_CHARACTERS ? text : null);
}

/** The unsent question. */
export interface Draft {
  readonly text: string;
  readonly context: readonly ContextItem[];
}

export function readDraft(domain: string): Draft {
  const value = readStoredJson("session", draftKey(domain)) as Partial<Draft> | undefined;
  const context = Array.isArray(value?.context) ? value.context.filter(isContextItem) : [];
  return { text: typeof value?.text === "string" ? value.text : "", context };
}

export function writeDraft(domain: string, draft: Draft): void {
  const isEmpty = draft.text === "" && draft.context.length === 0;
  writeStored("session", draftKey(domain), isEmpty ? null : JSON.stringify(draft));
}

function conversationKey(domain: string): string {
  return `docent:conversation:${domain}`;
}

function draftKey(domain: string): string {
  return `docent:draft:${domain}`;
}

/** Returns true for a stored value that is a message as the panel keeps it. */
export function isMessage(value: unknown): value is PanelMessage {
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

import { readStoredJson, writeStored } from "../browser-store.ts";
import { isMessage } from "./conversation-storage.ts";
import { messageText, type PanelMessage } from "./panel-message.ts";

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
const MAX_CHARACTERS = 1_000_000;
const TITLE_CHARACTERS = 120;

/** Lists the conversations that this browser remembers, the latest first. What cannot be read is left out. */
export function listConversations(domain: string): PastConversation[] {
  const value = readStoredJson("local", keyOf(domain));
  return Array.isArray(value) ? value.filter(isConversation) : [];
}

/** Puts a conversation first among those that are remembered, and drops the oldest ones. */
export function rememberConversation(domain: string, messages: readonly PanelMessage[], now = Date.now()): void {
  const [first] = messages;
  if (!first) return;
  const title = messageText(first).replace(/\s+/g, " ").slice(0, TITLE_CHARACTERS);
  const others = listConversations(domain).filter(({ id }) => id !== first.id);
  write(domain, [{ id: first.id, title, at: now, messages }, ...others].slice(0, MAX_CONVERSATIONS));
}

/** Forgets a conversation. Gives those that are left. */
export function forgetConversation(domain: string, id: string): PastConversation[] {
  const left = listConversations(domain).filter((conversation) => conversation.id !== id);
  write(domain, left);
  return left;
}

function write(domain: string, conversations: readonly PastConversation[]): void {
  let count = conversations.length;
  while (count > 0 && JSON.stringify(conversations.slice(0, count)).length > MAX_CHARACTERS) count -= 1;
  writeStored("local", keyOf(domain), count > 0 ? JSON.stringify(conversations.slice(0, count)) : null);
}

function keyOf(domain: string): string {
  return `docent:conversations:${domain}`;
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

import { Chat } from "@ai-sdk/react";
import type { ChatTransport } from "ai";
import { DataStreamChatTransport } from "../../lib/assistant/wire/transport.ts";
import { withoutBasePath } from "../../lib/content/model/urls.ts";
import { announce } from "../owner-events.ts";
import { announceText } from "../owner-texts.ts";
import { ServiceFailed, toServiceFailed } from "../service-failure.ts";
import { locate, type ReaderLocation, type SiteScope } from "../site-scope.ts";
import { fetchWithSiteToken, getReaderId } from "../site-token.ts";
import type { ContextItem } from "./assistant-store.ts";
import { type PastConversation, readConversation, rememberConversation, writeConversation } from "./conversation-store.ts";
import { messageText, type PanelMessage, type Rating } from "./panel-message.ts";

const chats = new Map<string, Chat<PanelMessage>>();
/** The scope of the page that is open, by domain: a conversation outlives the page that it began on. */
const scopes = new Map<string, SiteScope>();

/** Returns the tab's conversation about a site. It continues while the panel is closed or another page is opened. */
export function getConversation(site: SiteScope): Chat<PanelMessage> {
  scopes.set(site.domain, site);
  const chat = chats.get(site.domain) ?? createConversation(site);
  chats.set(site.domain, chat);
  return chat;
}

function createConversation(site: SiteScope): Chat<PanelMessage> {
  const chat = new Chat<PanelMessage>({
    messages: readConversation(site.domain),
    transport: createAnswerTransport(site),
    onFinish: ({ message, isAbort, isError }) => {
      announceAnswer(message, isAbort ? "stopped" : isError ? "failed" : "complete");
      if (isAbort) chat.messages = withStopped(chat.messages);
      // After a reload the error is gone, and a part of an answer must not pass for all of it.
      keep(site, isError ? withStopped(chat.messages) : chat.messages);
    },
  });
  // A page that is left in the middle of an answer keeps what was there.
  window.addEventListener("pagehide", () => {
    keep(site, chat.status === "ready" ? chat.messages : withStopped(chat.messages));
  });
  return chat;
}

/** Asks. Never rejects: what goes wrong is in `chat.error`. */
export function ask(chat: Chat<PanelMessage>, question: string, context: readonly ContextItem[]): Promise<void> {
  announceText("question", question, { length: question.length, excerpts: context.length });
  return chat.sendMessage({ text: question, metadata: context.length > 0 ? { context } : {} });
}

function announceAnswer(message: PanelMessage, status: "complete" | "stopped" | "failed"): void {
  const sources = message.parts.filter(({ type }) => type === "source-url").length;
  announce("answered", { length: messageText(message).length, sources, status });
}

/** Begins a new conversation: stops first, because a running stream would write into the empty conversation. */
export async function startOver(site: SiteScope): Promise<void> {
  const chat = getConversation(site);
  await chat.stop();
  chat.messages = [];
  chat.clearError();
  writeConversation(site.domain, []);
}

/** Goes on with a conversation that this browser remembers. */
export async function reopenConversation(site: SiteScope, { messages }: PastConversation): Promise<void> {
  const chat = getConversation(site);
  await chat.stop();
  chat.messages = [...messages];
  chat.clearError();
  writeConversation(site.domain, messages);
}

/** Stores the messages for this tab, and for later visits in this browser. */
function keep({ domain }: SiteScope, messages: readonly PanelMessage[]): void {
  writeConversation(domain, messages);
  rememberConversation(domain, messages);
}

/** Sends the rating of an answer, and keeps it with the answer. Throws when the service refused it. */
export async function rate(site: SiteScope, message: PanelMessage, rating: Rating, reason?: string): Promise<void> {
  const { threadId } = message.metadata ?? {};
  const response = await fetchWithSiteToken(site, `/v1/assistant/${encodeURIComponent(site.domain)}/feedback`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ threadId, messageId: message.id, rating, ...(reason && { reason }) }),
  });
  if (!response.ok) throw new Error(`feedback: ${response.status}`);
  announceText("feedback", reason, { about: "answer", rating });
  const chat = getConversation(site);
  chat.messages = chat.messages.map((other) =>
    other.id === message.id ? { ...other, metadata: { ...other.metadata, rating } } : other,
  );
  writeConversation(site.domain, chat.messages);
}

/** Hands the question of an answer over to the owner's support. Resolves to false where it was not taken. */
export async function sendToSupport(site: SiteScope, message: PanelMessage, email: string): Promise<boolean> {
  const { threadId } = message.metadata ?? {};
  const page = site.embedOrigin === undefined ? withoutBasePath(site.basePath, window.location.pathname) : undefined;
  const response = await fetchWithSiteToken(site, `/v1/assistant/${encodeURIComponent(site.domain)}/support`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ threadId, messageId: message.id, ...(email && { email }), ...(page && { page }) }),
  }).catch(() => undefined);
  return response?.ok ?? false;
}

/** Marks the last answer as not finished. */
function withStopped(messages: readonly PanelMessage[]): PanelMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || !messageText(last)) return [...messages];
  return [...messages.slice(0, -1), { ...last, metadata: { ...last.metadata, stopped: true } }];
}

const MAX_MESSAGES = 40;
const MAX_PATH_CHARACTERS = 200;

/**
 * Sends questions to `POST /v1/assistant/{domain}/message` with a site token. Beside the messages it tells where the
 * reader is and what they brought along; without what earlier searches found, which the service does not read back.
 */
function createAnswerTransport(site: SiteScope): ChatTransport<PanelMessage> {
  const inner = new DataStreamChatTransport<PanelMessage>({
    api: `/v1/assistant/${encodeURIComponent(site.domain)}/message`,
    fetch: (path, init) => fetchAnswer(site, String(path), init ?? {}),
  });
  return {
    sendMessages: (options) =>
      inner.sendMessages({
        ...options,
        messages: options.messages.slice(-MAX_MESSAGES).map(withoutTools),
        body: toBody(site, options.messages),
      }),
    reconnectToStream: async () => null,
  };
}

function withoutTools(message: PanelMessage): PanelMessage {
  return { ...message, parts: message.parts.filter(({ type }) => type === "text" || type === "source-url") };
}

function toBody(site: SiteScope, messages: readonly PanelMessage[]): object {
  const { language, version, path } = currentPlace(site);
  const context = messages.findLast(({ role }) => role === "user")?.metadata?.context;
  return {
    fp: getReaderId(),
    filter: { language, ...(version && { version }) },
    ...(site.embedOrigin !== undefined
      ? { embedOrigin: site.embedOrigin }
      : path.length <= MAX_PATH_CHARACTERS && { currentPath: path }),
    ...(context && context.length > 0 && { context }),
  };
}

/** Reads the location when a question is sent. */
function currentPlace(site: SiteScope): ReaderLocation {
  return locate(scopes.get(site.domain) ?? site, withoutBasePath(site.basePath, window.location.pathname));
}

/** Sends a question, once more without its thread when the service no longer has that thread. */
async function fetchAnswer(site: SiteScope, path: string, init: RequestInit): Promise<Response> {
  const response = await reach(site, path, init);
  if (response.ok) return response;
  const { threadId, ...body } = JSON.parse(String(init.body)) as { threadId?: string };
  if (response.status !== 404 || !threadId) throw toServiceFailed(response);
  const again = await reach(site, path, { ...init, body: JSON.stringify(body) });
  if (!again.ok) throw toServiceFailed(again);
  return again;
}

async function reach(site: SiteScope, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchWithSiteToken(site, path, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new ServiceFailed({ kind: "offline" }, { cause });
  }
}

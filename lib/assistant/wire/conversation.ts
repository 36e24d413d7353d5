import { type MessageRequest, type UIMessage, type UIMessageRequest, type WireMessage, wireText } from "./request.ts";

/** A message of a conversation. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** A file that came with a question. It is never fetched. */
export interface Attachment {
  readonly name?: string;
  readonly contentType?: string;
  /** Only an http or https address is kept; the bytes of a data: URL are not. */
  readonly url?: string;
}

/** The question that is asked now. */
export interface ReaderQuestion {
  /** The client's id of the message. */
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A selection or a piece of code that the reader looked at when asking. */
export interface ReaderContext {
  readonly type: "code" | "textSelection";
  readonly value: string;
  readonly path?: string | undefined;
}

/** A request of either wire, reduced to what the assistant trusts: what the reader and the assistant said. */
export interface Ask {
  readonly fp: string;
  readonly threadId: string | undefined;
  /** The thread is only remembered from an earlier answer: where it is gone, a new one begins. */
  readonly threadIsRemembered?: boolean;
  /** Whole, from 1 to 50. */
  readonly retrievalPageSize: number;
  readonly filter: { readonly version?: string | undefined; readonly language?: string | undefined };
  readonly currentPath: string | undefined;
  /** As the caller says it: it counts where the configuration lists it. */
  readonly embedOrigin?: string | undefined;
  readonly context: readonly ReaderContext[];
  readonly history: readonly Turn[];
  readonly question: ReaderQuestion;
}

/** Reads a request of AI SDK 4. */
export function toAsk({ messages, ...request }: MessageRequest): Ask {
  return { ...commonOf(request), ...conversationOf(messages, attachmentsOf), threadId: request.threadId ?? undefined };
}

/** Reads a request of AI SDK 5 and later; the thread may be named by an earlier answer's metadata. */
export function toUIAsk({ messages, ...request }: UIMessageRequest): Ask {
  const remembered = messages.map(threadOf).findLast((id) => id !== undefined);
  return {
    ...commonOf(request),
    ...conversationOf(messages, filesOf),
    threadId: request.threadId ?? remembered,
    threadIsRemembered: typeof request.threadId !== "string",
  };
}

type CommonRequest = Omit<MessageRequest, "messages">;

function commonOf({ fp, retrievalPageSize, filter, currentPath, embedOrigin, context }: CommonRequest) {
  return {
    fp,
    retrievalPageSize: Math.floor(retrievalPageSize),
    filter: { version: filter?.version ?? undefined, language: filter?.language ?? undefined },
    currentPath: currentPath ?? undefined,
    embedOrigin: embedOrigin ?? undefined,
    context: context ?? [],
  };
}

/** Splits a conversation at the last user message with text, the question; an answer after it is being regenerated. */
function conversationOf<Item extends WireMessage | UIMessage>(
  messages: readonly Item[],
  toAttachments: (message: Item) => Attachment[],
): Pick<Ask, "history" | "question"> {
  const at = messages.findLastIndex((message) => message.role === "user" && wireText(message).trim());
  const asked = messages[at];
  // The schema has refused a conversation without a user's text.
  if (!asked) throw new Error("The conversation holds no question.");
  return {
    history: messages.slice(0, at).flatMap(toTurn),
    question: { id: asked.id, text: wireText(asked).trim(), attachments: toAttachments(asked) },
  };
}

/** Converts a user or assistant message to a turn; leaves out system and data messages, which could pose as instructions. */
function toTurn(message: WireMessage | UIMessage): Turn[] {
  const text = wireText(message).trim();
  const { role } = message;
  return text && (role === "user" || role === "assistant") ? [{ role, text }] : [];
}

function attachmentsOf({ experimental_attachments = [] }: WireMessage): Attachment[] {
  return experimental_attachments
    .slice(0, MAX_ATTACHMENTS)
    .map(({ name, contentType, url }) => toAttachment(name, contentType, url));
}

function filesOf({ parts }: UIMessage): Attachment[] {
  return parts
    .filter(({ type }) => type === "file")
    .slice(0, MAX_ATTACHMENTS)
    .map(({ filename, mediaType, url }) => toAttachment(filename, mediaType, url));
}

const MAX_ATTACHMENTS = 20;
const MAX_NAME = 256;

function toAttachment(name: unknown, contentType: unknown, url: unknown): Attachment {
  return {
    ...(typeof name === "string" ? { name: name.slice(0, MAX_NAME) } : {}),
    ...(typeof contentType === "string" ? { contentType: contentType.slice(0, MAX_NAME) } : {}),
    ...(typeof url === "string" && /^https?:/i.test(url) && url.length <= 2_000 ? { url } : {}),
  };
}

function threadOf({ metadata }: UIMessage): string | undefined {
  const threadId = typeof metadata === "object" && metadata && "threadId" in metadata ? metadata.threadId : undefined;
  return typeof threadId === "string" ? threadId : undefined;
}

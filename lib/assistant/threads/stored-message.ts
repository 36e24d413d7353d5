import { z } from "zod";
import type { StoreTables } from "../../db/db.ts";
import type { ReaderQuestion } from "../wire/conversation.ts";

/**
 * Bounds of a thread in the store, whatever a client or a model sends. Text over the bound is cut, details that do
 * not fit are left out, and a full thread gives up its oldest messages. Documented in the manual's page on threads.
 */
export const storedBounds = {
  /** Bound on a message's text in UTF-8: the 32,000 characters that a request may bring, at three bytes each. */
  textBytes: 96_000,
  /** Bound on a message's attachments or sources as JSON. */
  detailBytes: 16 * 1024,
  threadMessages: 1_000,
  /** Bound on all texts and details of a thread. */
  threadBytes: 2 * 1024 * 1024,
} as const;

/** The status of a message: an answer may have been stopped by its reader, broken off by the model, or have failed. */
export const MessageStatus = z.enum(["complete", "aborted", "incomplete", "failed"]);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** A message as it is shown: the specification's Message, and what became of it. */
export const StoredMessage = z.object({
  id: z.string(),
  role: z.enum(["user", "assistant"]),
  createdAt: z.iso.datetime(),
  content: z.string(),
  parts: z.array(z.looseObject({ type: z.string() })),
  experimental_attachments: z
    .array(z.object({ name: z.string().optional(), contentType: z.string().optional(), url: z.string().optional() }))
    .optional(),
  status: MessageStatus,
  engine: z.enum(["excerpts", "model", "fallback"]).optional().describe("Who wrote an answer."),
  answered: z.boolean().optional().describe("False for an answer that cites nothing, although something was looked up."),
});
export type StoredMessage = z.infer<typeof StoredMessage>;

/** Returns a question as it is stored: its text, and what its attachments are called. */
export function toStoredQuestion({ id, text, attachments }: ReaderQuestion, now: number): StoredMessage {
  return {
    id,
    role: "user",
    createdAt: new Date(now).toISOString(),
    content: text,
    parts: [{ type: "text", text }],
    ...(attachments.length > 0 ? { experimental_attachments: [...attachments] } : {}),
    status: "complete",
  };
}

type MessageRow = StoreTables["messages"];

/** Returns the columns of a message: its text once, as text, and the rest as JSON, both within their bounds. */
export function toColumns(message: StoredMessage): Pick<MessageRow, "text" | "content" | "status"> {
  const { createdAt, engine, answered, status } = message;
  const parts = message.parts.filter(({ type }) => type !== "text");
  const room = { bytes: storedBounds.detailBytes };
  const attachments = whatFits(message.experimental_attachments ?? [], room);
  const details = {
    createdAt,
    ...(engine && { engine }),
    ...(answered !== undefined && { answered }),
    ...(attachments.length > 0 && { experimental_attachments: attachments }),
    parts: whatFits(parts, room),
  };
  return { text: cutText(message.content, storedBounds.textBytes), content: JSON.stringify(details), status };
}

/** Returns the message that a row holds. */
export function toStoredMessage(row: Pick<MessageRow, "id" | "role" | "status" | "text" | "content">): StoredMessage {
  const details = JSON.parse(row.content);
  const { id, role, status, text } = row;
  return StoredMessage.parse({ ...details, id, role, status, content: text, parts: [{ type: "text", text }, ...details.parts] });
}

/** Keeps the items that fit, in order. */
function whatFits<Item>(items: readonly Item[], room: { bytes: number }): Item[] {
  return items.filter((item) => {
    room.bytes -= Buffer.byteLength(JSON.stringify(item));
    return room.bytes >= 0;
  });
}

function cutText(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

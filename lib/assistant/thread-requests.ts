import { z } from "zod";
import { StoredMessage } from "./stored-message.ts";

const threadId = z
  .string({ error: "must be a threadId that an answer gave" })
  .min(1, "must be a threadId that an answer gave")
  .max(256);
const fp = z
  .string({ error: "must name the reader: the fp that was sent with the messages" })
  .min(1, "must name the reader: the fp that was sent with the messages")
  .max(256, "must be at most 256 characters");
const cursor = z.string().max(1_000, "must be a nextCursor of an earlier answer").optional();

/** Body of `POST /v1/assistant/{domain}/feedback`. */
export const FeedbackRequest = z.object({
  threadId,
  messageId: z
    .string({ error: "must be the id of the answer's message" })
    .min(1, "must be the id of the answer's message")
    .max(256, "must be at most 256 characters"),
  rating: z.enum(["up", "down"], { error: "must be up or down" }),
  reason: z.string().max(2_000, "must be at most 2,000 characters").nullish().describe("In the reader's words."),
  fp: fp.nullish().describe("The reader who rates. When it is given, the thread must be this reader's."),
});

export const ThreadsQuery = z.object({ fp, cursor });
/** Query of `DELETE /v1/assistant/{domain}/threads`. */
export const ReaderQuery = z.object({ fp });
/** Query of `GET /v1/assistant/{domain}/threads/{threadId}`. */
export const ThreadQuery = z.object({ cursor });

/** Answer of `GET /v1/assistant/{domain}/threads`. */
export const ThreadList = z.object({
  threads: z.array(
    z.object({ threadId: z.string(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(), messageCount: z.int() }),
  ),
  nextCursor: z.string().nullable().describe("For the next page; null at the end."),
});
export type ThreadList = z.infer<typeof ThreadList>;

/** Answer of `GET /v1/assistant/{domain}/threads/{threadId}`. */
export const ThreadMessages = z.object({
  threadId: z.string(),
  fp: z.string(),
  messages: z.array(StoredMessage).describe("Oldest first."),
  nextCursor: z.string().nullable().describe("For the next page; null at the end."),
});
export type ThreadMessages = z.infer<typeof ThreadMessages>;

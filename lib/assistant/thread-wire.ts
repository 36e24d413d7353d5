import { z } from "zod";
import { Message } from "./request.ts";

const fp = z
  .string()
  .min(1, "must not be empty; give the fp of the reader")
  .max(256, "must be at most 256 characters")
  .describe("The reader's identifier, as the messages gave it.");
const cursor = z
  .string()
  .max(512, "must be a nextCursor that this service gave out")
  .optional()
  .describe("nextCursor of the page before.");
const threadId = z.string().min(1, "must not be empty").max(256, "must be a threadId that this service gave out");
const nextCursor = z.string().nullable().describe("Give it as cursor to read on; null on the last page.");

/** Body of `POST /v1/assistant/{domain}/feedback`. */
export const FeedbackRequest = z.object({
  threadId: threadId.describe("The thread that holds the answer."),
  messageId: z
    .string()
    .min(1, "must not be empty")
    .max(256, "must be at most 256 characters")
    .describe("The answer's message id."),
  rating: z.enum(["up", "down"]).describe("Whether the answer helped. Rating again replaces the earlier rating."),
  reason: z.string().max(2_000, "must be at most 2,000 characters").nullish().describe("Why, in the reader's words."),
});
export type FeedbackRequest = z.infer<typeof FeedbackRequest>;

/** Query of `GET /v1/assistant/{domain}/threads`. */
export const ThreadsQuery = z.object({ fp, cursor });
/** Query of `DELETE /v1/assistant/{domain}/threads`. */
export const DeleteThreadsQuery = z.object({ fp });
/** Query of `GET /v1/assistant/{domain}/threads/{threadId}`. */
export const ThreadQuery = z.object({ cursor });

/** Answer of `GET /v1/assistant/{domain}/threads`. */
export const ThreadList = z.object({
  threads: z.array(
    z.object({
      threadId: z.string(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      messageCount: z.int().min(0),
    }),
  ),
  nextCursor,
});
export type ThreadList = z.infer<typeof ThreadList>;

/** Answer of `GET /v1/assistant/{domain}/threads/{threadId}`. */
export const ThreadMessages = z.object({
  threadId: z.string(),
  fp: z.string(),
  messages: z.array(Message.extend({ status: z.string().describe("How the message ended: complete, aborted or failed.") })),
  nextCursor,
});
export type ThreadMessages = z.infer<typeof ThreadMessages>;

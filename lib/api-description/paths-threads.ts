import { ReaderQuery, ThreadQuery, ThreadsQuery } from "../assistant/threads.ts";
import {
  accountToken,
  countedHeaders,
  domainParameter,
  inPath,
  inQuery,
  type Json,
  jsonAnswer,
  refusalsOf,
} from "./operation.ts";
import { ref, toJsonSchema } from "./schemas.ts";

const threadParameter = inPath("threadId", { description: "The thread, as its messages' answers named it.", example: "th_9f…" });
const fp = (schema: typeof ThreadsQuery | typeof ReaderQuery) =>
  inQuery("fp", { required: true, schema: toJsonSchema(schema.shape.fp) });
const cursor = inQuery("cursor", { required: false, schema: toJsonSchema(ThreadQuery.shape.cursor) });

export const threadPaths: Json = {
  "/v1/assistant/{domain}/threads": {
    get: {
      operationId: "listThreads",
      tags: ["Threads"],
      summary: "List the threads of a reader",
      description: "Threads of one fp, the one used last first.",
      security: accountToken,
      parameters: [domainParameter, fp(ThreadsQuery), cursor],
      responses: {
        200: jsonAnswer("The threads of the reader; an empty list when there is none.", {
          schema: ref("ThreadList"),
          example: {
            threads: [
              {
                threadId: "th_9f…",
                createdAt: "2026-11-21T09:00:00.000Z",
                updatedAt: "2026-11-21T09:02:00.000Z",
                messageCount: 4,
              },
            ],
            nextCursor: null,
          },
        }),
        ...refusalsOf({ body: false }),
      },
    },
    delete: {
      operationId: "deleteThreads",
      tags: ["Threads"],
      summary: "Delete all threads of a reader",
      description: "Deletes every thread of one fp with its messages and ratings. It cannot be undone.",
      security: accountToken,
      parameters: [domainParameter, fp(ReaderQuery)],
      responses: { 204: { description: "Deleted, or there was none.", headers: countedHeaders }, ...refusalsOf({ body: false }) },
    },
  },
  "/v1/assistant/{domain}/threads/{threadId}": {
    get: {
      operationId: "readThread",
      tags: ["Threads"],
      summary: "Read a thread",
      description: "The messages of a thread, oldest first.",
      security: accountToken,
      parameters: [domainParameter, threadParameter, cursor],
      responses: {
        200: jsonAnswer("The messages.", {
          schema: ref("ThreadMessages"),
          example: {
            threadId: "th_9f…",
            fp: "b1f3c9e2-reader",
            messages: [
              {
                id: "m1",
                role: "user",
                createdAt: "2026-11-21T09:00:00.000Z",
                content: "How do I export a report?",
                parts: [{ type: "text", text: "How do I export a report?" }],
                status: "complete",
              },
            ],
            nextCursor: null,
          },
        }),
        ...refusalsOf({ body: false }),
      },
    },
    delete: {
      operationId: "deleteThread",
      tags: ["Threads"],
      summary: "Delete a thread",
      description: "Deletes a thread with its messages and ratings. It cannot be undone.",
      security: accountToken,
      parameters: [domainParameter, threadParameter],
      responses: { 204: { description: "Deleted.", headers: countedHeaders }, ...refusalsOf({ body: false }) },
    },
  },
};

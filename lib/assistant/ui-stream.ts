import type { AnswerEvent } from "./answer-event.ts";
import { toChunks } from "./ui-chunks.ts";

/** An SSE comment: clients of AI SDK 5 and later skip it. */
export const UI_STREAM_KEEP_ALIVE = ": keep-alive\n\n";

/** Response headers that AI SDK 5 and later send. */
export const UI_STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "x-vercel-ai-ui-message-stream": "v1",
} as const;

/** Writes an answer as UI message stream (server-sent events), one string per event, the last one `[DONE]`. */
export async function* encodeUIStream(events: AsyncIterable<AnswerEvent>): AsyncGenerator<string, void, void> {
  for await (const chunk of toChunks(events)) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

import { toAsk } from "@/lib/assistant/wire/conversation.ts";
import { DATA_STREAM_HEADERS, DATA_STREAM_KEEP_ALIVE, encodeDataStream } from "@/lib/assistant/wire/data-stream.ts";
import { MessageRequest } from "@/lib/assistant/wire/request.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { requestBounds } from "@/lib/request-bounds.ts";
import { openTurn, respond } from "../../turn.ts";

const wire = { headers: DATA_STREAM_HEADERS, keepAlive: DATA_STREAM_KEEP_ALIVE, encode: encodeDataStream };

/** SPEC 1: answers a message, as AI SDK 4 data stream. */
const message = endpoint(
  {
    scope: "assistant",
    body: MessageRequest,
    maxBytes: requestBounds.messageBytes,
    open: ({ body, ...context }) => openTurn(toAsk(body), context),
    counts: "message",
  },
  async ({ opened, project, caller, request, addressBlock, logQuestion }) => {
    logQuestion(opened.ask.question.text);
    return respond(opened, { project, caller, request, addressBlock, wire });
  },
);

/** Seconds that Vercel gives an answer; the model has ten less. */
export const maxDuration = 300;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: message });

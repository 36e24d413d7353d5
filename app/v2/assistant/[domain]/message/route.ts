import { openTurn, respond } from "@/app/v1/assistant/turn.ts";
import { toUIAsk } from "@/lib/assistant/wire/conversation.ts";
import { UIMessageRequest } from "@/lib/assistant/wire/request.ts";
import { encodeUIStream, UI_STREAM_HEADERS, UI_STREAM_KEEP_ALIVE } from "@/lib/assistant/wire/ui-stream.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { requestBounds } from "@/lib/request-bounds.ts";

const wire = { headers: UI_STREAM_HEADERS, keepAlive: UI_STREAM_KEEP_ALIVE, encode: encodeUIStream };

/** The same as in v1 for clients of AI SDK 5 and later: UI messages in, UI message stream out. */
const message = endpoint(
  {
    scope: "assistant",
    body: UIMessageRequest,
    maxBytes: requestBounds.messageBytes,
    open: ({ body, ...context }) => openTurn(toUIAsk(body), context),
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

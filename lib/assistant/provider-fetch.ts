/** Bytes of a response that are read before somebody asks for them; the rest waits in the connection. */
const MAX_AHEAD = 1024 * 1024;

/** Type of the error event that tells of a broken connection. */
export const BROKEN_CONNECTION = "broken_connection";

/**
 * Fetches the stream of a completion. Where its connection breaks, the stream ends in an error event, as providers send one
 * themselves: a stream that fails drops what nobody has read yet, and with it the end of what the model wrote.
 */
export async function fetchCompletion(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.ok || !response.body) return response;
  return new Response(endInEvent(response.body, init?.signal), response);
}

function endInEvent(body: ReadableStream<Uint8Array>, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          if (signal?.aborted) return controller.error(cause);
          controller.enqueue(toErrorEvent());
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_AHEAD }),
  );
}

/** Begins with an empty line, since the connection may have broken in the middle of an event. */
function toErrorEvent(): Uint8Array {
  const error = { message: "The connection to the model broke.", type: BROKEN_CONNECTION };
  return new TextEncoder().encode(`\n\ndata: ${JSON.stringify({ error })}\n\n`);
}

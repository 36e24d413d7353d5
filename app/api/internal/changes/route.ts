import { getEnvironment } from "@/lib/config/config.ts";
import { currentGeneration, siteChanges } from "@/lib/site/stored/sites.ts";

export const dynamic = "force-dynamic";

/**
 * Streams, in development only, the generation of the content immediately and after every change, so that an open
 * page notices when it is outdated, even by a change between its rendering and this connection.
 */
export function GET(request: Request) {
  if (!getEnvironment().development) return new Response(null, { status: 404 });
  return new Response(streamChanges(request.signal), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
  });
}

function streamChanges(gone: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const turnedAway = new AbortController();
  return new ReadableStream({
    start(controller) {
      const send = () => controller.enqueue(encoder.encode(`data: ${currentGeneration()}\n\n`));
      send();
      siteChanges().addEventListener("change", send, { signal: AbortSignal.any([gone, turnedAway.signal]) });
      gone.addEventListener("abort", () => controller.close(), { once: true, signal: turnedAway.signal });
    },
    // A stream that its reader has cancelled accepts no more data and cannot be closed again.
    cancel: () => turnedAway.abort(),
  });
}

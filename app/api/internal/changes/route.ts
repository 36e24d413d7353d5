import { getEnvironment } from "@/lib/config/config.ts";
import { currentGeneration, siteChanges } from "@/lib/site/sites.ts";

export const dynamic = "force-dynamic";

/**
 * In development only: the generation of the content, at once and after every change, so that an open page can tell
 * whether it is still the newest, also when the change fell between its rendering and this connection.
 */
export function GET(request: Request) {
  if (!getEnvironment().development) return new Response(null, { status: 404 });
  return new Response(streamChanges(request.signal), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
  });
}

function streamChanges(signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const send = () => controller.enqueue(encoder.encode(`data: ${currentGeneration()}\n\n`));
      send();
      siteChanges().addEventListener("change", send, { signal });
      signal.addEventListener("abort", () => controller.close(), { once: true });
    },
  });
}

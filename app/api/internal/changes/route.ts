import { getEnvironment } from "@/lib/config/config.ts";
import { siteChanges } from "@/lib/content/live.ts";

export const dynamic = "force-dynamic";

/** In development only: an event for every change of the content, on which the page that is open shows itself anew. */
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
      const send = () => controller.enqueue(encoder.encode("data: changed\n\n"));
      controller.enqueue(encoder.encode(": open\n\n"));
      siteChanges().addEventListener("change", send, { signal });
      signal.addEventListener("abort", () => controller.close(), { once: true });
    },
  });
}

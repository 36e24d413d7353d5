import { endpoint, methods } from "@/lib/http/http.ts";
import { servedMetrics } from "@/lib/metrics/metrics.ts";
import { ServiceError } from "@/lib/service-error.ts";

/** Serves the metrics of this process to holders of an account token. Not counted, since scrapers ask all the time. */
const read = endpoint({ scope: "admin", params: [], counts: "nothing" }, async () => {
  const metrics = servedMetrics();
  if (!metrics) throw new ServiceError("not_found", "Metrics are off; set DOCENT_METRICS=on for this address.");
  const headers = { "Content-Type": metrics.contentType, "Cache-Control": "no-store" };
  return new Response(await metrics.print(), { headers });
});

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: read });

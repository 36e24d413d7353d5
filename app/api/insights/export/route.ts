import { toView } from "@/components/insights/request.ts";
import { methods } from "@/lib/http/http.ts";
import { ownerEndpoint } from "@/lib/http/owner-endpoint.ts";
import { type ReportName, reportNames, reports, toCsv } from "@/lib/insights/dashboard.ts";
import { ServiceError } from "@/lib/service-error.ts";

/** All rows of a report as a file, for who is signed in to the insights. */
const exported = ownerEndpoint(async ({ query }) => {
  const now = Date.now();
  const { scope, period } = toView(query, now);
  const name: ReportName | undefined = reportNames.find((candidate) => candidate === query.report);
  if (!name) throw new ServiceError("not_found", "There is no such report.");
  const { columns, read } = reports[name];
  return new Response(toCsv(columns, await read(scope, period, now)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="insights-${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exported });

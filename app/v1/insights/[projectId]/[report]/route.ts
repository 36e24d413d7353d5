import { endpoint, methods } from "@/lib/http/http.ts";
import { type ReportName, reportNames, reports } from "@/lib/insights/dashboard.ts";
import { flushInsights } from "@/lib/insights/insights.ts";
import { DAY_MS, toDay, toPeriod } from "@/lib/insights/period.ts";
import { type InsightsReport, ReportQuery } from "@/lib/insights/requests.ts";
import { ServiceError } from "@/lib/service-error.ts";

/** Reports of a project's searches, questions and missing pages. */
const insights = endpoint(
  {
    scope: "admin",
    params: ["projectId", "report"],
    query: ReportQuery,
    open: async ({ params }) => requireReport(params.report),
    counts: "request",
  },
  async ({ opened: name, project, query }) => {
    const { from, to, limit, cursor, ...filter } = query;
    const now = Date.now();
    const period = toPeriod({ from, to }, now);
    await flushInsights(now);
    const all = await reports[name].read({ project: project.id, ...filter }, period, now);
    const start = Number(cursor ?? 0);
    const rows = all.slice(start, start + limit);
    const nextCursor = start + limit < all.length ? String(start + limit) : null;
    const days = { from: toDay(period.from), to: toDay(period.to - DAY_MS) };
    return Response.json({ project: project.id, report: name, ...days, rows, nextCursor } satisfies InsightsReport, {
      headers: { "Cache-Control": "no-store" },
    });
  },
);

function requireReport(name: string): ReportName {
  const known = reportNames.find((candidate) => candidate === name);
  if (known) return known;
  throw new ServiceError("not_found", `There is no such report; there are ${reportNames.join(", ")}.`);
}

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: insights });

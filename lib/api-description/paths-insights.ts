import { reportNames, reports } from "../insights/reports.ts";
import { ReportQuery } from "../insights/requests.ts";
import { accountToken, countedHeaders, inPath, inQuery, type Json, refusalsOf } from "./operation.ts";
import { ref, toJsonSchema } from "./schemas.ts";

const { shape } = ReportQuery;
const parameters = Object.entries(shape).map(([name, schema]) =>
  inQuery(name, { required: false, schema: toJsonSchema(schema) }),
);
const list = reportNames.map((name) => `- \`${name}\`: ${reports[name].columns.join(", ")}`).join("\n");

export const insightsPaths: Json = {
  "/v1/insights/{projectId}/{report}": {
    get: {
      operationId: "readInsights",
      tags: ["Insights"],
      summary: "Read what readers look for",
      description: `Rows of a report over a period of at most 400 days. The reports and what their rows hold:\n\n${list}`,
      security: accountToken,
      parameters: [
        inPath("projectId", { description: "`id` of a project in the configuration.", example: "docent" }),
        {
          ...inPath("report", { description: "The report.", example: "failed-searches" }),
          schema: { type: "string", enum: reportNames },
        },
        ...parameters,
      ],
      responses: {
        200: {
          description: "The rows.",
          headers: countedHeaders,
          content: {
            "application/json": {
              schema: ref("InsightsReport"),
              example: {
                project: "docent",
                report: "failed-searches",
                from: "2026-10-24",
                to: "2026-11-22",
                rows: [
                  {
                    text: "export pdf",
                    language: "en",
                    version: "v2",
                    searches: 12,
                    empty: 12,
                    lastAt: "2026-11-22T09:00:00.000Z",
                  },
                ],
                nextCursor: null,
              },
            },
            "text/csv": { schema: { type: "string" }, example: "text,language,version,searches,empty,lastAt\r\n" },
          },
        },
        ...refusalsOf({ body: false }),
      },
    },
  },
};

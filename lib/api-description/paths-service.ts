import { reportNames, reports } from "../insights/dashboard.ts";
import { ReportQuery } from "../insights/requests.ts";
import { SearchQuery } from "../search/request.ts";
import {
  accountToken,
  assistantToken,
  countedHeaders,
  domainParameter,
  inPath,
  inQuery,
  type Json,
  jsonAnswer,
  jsonBody,
  refusalsOf,
} from "./operation.ts";
import { ref, toJsonSchema } from "./schemas.ts";

const headers: Json = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };

export const servicePaths: Json = {
  "/v1/health": {
    get: {
      operationId: "readHealth",
      tags: ["Service"],
      summary: "Check the service",
      description: "Says whether the service works and what it runs on. It takes no token, is not counted and holds no secrets.",
      security: [],
      parameters: [
        {
          name: "ready",
          in: "query",
          description: "For probes: 503 until all pages are read and searched.",
          schema: { type: "string" },
          allowEmptyValue: true,
        },
      ],
      responses: {
        503: jsonAnswer("With `ready`: the service is starting.", {
          schema: ref("Health"),
          example: { status: "starting", store: "sqlite", generation: 0, engine: "excerpts" },
          headers,
        }),
        200: jsonAnswer("The service answers.", {
          schema: ref("Health"),
          example: { status: "ok", store: "sqlite", generation: 7, engine: "excerpts" },
          headers,
        }),
        500: { $ref: "#/components/responses/internal" },
      },
    },
  },
  "/v1/openapi.json": {
    get: {
      operationId: "readDescription",
      tags: ["Service"],
      summary: "Read this description",
      description: "This API as an OpenAPI 3.1 document. It takes no token and is not counted.",
      security: [],
      responses: {
        200: {
          description: "The document.",
          headers,
          content: { "application/json": { schema: { type: "object" } } },
        },
        500: { $ref: "#/components/responses/internal" },
      },
    },
  },
};

const result = {
  content: "A report is exported as PDF or CSV. Choose Export in its menu.",
  path: "/docs/reports",
  url: "http://localhost:3000/docs/reports#export-a-report",
  metadata: {
    title: "Reports",
    heading: "Export a report",
    anchor: "export-a-report",
    url: "http://localhost:3000/docs/reports#export-a-report",
    version: "v2",
    language: "en",
    score: 0.87,
    kind: "guide",
  },
};

const queryParameters = Object.entries(SearchQuery.shape).map(([name, schema]) =>
  inQuery(name, { required: name === "query", schema: toJsonSchema(schema) }),
);

export const searchPaths: Json = {
  "/v1/search/{domain}": {
    get: {
      operationId: "searchByQuery",
      tags: ["Search"],
      summary: "Search the documentation by GET",
      description:
        "The same search and the same answer, for agents that can only fetch. A token is optional, unless `mcp.access` is `key`.\n\n" +
        "Without a token it is charged to the IP address like a search of the site's readers; with one, like `POST`.",
      security: [{}, ...assistantToken],
      parameters: [domainParameter, ...queryParameters],
      responses: {
        200: jsonAnswer("The passages found, best first; an empty list when nothing fits.", {
          schema: { type: "array", items: ref("SearchResult") },
          example: [result],
        }),
        ...refusalsOf({ body: false }),
      },
    },
    post: {
      operationId: "search",
      tags: ["Search"],
      summary: "Search the documentation",
      description:
        "Finds passages by meaning and by words, best first, at most three of one page.\n\n" +
        "A member of `filter` restricts exactly; an unknown version or language matches nothing, which is an empty list and no error. " +
        "Without a filter, a page that exists in several versions or languages appears once, in the one nearest to the default.\n\n" +
        "Charged to the organisation and the IP address; see the limits.",
      security: assistantToken,
      parameters: [domainParameter],
      requestBody: jsonBody(ref("SearchRequest"), {
        "A few words": { query: "export a report" },
        "One version and language": { query: "exportar un informe", pageSize: 5, filter: { version: "v2", language: "es" } },
      }),
      responses: {
        200: jsonAnswer("The passages found, best first; an empty list when nothing fits.", {
          schema: { type: "array", items: ref("SearchResult") },
          example: [result],
        }),
        ...refusalsOf({ body: true }),
      },
    },
  },
};

const statusId = "up_9f…";

export const updatePaths: Json = {
  "/v1/project/update/{projectId}": {
    post: {
      operationId: "triggerUpdate",
      tags: ["Updates"],
      summary: "Update a project",
      description:
        "Reads the API description and the content again and publishes them without a new build. Meant to be called from CI after the API description has changed.\n\n" +
        "While an update waits, its statusId is the answer and nothing is charged; while one runs, a new one waits behind it. There is no request body.\n\n" +
        "Accepted triggers are charged to the project.",
      security: accountToken,
      parameters: [
        inPath("projectId", { description: "The project: `id` of a project in the configuration.", example: "docent" }),
      ],
      responses: {
        202: jsonAnswer("The update will run, or waits already.", { schema: ref("UpdateAccepted"), example: { statusId } }),
        ...refusalsOf({ body: false }),
      },
    },
  },
  "/v1/project/update-status/{statusId}": {
    get: {
      operationId: "readUpdateStatus",
      tags: ["Updates"],
      summary: "Read an update's status",
      description: "Poll it every two seconds until `status` is success or failure. Every update ends in one of the two.",
      security: accountToken,
      parameters: [inPath("statusId", { description: "The statusId that the trigger answered.", example: statusId })],
      responses: {
        200: jsonAnswer("The update's status.", {
          schema: ref("UpdateStatus"),
          example: {
            _id: statusId,
            statusId,
            projectId: "docent",
            domain: "docent",
            subdomain: "docent",
            status: "success",
            createdAt: "2026-11-21T09:00:00.000Z",
            startedAt: "2026-11-21T09:00:00.120Z",
            endedAt: "2026-11-21T09:00:01.480Z",
            summary: "1 page modified.",
            logs: [
              "1/4 Reading the API description content/openapi.json.",
              "2/4 Checking 42 files of content.",
              "3/4 Preparing the search of 170 passages.",
              "4/4 Saving.",
            ],
            changes: { added: [], modified: ["/docs/api/search"], removed: [] },
          },
        }),
        ...refusalsOf({ body: false }),
      },
    },
  },
};

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

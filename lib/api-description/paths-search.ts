import { assistantToken, domainParameter, type Json, jsonAnswer, jsonBody, refusalsOf } from "./operation.ts";
import { ref } from "./schemas.ts";

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

export const searchPaths: Json = {
  "/v1/search/{domain}": {
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

import { type Json, jsonAnswer } from "./operation.ts";
import { ref } from "./schemas.ts";

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

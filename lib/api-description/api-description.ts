/*
 * This service's own API as an OpenAPI document.
 * The zod schemas that the endpoints check with come in, and one document comes out.
 * Start at `describeApi`; each group of paths has a file, and `schemas.ts` names every schema.
 */

import { getConfig, getMainProject } from "../config/config.ts";
import { describeRefusals, type Json } from "./operation.ts";
import { assistantPaths, threadPaths } from "./paths-assistant.ts";
import { insightsPaths, searchPaths, servicePaths, updatePaths } from "./paths-service.ts";
import { describeSchemas } from "./schemas.ts";

/** Returns the OpenAPI 3.1 document of this service's own API. It depends on the configuration alone. */
export function describeApi(): Json {
  const { siteUrl } = getMainProject();
  return {
    openapi: "3.1.0",
    info: {
      title: "Docent API",
      version: "1.0.0",
      description:
        "Search documentation, ask its assistant and update it from CI. " +
        "Within /v1 fields are only added; a removal is announced six months ahead with the headers Deprecation and Sunset. " +
        "Unknown fields of a request are ignored and never stored.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${siteUrl}${getConfig().basePath}` }],
    security: [],
    tags: [
      { name: "Assistant", description: "Answers from the documentation, streamed." },
      { name: "Search", description: "Passages of the documentation, by meaning and by words." },
      { name: "Updates", description: "Publish a changed API description or changed content, from CI." },
      { name: "Threads", description: "Read and delete the conversations of a reader." },
      { name: "Insights", description: "What readers search, ask and miss." },
      { name: "Service", description: "How the service is, and what it offers." },
    ],
    paths: { ...assistantPaths, ...searchPaths, ...updatePaths, ...threadPaths, ...insightsPaths, ...servicePaths },
    components: {
      schemas: describeSchemas(),
      responses: describeRefusals(),
      headers: {
        "X-Request-Id": { description: "Names this request in the server's log.", schema: { type: "string" } },
        RateLimit: {
          description: "The state of each limit: `r` requests remain, the window ends in `t` seconds.",
          schema: { type: "string", examples: ['"address";r=9999;t=58655, "organisation";r=9999;t=1055'] },
        },
        "RateLimit-Policy": {
          description: "The limits that this request was charged to: `q` requests in `w` seconds.",
          schema: { type: "string", examples: ['"address";q=10000;w=86400, "organisation";q=10000;w=3600'] },
        },
        "Retry-After": { description: "Seconds to wait before the next try.", schema: { type: "integer" } },
      },
      securitySchemes: {
        assistantKey: {
          type: "http",
          scheme: "bearer",
          description: "An assistant key, `dk_…`, bound to one project: `npm run keys -- create --kind assistant`.",
        },
        accountToken: {
          type: "http",
          scheme: "bearer",
          description: "An account token, `da_…`, bound to the organisation: `npm run keys -- create --kind account`.",
        },
      },
    },
  };
}

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { validate } from "@apidevtools/swagger-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import docentConfig from "../../e2e/site.config.ts";
import { replaceSettings } from "../../internal/testing/config.ts";
import { ThreadList, ThreadMessages } from "../assistant/threads/threads.ts";
import { InsightsReport } from "../insights/requests.ts";
import { SearchResult } from "../search/request.ts";
import { UpdateStatus } from "../updates/updates.ts";
import { describeApi } from "./api-description.ts";
import { describeSchemas } from "./schemas.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, unknown>>;
}

let restore = () => {};
beforeAll(() => {
  restore = replaceSettings(docentConfig);
});
afterAll(() => restore());

function operations(): { path: string; method: string; operation: Operation }[] {
  const paths = describeApi().paths as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([name, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: name, method: method.toUpperCase(), operation })),
  );
}

test("lib/api-description/openapi.json is what npm run openapi writes today", () => {
  expect(JSON.parse(readFileSync("lib/api-description/openapi.json", "utf8"))).toEqual(describeApi());
});

test("is a valid OpenAPI document", async () => {
  await expect(validate(structuredClone(describeApi()) as never)).resolves.toBeDefined();
});

test("describes every route under /v1 and /v2", () => {
  const described = new Set(operations().map((entry) => entry.path));
  const routes = ["v1", "v2"].flatMap((version) =>
    readdirSync(`app/${version}`, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "route.ts" && !file.includes("[["))
      .map((file) => `/${version}/${path.dirname(file).replaceAll("[", "{").replaceAll("]", "}")}`),
  );
  expect(routes.length).toBeGreaterThan(3);
  expect(routes.filter((route) => !described.has(route))).toEqual([]);
});

describe("every operation", () => {
  test("has a unique id, a summary, a description and one known tag", () => {
    const all = operations().map(({ operation }) => operation);
    const tags = (describeApi().tags as { name: string }[]).map(({ name }) => name);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
    for (const { summary, description, tags: own } of all) {
      expect(summary.length).toBeGreaterThan(5);
      expect(description.length).toBeGreaterThan(20);
      expect(tags).toContain(own.join());
    }
  });

  test("names the refusals of its checks", () => {
    for (const { operation, method } of operations()) {
      const guarded = operation.security.length > 0;
      const statuses = Object.keys(operation.responses);
      if (guarded) expect(statuses).toEqual(expect.arrayContaining(["400", "401", "403", "404", "429", "500", "503"]));
      if (guarded && method === "POST" && "requestBody" in operation)
        expect(statuses).toEqual(expect.arrayContaining(["408", "413", "415"]));
    }
  });
});

test("the specification's required fields are required, and its defaults are given", () => {
  const { MessageRequest, SearchRequest, Message } = describeSchemas() as Record<
    string,
    { required: string[]; properties: Record<string, { default?: unknown }> }
  >;
  expect(MessageRequest?.required).toEqual(["fp", "messages"]);
  expect(MessageRequest?.properties.retrievalPageSize?.default).toBe(5);
  expect(Message?.required).toEqual(expect.arrayContaining(["id", "role", "content", "parts"]));
  expect(SearchRequest?.required).toEqual(["query"]);
});

test.each([
  ["post", "/v1/search/{domain}", z.array(SearchResult)],
  ["get", "/v1/project/update-status/{statusId}", UpdateStatus],
  ["get", "/v1/assistant/{domain}/threads", ThreadList],
  ["get", "/v1/assistant/{domain}/threads/{threadId}", ThreadMessages],
  ["get", "/v1/insights/{projectId}/{report}", InsightsReport],
] as const)("the example of an answer to %s %s has every field that the answer has", (method, route, schema) => {
  const paths = describeApi().paths as Record<string, Record<string, Operation>>;
  const answer = paths[route]?.[method]?.responses[200] as { content: { "application/json": { example: unknown } } };
  expect(schema.safeParse(answer.content["application/json"].example).error).toBeUndefined();
});

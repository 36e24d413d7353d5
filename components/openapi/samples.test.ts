import { describe, expect, test } from "vitest";
import { readOperation } from "../../lib/openapi/operation.ts";
import { samplesOf } from "./samples.ts";

const description = {
  openapi: "3.1.0",
  servers: [{ url: "https://{region}.example.com/v1/", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" }, query: { type: "apiKey", in: "query", name: "token" } },
    schemas: {
      Pet: {
        type: "object",
        properties: { name: { type: "string" }, tame: { type: "boolean" }, parent: { $ref: "#/components/schemas/Pet" } },
      },
    },
  },
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", example: "it's me" } }],
      get: {
        security: [{ query: [] }],
        parameters: [{ name: "full", in: "query", required: true, schema: { type: "boolean" } }],
        responses: {},
      },
      put: {
        requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
        responses: { 204: { description: "Kept." } },
      },
    },
  },
};

const samples = (method: string) => {
  const operation = readOperation(description, { method, path: "/pets/{id}" });
  if (!operation) throw new Error("no operation");
  return Object.fromEntries(samplesOf(operation).map(({ title, code }) => [title, code]));
};

describe("samplesOf", () => {
  test("fills path and query and names the key", () => {
    expect(samples("GET").curl).toBe(`curl "https://eu.example.com/v1/pets/it's%20me?full=true&token=YOUR_KEY"`);
  });

  test("sends a body made from the schema, cycles left out", () => {
    expect(samples("PUT").curl).toBe(
      `curl -X PUT "https://eu.example.com/v1/pets/it's%20me" \\\n  -H "Authorization: Bearer YOUR_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{\n  "name": "string",\n  "tame": true\n}'`,
    );
  });

  test("writes Python's own names for true, false and null", () => {
    expect(samples("PUT").Python).toContain('json={\n        "name": "string",\n        "tame": True\n    },');
  });

  test("runs as JavaScript", () => {
    expect(() => new Function(`return async () => {${samples("PUT").JavaScript}}`)).not.toThrow();
  });
});

test("an operation that the description does not have is not found", () => {
  expect(readOperation(description, { method: "POST", path: "/pets/{id}" })).toBeUndefined();
});

test("of a webhook, what it sends is shown and no call", () => {
  const content = {
    "application/json": { schema: { type: "object", properties: { name: { type: "string", example: "Rex" } } } },
  };
  const document = { ...description, webhooks: { "new pet": { post: { requestBody: { content } } } } };
  const operation = readOperation(document, { method: "WEBHOOK", path: "new pet" });
  expect(operation && samplesOf(operation)).toEqual([
    { title: "application/json", language: "json", code: JSON.stringify({ name: "Rex" }, null, 2) },
  ]);
});

import { describe, expect, test } from "vitest";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import { type PlaygroundValues, toRequest } from "./playground-request.ts";

const here = "https://docs.example.com/docs/api/pets/move";
const operation: PlaygroundOperation = {
  method: "POST",
  path: "/pets/{id}/move",
  servers: ["https://api.example.com/v1", "/v1"],
  fields: [
    { key: "path:id", name: "id", place: "path", required: true, initial: "" },
    { key: "query:to", name: "to", place: "query", required: false, initial: "" },
    { key: "header:X-Trace", name: "X-Trace", place: "header", required: false, initial: "" },
  ],
  credentials: [{ key: "security:key", name: "key", kind: "bearer", place: "header", field: "Authorization" }],
  body: { contentType: "application/json", required: true, initial: "{}" },
};
const filled: PlaygroundValues = {
  server: "https://api.example.com/v1",
  values: { "path:id": "a b/c", "query:to": "tank 2", "header:X-Trace": "t1", "security:key": " secret " },
  body: '{"wet":true}',
};
const build = (change: Partial<PlaygroundValues> = {}, other: Partial<PlaygroundOperation> = {}) =>
  toRequest({ ...operation, ...other }, { ...filled, ...change }, here);
const headersOf = (request: ReturnType<typeof toRequest>) =>
  request.kind === "ready" ? Object.fromEntries(new Headers(request.init.headers)) : undefined;

test("a filled form becomes one request", () => {
  const request = build();
  expect(request).toMatchObject({
    kind: "ready",
    url: "https://api.example.com/v1/pets/a%20b%2Fc/move?to=tank+2",
    init: { method: "POST", body: '{"wet":true}', credentials: "omit", referrerPolicy: "no-referrer" },
  });
  expect(headersOf(request)).toEqual({ authorization: "Bearer secret", "content-type": "application/json", "x-trace": "t1" });
});

test("a relative server is the page's own", () => {
  expect(build({ server: "/v1" })).toMatchObject({ url: "https://docs.example.com/v1/pets/a%20b%2Fc/move?to=tank+2" });
});

describe("only servers of the description are called", () => {
  test.each(["https://evil.example.com", "javascript:alert(1)", "", "https://api.example.com/v2"])("not %s", (server) => {
    expect(build({ server })).toEqual({ kind: "invalid", errors: [{ field: "server", reason: "url" }] });
  });

  test("nor what a described address turns into", () => {
    const servers = ["file:///etc"];
    expect(build({ server: "file:///etc" }, { servers })).toMatchObject({ errors: [{ field: "server", reason: "url" }] });
  });

  test.each(["..", "."])("and a value of %s does not lead out of their path", (id) => {
    expect(build({ values: { ...filled.values, "path:id": id } })).toEqual({
      kind: "invalid",
      errors: [{ field: "path:id", reason: "url" }],
    });
  });

  test("nor does a path that looks like another host", () => {
    expect(build({}, { path: "//evil.example.com/{id}" })).toMatchObject({
      url: "https://api.example.com/v1//evil.example.com/a%20b%2Fc?to=tank+2",
    });
  });
});

describe("what is missing or broken is named", () => {
  test("a value of the path", () => {
    expect(build({ values: {} })).toEqual({ kind: "invalid", errors: [{ field: "path:id", reason: "missing" }] });
  });

  test("a body", () => {
    expect(build({ body: " " })).toEqual({ kind: "invalid", errors: [{ field: "body", reason: "missing" }] });
  });

  test("a header with letters that no header can carry", () => {
    const values = { ...filled.values, "header:X-Trace": "→" };
    expect(build({ values })).toEqual({ kind: "invalid", errors: [{ field: "header:X-Trace", reason: "header" }] });
  });

  test("a body that is no JSON", () => {
    expect(build({ body: "{wet}" })).toEqual({ kind: "invalid", errors: [{ field: "body", reason: "json" }] });
  });
});

describe("credentials", () => {
  const credential = { key: "security:key", name: "key", field: "api_key" } as const;

  test("in the query", () => {
    const request = build({}, { credentials: [{ ...credential, kind: "apiKey", place: "query" }] });
    expect(request).toMatchObject({ url: expect.stringMatching(/&api_key=secret$/) });
  });

  test("in a header of their own", () => {
    const request = build({}, { credentials: [{ ...credential, kind: "apiKey", place: "header" }] });
    expect(headersOf(request)).toMatchObject({ api_key: "secret" });
  });

  test("as user and password beyond ASCII", () => {
    const values = { ...filled.values, "security:key": "ada:größe" };
    const request = build({ values }, { credentials: [{ ...credential, kind: "basic", place: "header" }] });
    expect(headersOf(request)).toMatchObject({ authorization: `Basic ${Buffer.from("ada:größe").toString("base64")}` });
  });

  test("that are left empty are not sent", () => {
    expect(headersOf(build({ values: { "path:id": "1" } }))).not.toHaveProperty("authorization");
  });
});

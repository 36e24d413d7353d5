import { describe, expect, test } from "vitest";
import { readOperation } from "../../../lib/openapi/document/operation.ts";
import { initialState, type PlaygroundState, toCall } from "../../../lib/openapi/playground/call.ts";
import { toNumber } from "../../../lib/openapi/playground/form-values.ts";
import { type PlaygroundOperation, toPlayground } from "../../../lib/openapi/playground/playground.ts";
import { toRequest } from "./playground-request.ts";

const HERE = "https://docs.example.com/docs/api/pets/move";

const document = {
  servers: [{ url: "https://api.example.com/v1" }, { url: "/v1" }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/pets/{id}/move": {
      post: {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "to", in: "query", schema: { type: "string" } },
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
          {
            name: "where",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: { type: "object", properties: { deep: { type: "boolean" } } },
          },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 9 } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["name"],
                properties: {
                  id: { type: "string", readOnly: true },
                  name: { type: "string", minLength: 2 },
                  legs: { type: "integer" },
                  size: { enum: ["small", "large"] },
                  homes: {
                    type: "array",
                    items: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
                  },
                  food: {
                    oneOf: [
                      { type: "string" },
                      { type: "object", required: ["brand"], properties: { brand: { type: "string" } } },
                    ],
                  },
                },
              },
            },
            "multipart/form-data": {
              schema: { type: "object", properties: { note: { type: "string" }, photo: { type: "string", format: "binary" } } },
            },
            "application/x-www-form-urlencoded": { schema: { type: "object", properties: { note: { type: "string" } } } },
            "image/png": {},
          },
        },
        responses: {},
      },
    },
  },
};
const operation = toPlayground(readOperation(document, { method: "POST", path: "/pets/{id}/move" })!);

const filled: PlaygroundState = {
  server: "https://api.example.com/v1",
  values: { "path:id": "a b/c", "query:to": "tank 2", "header:X-Trace": "t1" },
  secrets: { "security:token": "secret" },
  media: 0,
  body: { name: "Rex" },
};
const build = (state: Partial<PlaygroundState> = {}, changes: Partial<PlaygroundOperation> = {}) =>
  toRequest({ ...operation, ...changes }, { ...filled, ...state }, HERE);
const ready = (...input: Parameters<typeof build>) => {
  const request = build(...input);
  if (request.kind !== "ready") throw new Error(JSON.stringify(request.errors));
  return request;
};
const headersOf = (...input: Parameters<typeof build>) => Object.fromEntries(ready(...input).init.headers as Headers);
const errorsOf = (...input: Parameters<typeof build>) => {
  const request = build(...input);
  return request.kind === "invalid" ? request.errors : [];
};

test("a request has its values where the description wants them", () => {
  expect(ready()).toMatchObject({
    url: "https://api.example.com/v1/pets/a%20b%2Fc/move?to=tank+2",
    init: { method: "POST", body: '{\n  "name": "Rex"\n}', credentials: "omit", referrerPolicy: "no-referrer" },
  });
  expect(headersOf()).toEqual({ authorization: "Bearer secret", "content-type": "application/json", "x-trace": "t1" });
});

test("lists and objects are written in the style of their parameter", () => {
  const values = { ...filled.values, "query:to": undefined, "query:tags": ["a", "b"], "query:where": { deep: true } };
  expect(ready({ values }).url).toMatch(/\?tags=a&tags=b&where%5Bdeep%5D=true$/);
});

describe("a value is written as OpenAPI's styles say", () => {
  const list = { type: "array", items: { type: "string" } };
  const map = { type: "object", properties: { r: { type: "integer" }, g: { type: "integer" } } };
  const json = { content: { "application/json": { schema: map } } };
  const write = (parameter: object, value: unknown, path = "/a/{v}/b") => {
    const parameters = [{ name: "v", in: "path", required: true, ...parameter }];
    const api = { servers: [{ url: "/" }], paths: { [path]: { get: { parameters, responses: {} } } } };
    const get = toPlayground(readOperation(api, { method: "GET", path })!);
    const values = Object.fromEntries(get.fields.map(({ key }) => [key, value]));
    const request = toRequest(get, { ...initialState(get), values }, HERE);
    return request.kind === "ready" ? request.url.slice("https://docs.example.com".length) : request.errors;
  };
  test.each([
    [{ schema: list }, ["a,/", "b"], "/a/a%2C%2F,b/b"],
    [{ schema: map }, { r: 1, g: 2 }, "/a/r,1,g,2/b"],
    [{ schema: map, explode: true }, { r: 1, g: 2 }, "/a/r=1,g=2/b"],
    [{ schema: list, style: "label" }, ["a", "b"], "/a/.a,b/b"],
    [{ schema: list, style: "label", explode: true }, ["a", "b"], "/a/.a.b/b"],
    [{ schema: { type: "string" }, style: "matrix" }, "a", "/a/;v=a/b"],
    [{ schema: list, style: "matrix" }, ["a", "b"], "/a/;v=a,b/b"],
    [{ schema: list, style: "matrix", explode: true }, ["a", "b"], "/a/;v=a;v=b/b"],
    [{ schema: map, style: "matrix" }, { r: 1, g: 2 }, "/a/;v=r,1,g,2/b"],
    [{ schema: map, style: "matrix", explode: true }, { r: 1, g: 2 }, "/a/;r=1;g=2/b"],
    [json, { r: 1 }, "/a/%7B%22r%22%3A1%7D/b"],
  ])("in the path: %j with %j", (parameter, value, url) => expect(write(parameter, value)).toBe(url));

  test("an integer of 64 bits in the path, digit by digit", () => {
    const schema = { type: "integer", format: "int64" };
    expect(write({ schema }, toNumber("9007199254740993"))).toBe("/a/9007199254740993/b");
    expect(write({ schema }, "90071992547409.93")).toEqual([{ field: "path:v", reason: "number" }]);
  });

  test("in the query as JSON, beside a query of the path", () => {
    const query = { in: "query", ...json };
    expect(write(query, { r: 1 }, "/a?do=b")).toBe("/a?do=b&v=%7B%22r%22%3A1%7D");
    expect(write({ schema: map }, {})).toEqual([{ field: "path:v", reason: "missing" }]);
  });
});

test("a relative server is the page's own", () => {
  expect(ready({ server: "/v1" }).url).toBe("https://docs.example.com/v1/pets/a%20b%2Fc/move?to=tank+2");
  expect(ready({ server: "" }, { servers: [""] }).url).toBe("https://docs.example.com/pets/a%20b%2Fc/move?to=tank+2");
});

describe("only servers of the description are called", () => {
  test.each(["https://evil.example.com", "javascript:alert(1)", "", "https://api.example.com/v2"])("not %s", (server) => {
    expect(errorsOf({ server })).toEqual([{ field: "server", reason: "url" }]);
  });

  test("nor what a described address turns into", () => {
    expect(errorsOf({ server: "file:///etc" }, { servers: ["file:///etc"] })).toMatchObject([{ field: "server", reason: "url" }]);
  });

  test.each(["..", "."])("and a value of %s does not lead out of their path", (id) => {
    expect(errorsOf({ values: { ...filled.values, "path:id": id } })).toEqual([{ field: "path:id", reason: "url" }]);
  });

  test("nor does a path that looks like another host", () => {
    expect(ready({}, { path: "//evil.example.com/{id}" }).url).toBe(
      "https://api.example.com/v1//evil.example.com/a%20b%2Fc?to=tank+2",
    );
  });
});

describe("what is missing or broken is named at its field", () => {
  test("a value of the path", () => {
    expect(errorsOf({ values: {} })).toEqual([{ field: "path:id", reason: "missing" }]);
  });

  test("a body", () => {
    expect(errorsOf({ body: undefined })).toEqual([{ field: "body", reason: "missing" }]);
  });

  test("a header with letters that no header can carry", () => {
    expect(errorsOf({ values: { ...filled.values, "header:X-Trace": "→" } })).toEqual([
      { field: "header:X-Trace", reason: "header" },
    ]);
  });

  test("a body that is not JSON", () => {
    expect(errorsOf({ bodyText: "{wet}" })).toEqual([{ field: "body", reason: "json" }]);
  });

  test("a number out of its bounds", () => {
    expect(errorsOf({ values: { ...filled.values, "query:limit": 10 } })).toEqual([
      { field: "query:limit", reason: "limits", rule: "1 to 9" },
    ]);
  });

  test.each<[unknown, object]>([
    [{}, { field: "body/name", reason: "missing" }],
    [{ name: "R" }, { field: "body/name", reason: "limits", rule: "length at least 2" }],
    [
      { name: "Rex", legs: 1.5 },
      { field: "body/legs", reason: "integer" },
    ],
    [
      { name: "Rex", legs: "four" },
      { field: "body/legs", reason: "number" },
    ],
    [
      { name: "Rex", size: "huge" },
      { field: "body/size", reason: "allowed", rule: '"small", "large"' },
    ],
    [
      { name: "Rex", homes: [{ city: "Rome" }, {}] },
      { field: "body/homes/1/city", reason: "missing" },
    ],
    [
      { name: "Rex", food: {} },
      { field: "body/food/brand", reason: "missing" },
    ],
    [[], { field: "body", reason: "type", rule: "object" }],
  ])("inside a body: %j", (body, error) => {
    expect(errorsOf({ body })).toEqual([error]);
  });

  test("and a pattern that could take forever is not run", () => {
    const schema = { kind: "string", type: "string", limits: { pattern: "^(a+)+$" } } as const;
    const fields = [{ ...operation.fields[1]!, schema }];
    expect(build({ values: { "path:id": "1", "query:to": `${"a".repeat(60)}!` } }, { fields, path: "/pets" }).kind).toBe("ready");
  });
});

describe("bodies of other media types", () => {
  test("a form with a file is sent as parts, and the browser writes the boundary", () => {
    const photo = new File(["png"], "rex.png", { type: "image/png" });
    const { init } = ready({ media: 1, body: { note: "hello", photo } });
    const form = init.body as FormData;
    expect([form.get("note"), (form.get("photo") as File).name]).toEqual(["hello", "rex.png"]);
    expect((init.headers as Headers).has("content-type")).toBe(false);
  });

  const file = { type: "string", format: "binary" };
  test.each([
    ["a file", { photo: file }, ["body/photo"]],
    ["a list of files", { pages: { type: "array", items: file } }, ["body/pages/0"]],
    ["a file and a text", { photo: file, note: { type: "string" } }, ["body/photo"]],
  ])("%s that a form requires is missed at its field before the request is sent", (_, properties, fields) => {
    const requestBody = { content: { "multipart/form-data": { schema: { required: Object.keys(properties), properties } } } };
    const api = { servers: [{ url: "/v1" }], paths: { "/": { post: { requestBody, responses: {} } } } };
    const upload = toPlayground(readOperation(api, { method: "POST", path: "/" })!);
    const state = initialState(upload);
    const missing = (request: ReturnType<typeof toRequest>) => request.kind === "invalid" && request.errors;
    expect(missing(toRequest(upload, state, HERE))).toEqual(fields.map((field) => ({ field, reason: "missing" })));
    const emptied = missing(toRequest(upload, { ...state, body: undefined }, HERE));
    expect(emptied).toEqual(Object.keys(properties).map((name) => ({ field: `body/${name}`, reason: "missing" })));
    const photo = new File(["png"], "rex.png");
    const filled = toRequest(upload, { ...state, body: { photo, pages: [photo], note: "hello" } }, HERE);
    expect(filled.kind).toBe("ready");
  });

  test("a file that a form does not require is left out of what is sent", () => {
    expect([...(ready({ media: 1, body: { note: "hello" } }).init.body as FormData).keys()]).toEqual(["note"]);
  });

  test("a plain form is urlencoded", () => {
    const { init } = ready({ media: 2, body: { note: "a b" } });
    expect(String(init.body)).toBe("note=a+b");
    expect((init.headers as Headers).get("content-type")).toBe("application/x-www-form-urlencoded");
  });

  test("a file is the body itself", () => {
    const file = new File(["png"], "rex.png");
    expect(ready({ media: 3, body: file }).init.body).toBe(file);
    expect(errorsOf({ media: 3, body: undefined })).toEqual([{ field: "body", reason: "missing" }]);
  });
});

describe("credentials", () => {
  test("that are needed together are shown together, and those of another way only when they are filled in", () => {
    const scheme = (name: string) => ({ type: "apiKey", in: "header", name });
    const components = {
      securitySchemes: { id: scheme("X-Id"), key: scheme("X-Key"), token: scheme("X-Token"), card: { type: "mutualTLS" } },
    };
    const security = [{}, { card: [] }, { id: [], key: [] }, { token: [] }];
    const api = { servers: [{ url: "/" }], security, components, paths: { "/a": { get: { responses: {} } } } };
    const get = toPlayground(readOperation(api, { method: "GET", path: "/a" })!);
    const names = (secrets: Record<string, string>) =>
      toCall(get, { ...initialState(get), secrets }).headers.map(([name]) => name);
    expect(names({})).toEqual(["X-Id", "X-Key"]);
    expect(names({ "security:token": "t" })).toEqual(["X-Id", "X-Key", "X-Token"]);
  });

  const credential = { key: "security:key", name: "key", field: "api_key" } as const;
  const secrets = { "security:key": "secret" };

  test("in the query", () => {
    expect(ready({ secrets }, { credentials: [{ ...credential, kind: "apiKey", place: "query" }] }).url).toMatch(
      /\?api_key=secret&to=/,
    );
  });

  test("in a header", () => {
    expect(headersOf({ secrets }, { credentials: [{ ...credential, kind: "apiKey", place: "header" }] })).toMatchObject({
      api_key: "secret",
    });
  });

  test("as user and password beyond ASCII", () => {
    const credentials = [{ ...credential, kind: "basic", place: "header" }] as const;
    expect(headersOf({ secrets: { "security:key": "ada:größe" } }, { credentials })).toMatchObject({
      authorization: `Basic ${Buffer.from("ada:größe").toString("base64")}`,
    });
  });

  test("that are left empty, or that a browser cannot send, are not sent", () => {
    expect(headersOf({ secrets: {} })).not.toHaveProperty("authorization");
    expect(headersOf({ secrets }, { credentials: [{ ...credential, kind: "apiKey", place: "cookie" }] })).not.toHaveProperty(
      "cookie",
    );
  });
});

describe("headers that browsers drop", () => {
  const dropped = [
    "Referer",
    "Date",
    "Accept-Encoding",
    "User-Agent",
    "Host",
    "Origin",
    "Cookie",
    "DNT",
    "Sec-Fetch-Mode",
    "Via",
  ];

  test.each(dropped)("%s is in the code and in no request, and a required one stops none", (name) => {
    const api = {
      servers: [{ url: "https://api.example.com" }],
      paths: {
        "/a": {
          get: {
            security: [{ key: [] }],
            parameters: [
              { name, in: "header", required: true, schema: { type: "string" } },
              { name: "X-Trace", in: "header", example: "t1", required: true, schema: { type: "string" } },
            ],
          },
        },
      },
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name } } },
    };
    const get = toPlayground(readOperation(api, { method: "GET", path: "/a" })!);
    const empty = initialState(get);
    expect(toRequest(get, empty, HERE)).toMatchObject({ kind: "ready" });
    const filled = { ...empty, values: { ...empty.values, [`header:${name}`]: "value" }, secrets: { "security:key": "secret" } };
    expect(toCall(get, filled).headers).toContainEqual([name, "value"]);
    expect(toCall(get, filled).headers).toContainEqual([name, "secret"]);
    const request = toRequest(get, filled, HERE);
    expect(request.kind === "ready" && [...(request.init.headers as Headers)]).toEqual([["x-trace", "t1"]]);
  });
});

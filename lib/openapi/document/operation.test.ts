import { describe, expect, test } from "vitest";
import type { JsonObject } from "../description/json.ts";
import { factWords } from "./facts.ts";
import { listFields, toFieldBlocks } from "./fields.ts";
import { type Content, listOperations, listWebhooks, preferredContent, readOperation, readOperationTitle } from "./operation.ts";

const text = { type: "string" };
const documentOf = (operation: JsonObject, rest: JsonObject = {}) => ({
  openapi: "3.1.0",
  paths: { "/pets/{id}": { parameters: [{ name: "id", in: "path", required: true, schema: text }], put: operation } },
  ...rest,
});
const read = (operation: JsonObject, rest?: JsonObject) =>
  readOperation(documentOf(operation, rest), { method: "PUT", path: "/pets/{id}" })!;
const fieldsIn = (part: { readonly contents: readonly Content[] } | undefined) =>
  (part?.contents.slice(0, 1) ?? []).flatMap(({ schema }) => listFields(toFieldBlocks(schema, { id: "body" })));
const fieldsOf = (schema: unknown, schemas: JsonObject = {}) => {
  const content = { "application/json": { schema } };
  return fieldsIn(read({ requestBody: { content } }, { components: { schemas } }).body);
};
const linesOf = (...input: Parameters<typeof fieldsOf>) =>
  fieldsOf(...input).map(({ name, type, required, facts }) =>
    [`${name}: ${type}`, required ? "required" : "", ...facts.map(factWords)].filter(Boolean).join("; "),
  );

describe("an operation", () => {
  test("is named by its summary, else the words of its id, else method and path", () => {
    expect(read({ summary: "Move", operationId: "move" })).toMatchObject({ title: "Move", id: "move", method: "PUT" });
    expect(read({ operationId: "movePetHome" })).toMatchObject({ title: "Move pet home", id: "movePetHome" });
    expect(read({ summary: 3 })).toMatchObject({ title: "PUT /pets/{id}", id: "" });
  });

  test.each([{ summary: "Move." }, { operationId: "movePet" }, { deprecated: true }])(
    "is listed by its title: %j",
    (operation) => {
      const { title, deprecated } = read(operation);
      expect(readOperationTitle(documentOf(operation), { method: "PUT", path: "/pets/{id}" })).toEqual({ title, deprecated });
      expect(readOperationTitle(documentOf(operation), { method: "PUT", path: "/cats" })).toBeUndefined();
    },
  );

  test("that the description does not have is not found", () => {
    const document = documentOf({});
    for (const key of [
      { method: "POST", path: "/pets/{id}" },
      { method: "PUT", path: "/pets" },
      { method: "PUT", path: "constructor" },
      { method: "CONSTRUCTOR", path: "/pets/{id}" },
    ])
      expect(readOperation(document, key)).toBeUndefined();
  });

  test("is listed in the description's order unless it is internal; callbacks and webhooks are none", () => {
    const callbacks = { done: { "{$request.body#/url}": { post: {} } } };
    const paths = { "/b": { put: { callbacks }, get: {} }, "/a": { get: { "x-internal": true } }, "/c": { $ref: "#/paths/~1b" } };
    expect(listOperations({ paths, webhooks: { sold: { post: {} } } })).toEqual([
      { method: "GET", path: "/b" },
      { method: "PUT", path: "/b" },
      { method: "GET", path: "/c" },
      { method: "PUT", path: "/c" },
    ]);
  });

  test("has the parameters of its path, unless it says of one itself", () => {
    const parameters = [
      { name: "tank", in: "query", schema: text },
      { name: "id", in: "path", required: true, description: "Its own.", schema: { type: "integer" } },
      { name: "lost", in: "nowhere", schema: text },
      { in: "query", schema: text },
      { name: "filter", in: "query", content: { "application/json": { schema: { type: "object" } } } },
    ];
    expect(read({ parameters }).parameters.map(({ place, name, type, description }) => [place, name, type, description])).toEqual(
      [
        ["path", "id", "integer", "Its own."],
        ["query", "tank", "string", ""],
        ["query", "filter", "object", ""],
      ],
    );
  });

  test("needs the security schemes that it names, else those of the document", () => {
    const securitySchemes = {
      token: { type: "http", scheme: "Bearer", description: "A token." },
      user: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "query", name: "api_key" },
      flow: { type: "oauth2", flows: {} },
      card: { type: "mutualTLS" },
    };
    const rest = { components: { securitySchemes }, security: [{ user: [] }] };
    const all = ["token", "key", "flow", "card", "constructor"].map((name) => ({ [name]: [] }));
    expect(
      read({ security: all }, rest).security.map(({ name, kind, type, place, field }) => [name, kind, type, place, field]),
    ).toEqual([
      ["token", "bearer", "http (Bearer)", "header", "Authorization"],
      ["key", "apiKey", "apiKey", "query", "api_key"],
      ["flow", "bearer", "oauth2", "header", "Authorization"],
      ["card", "other", "mutualTLS", "header", "Authorization"],
      ["constructor", "other", "constructor", "header", "Authorization"],
    ]);
    expect(read({}, rest).security).toMatchObject([{ name: "user", kind: "basic" }]);
    expect(read({ security: [] }, rest).security).toEqual([]);
  });

  test("gets tokens by the flows of OAuth 2 that a page may use, over https or on the reader's machine", () => {
    const scopes = { read: "Reads.", write: "Writes." };
    const [tokenUrl, authorizationUrl] = ["https://id.example.com/token", "https://id.example.com/authorize"];
    const flows = {
      ...{ implicit: { authorizationUrl, scopes }, password: { tokenUrl, scopes } },
      ...{ clientCredentials: { tokenUrl, scopes }, authorizationCode: { tokenUrl, authorizationUrl, scopes } },
    };
    const of = (named: object, scopesNeeded: string[] = []) =>
      read({ security: [{ id: scopesNeeded }] }, { components: { securitySchemes: { id: { type: "oauth2", flows: named } } } })
        .security[0]?.flows;
    const asked = [
      { name: "read", description: "Reads.", isAsked: true },
      { name: "write", description: "Writes.", isAsked: false },
    ];
    expect(of(flows, ["read"])).toEqual([
      { grant: "authorization_code", tokenUrl, authorizationUrl, scopes: asked },
      { grant: "client_credentials", tokenUrl, authorizationUrl: undefined, scopes: asked },
    ]);
    expect(of({ clientCredentials: { tokenUrl: "http://localhost:9/token", scopes } })).toMatchObject([
      { scopes: [{ isAsked: true }, { name: "write", description: "Writes.", isAsked: true }] },
    ]);
    for (const bad of ["http://id.example.com/token", "/token", "javascript:alert(1)", 3])
      expect(of({ clientCredentials: { tokenUrl: bad }, authorizationCode: { tokenUrl, authorizationUrl: bad } })).toEqual([]);
  });

  test("has no body where it takes an object without members, unless it asks for one", () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    const content = { "application/x-www-form-urlencoded": { schema } };
    expect(read({ requestBody: { content } }).body).toBeUndefined();
    expect(read({ requestBody: { content, required: true } }).body).toBeDefined();
    expect(read({ requestBody: { content: { "application/json": { schema: { type: "object" } } } } }).body).toBeDefined();
  });

  test("has all members of its body, however many are inside the first of them", () => {
    const many = (inside: object) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, { type: "object", properties: inside }]));
    const fields = fieldsOf({ type: "object", required: ["last"], properties: { ...many(many({ a: text })), last: text } });
    expect(fields.filter(({ name }) => !name.includes("."))).toHaveLength(61);
    expect(fields.find(({ name }) => name === "last")).toMatchObject({ required: true });
    expect(fields).toHaveLength(200);
  });

  test("has what is inside its last member, however much is inside the first", () => {
    const deep = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`m${index}`, text])),
    };
    const outer = { type: "object", properties: { deep } };
    const last = { type: "object", properties: { shown: text } };
    const fields = fieldsOf({ type: "object", properties: { first: outer, second: outer, last } });
    expect(fields.map(({ name }) => name)).toContain("last.shown");
  });

  test("lists each of hundreds of members", () => {
    const properties = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`m${index}`, text]));
    expect(fieldsOf({ type: "object", properties })).toHaveLength(450);
  });

  test("tells less of what is inside an error, which may hold the whole object that it is about", () => {
    const inside = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`m${index}`, text])),
    };
    const content = { "application/json": { schema: { type: "object", properties: { code: text, object: inside } } } };
    const { responses } = read({ responses: { 200: { content }, 404: { content }, default: { content } } });
    expect(responses.map((response) => fieldsIn(response).length)).toEqual([82, 60, 60]);
  });

  test("names a schema without its packages", () => {
    const schema = { type: "object", properties: { a: text } };
    const schemas = { "io.k8s.api.core.v1.Pod": schema, "Pet.v1": schema };
    const titleOf = (name: string) =>
      read(
        { requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } } },
        { components: { schemas } },
      ).body?.contents[0]?.schema.title;
    expect(Object.keys(schemas).map(titleOf)).toEqual(["Pod", "Pet.v1"]);
  });

  test("takes required parameters and members first, in the order of the description", () => {
    const parameters = ["b", "c", "a"].map((name) => ({ name, in: "query", required: name !== "b", schema: text }));
    const schema = { type: "object", required: ["z", "x"], properties: { y: text, z: text, x: text } };
    const { body, ...operation } = read({ parameters, requestBody: { content: { "application/json": { schema } } } });
    expect(operation.parameters.map(({ name }) => name)).toEqual(["id", "c", "a", "b"]);
    expect(fieldsIn(body).map(({ name }) => name)).toEqual(["z", "x", "y"]);
  });

  test("has a title without the point of a sentence", () => {
    expect([read({ summary: "Finds pets." }).title, read({ summary: "Pets, etc..." }).title]).toEqual([
      "Finds pets",
      "Pets, etc...",
    ]);
  });

  test("takes no read-only members and gives no write-only ones, however deep", () => {
    const inside = { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, name: text };
    const schema = { type: "object", properties: { ...inside, owners: { type: "array", items: { properties: inside } } } };
    const content = { "application/json": { schema } };
    const { body, responses } = read({ requestBody: { content }, responses: { 200: { content } } });
    const namesOf = (part: Parameters<typeof fieldsIn>[0]) => fieldsIn(part).map(({ name }) => name);
    expect(namesOf(body)).toEqual(["secret", "name", "owners", "owners[].secret", "owners[].name"]);
    expect(namesOf(responses[0])).toEqual(["id", "name", "owners", "owners[].id", "owners[].name"]);
  });

  test("is described in Markdown, also where its author wrote HTML", () => {
    const schema = { type: "object", properties: { name: { ...text, description: "<p>Its <b>name</b>.</p>" } } };
    const { description, body } = read({
      description: "<p>Moves <code>id</code>.</p>",
      requestBody: { content: { "application/json": { schema } } },
    });
    expect([description, fieldsIn(body)[0]?.description]).toEqual(["Moves `id`.", "Its **name**."]);
  });

  test("shows its JSON body first of all", () => {
    const content = { "text/plain": {}, "application/problem+json": {}, "application/xml": {} };
    const { responses } = read({
      responses: { 400: { description: "Bad.", content }, "x-note": { description: "No response." } },
    });
    expect(responses.map(({ status }) => status)).toEqual(["400"]);
    expect(preferredContent(responses[0]?.contents ?? [])?.contentType).toBe("application/problem+json");
    expect(preferredContent([])).toBeUndefined();
  });
});

describe("the fields of a body", () => {
  test("name what is inside objects and lists, with types and rules", () => {
    const pet = {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", minLength: 1, maxLength: 9 },
        tags: { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } },
      },
    };
    expect(linesOf(pet)).toEqual(["name: string; required; length 1 to 9", "tags: array of object", "tags[].id: integer"]);
  });

  test("join what a schema is combined from", () => {
    const schemas = { Base: { type: "object", required: ["id"], properties: { id: text } } };
    const properties = { color: { enum: ["red"] }, size: { oneOf: [{ type: "integer" }, text] } };
    expect(
      linesOf({ allOf: [{ $ref: "#/components/schemas/Base" }, { anyOf: [{ properties }, { properties }] }] }, schemas),
    ).toEqual(["id: string; required", 'color: string; one of "red"', "size: integer or string"]);
  });

  test("are what they refer to, where they add to it", () => {
    const schemas = { Count: { type: "integer", minimum: 1, description: "How many." }, Pet: { properties: { id: text } } };
    const counted = { allOf: [{ $ref: "#/components/schemas/Count" }, { nullable: true }] };
    const described = { allOf: [{ $ref: "#/components/schemas/Pet" }, { description: "Whose." }] };
    const schema = { properties: { counted, own: { ...counted, description: "Mine." }, described } };
    expect(linesOf(schema, schemas)).toEqual([
      "counted: integer or null; at least 1",
      "own: integer or null; at least 1",
      "described: object",
      "described.id: string",
    ]);
    expect(fieldsOf(schema, schemas).map(({ description }) => description)).toEqual([
      "How many.",
      "Mine.\n\nHow many.",
      "Whose.",
      "",
    ]);
  });

  test("have what is written beside a reference, as 3.1 allows it", () => {
    const schemas = { Count: { type: "integer", minimum: 1 }, Pet: { required: ["id"], properties: { id: text } } };
    const few = { $ref: "#/components/schemas/Count", maximum: 9, default: 3 };
    const pet = { $ref: "#/components/schemas/Pet", properties: { name: text } };
    expect(linesOf({ properties: { few, pet } }, schemas)).toEqual([
      "few: integer; 1 to 9; default 3",
      "pet: object",
      "pet.id: string; required",
      "pet.name: string",
    ]);
    const node = { properties: { next: { $ref: "#/components/schemas/Node", default: null } } };
    expect(linesOf({ $ref: "#/components/schemas/Node" }, { Node: node })[0]).toBe("next: object; default null");
  });

  test("may be null, as 3.0 and 3.1 say it", () => {
    const properties = {
      old: { type: "string", nullable: true },
      now: { type: ["string", "null"] },
      either: { anyOf: [text, { type: "null" }] },
    };
    expect(linesOf({ properties })).toEqual(["old: string or null", "now: string or null", "either: string or null"]);
  });

  test("that are broken are of any type, and the others stay", () => {
    const properties = { gone: { $ref: "#/components/schemas/None" }, odd: { type: "strng" }, wrong: 3, all: true, name: text };
    expect(linesOf({ properties })).toEqual(["gone: any", "odd: any", "wrong: any", "all: any", "name: string"]);
  });

  test("may have any name", () => {
    const schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}}');
    expect(linesOf(schema)).toEqual(["__proto__: string", "constructor: integer"]);
    expect(
      linesOf(
        { $ref: "#/components/schemas/__proto__" },
        JSON.parse(`{"__proto__": ${JSON.stringify({ properties: { a: text } })}}`),
      ),
    ).toEqual(["a: string"]);
  });

  test("end where a schema contains itself", () => {
    const schemas = {
      Pet: { properties: { name: text, friends: { type: "array", items: { $ref: "#/components/schemas/Pet" } } } },
    };
    expect(linesOf({ $ref: "#/components/schemas/Pet" }, schemas)).toEqual(["name: string", "friends: array of object"]);
  });

  test("end where schemas name each other many times over, without a single field", () => {
    // Each layer is one of fifty of the next: six layers are 15 billion ways down.
    const layers = Array.from({ length: 12 }, (_, layer) => [
      `L${layer}`,
      {
        oneOf: Array(50).fill({ $ref: `#/components/schemas/L${layer + 1}` }),
        items: { $ref: `#/components/schemas/L${layer + 1}` },
      },
    ]);
    expect(linesOf({ $ref: "#/components/schemas/L0" }, Object.fromEntries(layers))).toEqual([]);
    const parts = Array.from({ length: 12 }, (_, layer) => [
      `P${layer}`,
      { allOf: Array(50).fill({ $ref: `#/components/schemas/P${layer + 1}` }) },
    ]);
    const properties = { a: { $ref: "#/components/schemas/P0" }, b: { $ref: "#/components/schemas/P0" } };
    expect(linesOf({ properties }, Object.fromEntries(parts)).length).toBeLessThanOrEqual(2);
  });
});

test("only what a field shows of a part that it refers to is read, and what it requires once", () => {
  const uncounted = new Proxy({ type: "integer" }, { ownKeys: () => expect.unreachable("All members are listed.") });
  expect(linesOf({ properties: { a: { allOf: [{ $ref: "#/components/schemas/Wide" }] } } }, { Wide: uncounted })).toEqual([
    "a: integer",
  ]);
  let times = 0;
  const Base = {
    properties: { a: text },
    get required() {
      times += 1;
      return ["a"];
    },
  };
  const allOf = Array(50).fill({ $ref: "#/components/schemas/Base" });
  expect(linesOf({ allOf }, { Base })).toEqual(["a: string; required"]);
  expect(times).toBe(1);
});

test("a webhook is read by its name, with what it sends, and without a server to call", () => {
  const body = { content: { "application/json": { schema: { type: "object", properties: { name: text } } } } };
  const document = {
    ...documentOf({}, { servers: [{ url: "https://a.example" }], security: [{ key: [] }] }),
    webhooks: {
      "new pet": { post: { summary: "New pet", requestBody: body } },
      hidden: { post: { "x-internal": true } },
      none: {},
    },
  };
  expect(listWebhooks(document)).toEqual([{ method: "WEBHOOK", path: "new pet" }]);
  expect(readOperation(document, { method: "WEBHOOK", path: "new pet" })).toMatchObject({
    ...{ title: "New pet", servers: [], security: [] },
    body: { contents: [{ schema: { members: [{ name: "name" }] } }] },
  });
  expect(readOperation(document, { method: "WEBHOOK", path: "none" })).toBeUndefined();
});

type Json = Record<string, unknown>;

/** A description that its author lets grow: the more of it, the more work for a reader that multiplies. */
export interface GrownDescription {
  readonly name: string;
  /** Returns it with as many of the repeated part as are asked for; `fill` is a text of any length. */
  readonly grow: (count: number) => Json;
  /** Most of the repeated part, where more of it does not make more work. */
  readonly most?: number;
}

const names = (count: number, prefix = "n") => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const map = (count: number, make: (index: number) => unknown, prefix = "n"): Json =>
  Object.fromEntries(names(count, prefix).map((name, index) => [name, make(index)]));
const text = (length: number) => "x".repeat(length);
const half = (count: number) => Math.ceil(count / 2);
const ok = { 200: { description: "Done." } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: unknown) => ({ content: { "application/json": { schema } } });
const answer = (schema: unknown) => ({ responses: { 200: { description: "Done.", ...body(schema) } } });

/** The description without a grown part: one operation, which each of them has too. */
export function plainDescription(more: Json = {}): Json {
  const { paths = {}, components = {}, ...rest } = more as { paths?: Json; components?: Json };
  const get = { operationId: "listPets", tags: ["pets"], summary: "List pets", responses: ok };
  return {
    openapi: "3.2.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    ...rest,
    paths: { "/pets": { get: { ...get, ...((paths as Record<string, Json>)["/pets"]?.get as Json) } }, ...withoutPets(paths) },
    components,
  };
}

const withoutPets = (paths: Json) => Object.fromEntries(Object.entries(paths).filter(([path]) => path !== "/pets"));
const pets = (get: Json, more: Json = {}) => ({ ...more, paths: { "/pets": { get }, ...((more.paths as Json) ?? {}) } });
const operations = (count: number, make: (index: number) => Json = () => ({ responses: ok })) =>
  Object.fromEntries(names(count, "/o").map((path, index) => [path, { get: make(index) }]));
const server = (variables: Json) => ({
  url: `https://${Object.keys(variables)
    .map((name) => `{${name}}`)
    .join(".")}.example.com`,
  variables,
});
const choice = (values: readonly string[]) => ({ default: values[0], enum: values });

/** An ordinary description of about so many bytes: operations with parameters, bodies, answers and words. */
export function ordinaryDescription(bytes: number): Json {
  const words = "Lists what the account holds, newest first, in pages of at most one hundred. ".repeat(3);
  const schema = (index: number) => ({
    type: "object",
    description: words,
    required: ["id"],
    properties: map(8, (at) => ({ type: "string", description: `${words} ${index} ${at}` }), "field"),
  });
  const operation = (index: number) => ({
    operationId: `operation${index}`,
    tags: [`tag${index % 20}`],
    summary: `Do what is number ${index}`,
    description: words.repeat(2),
    parameters: names(4, "parameter").map((name) => ({ name, in: "query", description: words, schema: { type: "string" } })),
    requestBody: body(ref(`n${index}`)),
    responses: { 200: { description: "Done.", ...body(ref(`n${index}`)) }, 404: { description: "Not there." } },
  });
  const count = Math.max(1, Math.round(bytes / 5_300));
  const paths = Object.fromEntries(names(count, "/o").map((path, index) => [path, { post: operation(index) }]));
  return plainDescription({ paths, components: { schemas: map(count, schema) } });
}

const grown: Readonly<Record<string, GrownDescription["grow"]>> = {
  "server variables × values": (n) => ({ servers: [server(map(20, () => choice(names(half(n / 10)))))] }),
  "a server variable's value of many characters": (n) => ({
    servers: [server(map(2, () => choice([text(n * 10), text(n * 10)])))],
  }),
  "servers × variables": (n) => ({
    servers: names(half(n / 8)).map((name) => server({ a: choice(names(3, name)), b: choice(names(3)) })),
  }),
  "servers × operations": (n) => ({
    servers: names(half(n / 2)).map((name) => ({ url: `https://${name}.example.com` })),
    paths: operations(half(n / 2)),
  }),
  "servers × operations, with templates": (n) => ({
    servers: names(half(n / 4)).map((name) => server({ [name]: { default: name } })),
    paths: operations(half(n / 2)),
  }),
  "a default × its places": (n) => ({
    servers: [{ url: `https://${"{a}".repeat(150)}.example.com`, variables: { a: { default: text(n * 20) } } }],
  }),
  "paths × one shared path item": (n) => ({
    paths: { ...Object.fromEntries(names(half(n / 2), "/s").map((path) => [path, { $ref: "#/components/pathItems/one" }])) },
    components: { pathItems: { one: { additionalOperations: map(half(n / 2), () => ({}), "M") } } },
  }),
  "additional operations of one path": (n) => ({ paths: { "/a": { additionalOperations: map(n, () => ({}), "M") } } }),
  "schemes × ways": (n) => ({
    security: names(half(n / 3)).map((name) => ({ [name]: [] })),
    components: { securitySchemes: map(half(n / 3), () => ({ type: "http", scheme: "bearer" })) },
  }),
  "ways × operations": (n) => ({ security: names(half(n / 2)).map((name) => ({ [name]: [] })), paths: operations(half(n / 2)) }),
  "schemes with words × operations": (n) => ({
    security: [Object.fromEntries(names(50).map((name) => [name, []]))],
    components: {
      securitySchemes: map(50, (i) => ({
        type: "http",
        scheme: "bearer",
        description: `${i} ${"Words and so on. ".repeat(n / 80)}`,
      })),
    },
    paths: operations(half(n / 2)),
  }),
  "scopes × operations": (n) => ({
    components: {
      securitySchemes: {
        one: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: "https://id.example.com/t", scopes: map(half(n / 2), () => "Words.") } },
        },
      },
    },
    paths: operations(half(n / 2), () => ({ security: [{ one: [] }], responses: ok })),
  }),
  "tags of one name × themselves": (n) => ({ tags: names(Math.min(n, 1_000)).map(() => ({ name: "x", parent: "x" })) }),
  "tags below tags": (n) => ({ tags: names(Math.min(n, 1_000)).map((name, index) => ({ name, parent: `n${index % 3}` })) }),
  "parameters of a path × its operations": (n) => ({
    paths: {
      "/a": {
        parameters: names(half(n / 3)).map((name) => ({ name, in: "query", schema: {} })),
        additionalOperations: map(half(n / 4), () => ({}), "M"),
      },
    },
  }),
  "parameters of one operation": (n) =>
    pets(
      { parameters: names(half(n / 3)).map((name) => ({ name, in: "query", schema: ref("one") })) },
      {
        components: {
          schemas: {
            one: { anyOf: names(100).map(() => ref("two")) },
            two: { type: "object", properties: map(50, () => ({ type: "string" })) },
          },
        },
      },
    ),
  "references through one long reference": (n) => ({
    components: {
      schemas: {
        ...map(half(n / 4), () => ({ $ref: "#/components/schemas/long" })),
        long: { $ref: `#/components/schemas${"/a".repeat(n)}` },
      },
    },
  }),
  "references through twenty": (n) => ({
    components: {
      schemas: {
        ...map(half(n / 4), () => ref("hop0")),
        ...Object.fromEntries(names(25, "hop").map((name, i) => [name, { $ref: `#/components/schemas/hop${i + 1}` }])),
      },
    },
  }),
  "values below many levels": (n) => ({
    "x-deep": names(400).reduce<unknown>(
      (inner) => ({ a: inner }),
      names(n).map(() => ({})),
    ),
    components: {
      schemas: { one: names(150).reduce<unknown>((inner) => ({ items: inner }), { oneOf: names(half(n / 2)).map(() => ({})) }) },
    },
  }),
  "broken references below many levels": (n) => ({
    components: {
      schemas: {
        one: names(150).reduce<unknown>((inner) => ({ items: inner }), {
          oneOf: names(half(n / 2)).map(() => ({ $ref: "#/x" })),
        }),
      },
    },
  }),
  "one enum × the members that refer to it": (n) =>
    pets(answer(ref("all")), {
      components: {
        schemas: {
          all: { type: "object", properties: map(half(n / 10), () => ({ allOf: [ref("one")] })) },
          one: { type: "string", enum: names(half(n / 2), "value-of-some-length-") },
        },
      },
    }),
  "one enum × the operations that refer to it": (n) => ({
    components: { schemas: { one: { type: "string", enum: names(half(n / 2), "value-") } } },
    paths: operations(half(n / 8), () => answer({ allOf: [ref("one")] })),
  }),
  "one default × the members that refer to it": (n) =>
    pets(answer(ref("all")), {
      components: {
        schemas: {
          all: { type: "object", properties: map(half(n / 10), () => ({ allOf: [ref("one")] })) },
          one: { type: "object", default: names(half(n / 2)) },
        },
      },
    }),
  "one example × the operations that refer to it": (n) => ({
    components: {
      responses: { one: { description: "Done.", content: { "application/json": { schema: {}, example: names(half(n / 2)) } } } },
    },
    paths: operations(half(n / 6), () => ({ responses: { 200: { $ref: "#/components/responses/one" } } })),
  }),
  "one mapping × the operations that refer to it": (n) => ({
    components: {
      schemas: {
        one: {
          oneOf: names(90).map((name) => ref(name)),
          discriminator: { propertyName: "kind", mapping: map(half(n / 6), (i) => `#/components/schemas/n${i % 90}`) },
        },
        ...map(90, () => ({ type: "object" })),
      },
    },
    paths: operations(half(n / 8), () => answer({ allOf: [ref("one")] })),
  }),
  "one object of many members × the operations that refer to it": (n) => ({
    components: { schemas: { one: { type: "object", properties: map(half(n / 4), () => ({ type: "string" })) } } },
    paths: operations(half(n / 8), () => answer({ type: "array", items: ref("one") })),
  }),
  "one required list × the operations that refer to it": (n) => ({
    components: { schemas: { one: { type: "object", required: names(half(n / 2)), properties: { id: {} } } } },
    paths: operations(half(n / 8), () => answer({ type: "array", items: ref("one") })),
  }),
  "schemas that name each other × operations": (n) => ({
    components: { schemas: map(30, () => ({ type: "object", properties: map(30, (i) => ref(`n${i}`), "p") })) },
    paths: operations(half(n / 8), () => answer({ type: "array", items: ref("n1") })),
  }),
  "choices of choices × operations": (n) => ({
    components: {
      schemas: map(5, (i) => ({ oneOf: names(90).map(() => (i < 4 ? ref(`n${i + 1}`) : { type: "string", enum: names(20) })) })),
    },
    paths: operations(half(n / 8), () => answer({ allOf: [ref("n0")] })),
  }),
  "media types of one answer": (n) =>
    pets(
      {
        responses: {
          200: {
            description: "Done.",
            content: Object.fromEntries(names(half(n / 4), "a/t").map((type) => [type, { schema: { allOf: [ref("n0")] } }])),
          },
        },
      },
      { components: { schemas: map(30, () => ({ type: "object", properties: map(30, (i) => ref(`n${i}`), "p") })) } },
    ),
  "answers of one operation": (n) =>
    pets(
      {
        responses: Object.fromEntries(
          names(half(n / 4), "4").map((status) => [
            status,
            { description: "Words.", content: { "application/json": { schema: { allOf: [ref("n0")] } } } },
          ]),
        ),
      },
      { components: { schemas: map(30, () => ({ type: "object", properties: map(30, (i) => ref(`n${i}`), "p") })) } },
    ),
  "headers of one answer × operations": (n) => ({
    components: {
      responses: { one: { description: "Done.", headers: map(half(n / 4), () => ({ schema: { type: "string" } })) } },
    },
    paths: operations(half(n / 6), () => ({ responses: { 200: { $ref: "#/components/responses/one" } } })),
  }),
  "named examples of one body × operations": (n) => ({
    components: {
      responses: {
        one: {
          description: "Done.",
          content: { "application/json": { examples: map(half(n / 4), () => ({ value: { a: 1 } })) } },
        },
      },
    },
    paths: operations(half(n / 6), () => ({ responses: { 200: { $ref: "#/components/responses/one" } } })),
  }),
  "callbacks × operations": (n) => ({
    components: { callbacks: { one: map(half(n / 4), () => ({ summary: "None." })) } },
    paths: operations(half(n / 6), () => ({ responses: ok, callbacks: { one: { $ref: "#/components/callbacks/one" } } })),
  }),
  "webhooks and callbacks": (n) => ({
    webhooks: map(half(n / 3), () => ({ post: {} })),
    paths: operations(half(n / 6), (i) => ({ responses: ok, callbacks: { [`c${i}`]: { a: { post: {} } } } })),
  }),
  "operations without anything": (n) => ({
    paths: Object.fromEntries(names(half(n / 2), "/o").map((path) => [path, { get: {} }])),
  }),
  "an address of slashes": (n) => pets({ "x-mint": { href: `a${"/".repeat(n * 20)}b` } }),
  "a description of words of many brackets": (n) => pets({ description: "[a](b ".repeat(n) }),
  "long texts of one schema × operations": (n) => ({
    components: {
      schemas: {
        one: {
          type: "object",
          properties: map(100, (i) => ({ type: "string", description: `${i} ${"Some words. ".repeat(Math.min(800, n / 200))}` })),
        },
      },
    },
    paths: operations(half(n / 8), () => answer({ type: "array", items: ref("one") })),
  }),
  "an introduction of many lines": (n) => ({
    info: { title: "Pets", version: "1", description: "# A\n\nWords and words.\n\n".repeat(n) },
  }),
};

/** Forty descriptions that grow, each in another way. */
export const grownDescriptions: readonly GrownDescription[] = Object.entries(grown).map(([name, grow]) => ({
  name,
  grow: (count) => plainDescription(grow(count)),
}));

/** Returns a description as text of at most so many bytes, and not much less where it can grow. */
export function growTo({ grow }: GrownDescription, bytes: number): string {
  let count = 64;
  let found = JSON.stringify(grow(count));
  while (count < 4_000_000) {
    const factor = Math.min(8, (0.97 * bytes) / found.length);
    if (factor < 1.05) break;
    const next = Math.floor(count * factor);
    const grownText = JSON.stringify(grow(next));
    if (grownText.length > bytes || grownText.length <= found.length) break;
    [count, found] = [next, grownText];
  }
  return found;
}

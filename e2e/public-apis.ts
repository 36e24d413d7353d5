const text = { type: "string" };
const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const json = (schema: object, rest: object = {}) => ({
  requestBody: { required: true, content: { "application/json": { schema, ...rest } } },
  responses: { 200: { description: "Done." } },
});

/** A description with the shapes of the Train Travel API: OAuth 2, a source of money of one of two kinds, an example of each. */
export function describeTrains(url: string): object {
  const common = { name: text, number: text };
  const card = object({ object: { const: "card" }, ...common, cvc: { ...text, minLength: 3, maxLength: 4 } }, [
    "name",
    "number",
    "cvc",
  ]);
  const account = object(
    { object: { const: "bank_account" }, ...common, account_type: { enum: ["individual", "company"] }, sort_code: text },
    ["object", "name", "number", "account_type"],
  );
  const payment = object({
    id: { ...text, format: "uuid", readOnly: true },
    amount: { type: "number", exclusiveMinimum: 0 },
    currency: { ...text, enum: ["chf", "eur", "gbp"] },
    source: {
      oneOf: [
        { title: "Card", ...card },
        { title: "Bank Account", ...account },
      ],
    },
  });
  const value = { amount: 49.99, currency: "gbp", source: { object: "card", name: "J. Doe", number: "4242", cvc: "123" } };
  const flow = { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, scopes: { write: "Books." } };
  return {
    openapi: "3.1.0",
    info: { title: "Trains", version: "1" },
    servers: [{ url }, { url: "https://try.example.com/rest/Train+Travel+API/1.0.0-of-a-long-name" }],
    security: [{ OAuth2: ["write"] }],
    components: { securitySchemes: { OAuth2: { type: "oauth2", flows: { authorizationCode: flow } } } },
    paths: {
      "/bookings/{bookingId}/payment": {
        parameters: [{ name: "bookingId", in: "path", required: true, schema: { ...text, format: "uuid" } }],
        post: { operationId: "payBooking", tags: ["Payments"], ...json(payment, { examples: { Card: { value } } }) },
      },
    },
  };
}

/** A description with the shapes of Petstore: OpenAPI 3.0, lists of objects, a file as the body, a key in a header. */
export function describePetstore(url: string): object {
  const named = object({ id: { type: "integer", format: "int64" }, name: text });
  const pet = object(
    {
      name: text,
      category: named,
      photoUrls: { type: "array", items: text },
      tags: { type: "array", items: named },
      status: { ...text, enum: ["available", "pending", "sold"], default: "available" },
    },
    ["name", "photoUrls"],
  );
  const petId = { name: "petId", in: "path", required: true, schema: { type: "integer" } };
  const note = { name: "additionalMetadata", in: "query", schema: text };
  return {
    openapi: "3.0.4",
    info: { title: "Petstore", version: "1" },
    servers: [{ url }],
    security: [{ api_key: [] }],
    components: { securitySchemes: { api_key: { type: "apiKey", in: "header", name: "api_key" } } },
    paths: {
      "/pet": { post: { operationId: "addPet", tags: ["pet"], ...json(pet) } },
      "/pet/{petId}/uploadImage": {
        post: {
          operationId: "uploadFile",
          tags: ["pet"],
          parameters: [petId, note],
          requestBody: { content: { "application/octet-stream": { schema: { ...text, format: "binary" } } } },
          responses: { 200: { description: "Stored." } },
        },
      },
    },
  };
}

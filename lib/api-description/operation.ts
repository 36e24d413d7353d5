import { problemType } from "../http/problem.ts";
import type { ServiceErrorCode } from "../service-error.ts";
import { refusals } from "../service-error.ts";
import { type JsonSchema, ref } from "./schemas.ts";

/** Part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** Security of endpoints that take an assistant key. */
export const assistantToken: readonly Json[] = [{ assistantKey: [] }];
/** Security of endpoints that take an account token. */
export const accountToken: readonly Json[] = [{ accountToken: [] }];

const causes: Readonly<Partial<Record<ServiceErrorCode, string>>> = {
  invalid_request: "Fields are missing or wrong; `errors` lists each of them.",
  unauthenticated: "The token is missing, unknown, revoked or expired.",
  forbidden: "The token is of another kind, project or organisation, or may not be used from this IP address.",
  not_found: "There is no such domain, project, thread or update.",
  timeout: "The body did not arrive in time.",
  too_large: "The body is larger than 4 MiB for a message, or 64 KiB for anything else.",
  unsupported_media_type: "The body is not JSON.",
  limit_exceeded: "A limit is used up; `Retry-After` says for how many seconds. Nothing was charged.",
  unavailable: "The store cannot be reached; try again after `Retry-After` seconds.",
  internal: "A fault of the server; its log has the cause under the request id.",
};
const bodyCodes: readonly ServiceErrorCode[] = ["timeout", "too_large", "unsupported_media_type"];

/** Returns the refusals of an endpoint that takes a token, as references to the document's common responses. */
export function refusalsOf({ body }: { body: boolean }): Json {
  const codes = (Object.keys(causes) as ServiceErrorCode[]).filter((code) => body || !bodyCodes.includes(code));
  return Object.fromEntries(codes.map((code) => [String(refusals[code].status), { $ref: `#/components/responses/${code}` }]));
}

/** Returns the common responses that `refusalsOf` refers to. */
export function describeRefusals(): Json {
  return Object.fromEntries(
    (Object.keys(causes) as ServiceErrorCode[]).map((code) => [
      code,
      {
        description: causes[code],
        headers: refusalHeaders(code),
        content: { "application/problem+json": { schema: ref("Problem"), example: exampleOf(code) } },
      },
    ]),
  );
}

/** The headers of every response that counts toward a limit. */
export const countedHeaders: Json = {
  "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
  RateLimit: { $ref: "#/components/headers/RateLimit" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimit-Policy" },
};

/** Returns a required path parameter. */
export function inPath(name: string, { description, example }: { description: string; example: string }): Json {
  return { name, in: "path", required: true, description, schema: { type: "string" }, example };
}

/** Returns a query parameter. */
export function inQuery(name: string, { required, schema }: { required: boolean; schema: JsonSchema }): Json {
  const { description, ...rest } = schema;
  return { name, in: "query", required, ...(description !== undefined && { description }), schema: rest };
}

export function jsonBody(schema: JsonSchema, examples: Readonly<Record<string, unknown>>): Json {
  return { required: true, content: { "application/json": { schema, examples: toExamples(examples) } } };
}

/** Returns a JSON response. */
export function jsonAnswer(
  description: string,
  { schema, example, headers = countedHeaders }: { schema: JsonSchema; example: unknown; headers?: Json },
): Json {
  return { description, headers, content: { "application/json": { schema, example } } };
}

/** The path parameter that names a site. */
export const domainParameter = inPath("domain", {
  description: "The documentation site: `domain` of a project in the configuration.",
  example: "docent",
});

function toExamples(examples: Readonly<Record<string, unknown>>): Json {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { summary: name, value }]));
}

function refusalHeaders(code: ServiceErrorCode): Json {
  const requestId = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
  const retryAfter = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };
  if (code === "limit_exceeded") return { ...countedHeaders, ...retryAfter };
  if (code === "unavailable") return { ...requestId, ...retryAfter };
  if (code === "unauthenticated")
    return {
      ...requestId,
      "WWW-Authenticate": {
        description: '`Bearer` without a token; `Bearer error="invalid_token"` with one that is not valid.',
        schema: { type: "string" },
      },
    };
  return requestId;
}

function exampleOf(code: ServiceErrorCode): Json {
  const { status, title } = refusals[code];
  const path = "/v1/search/docent";
  const wrong = { path: "pageSize", message: "80 is above 50; ask for at most 50 results" };
  const detail = code === "invalid_request" ? `${wrong.path}: ${wrong.message}` : causes[code];
  return {
    type: problemType(code),
    title,
    status,
    detail,
    instance: path,
    code,
    ...(code === "invalid_request" && { errors: [wrong] }),
  };
}

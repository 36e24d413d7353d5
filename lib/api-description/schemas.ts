import { z } from "zod";
import { SupportRequest } from "../assistant/support/support.ts";
import { FeedbackRequest, ThreadList, ThreadMessages } from "../assistant/threads/threads.ts";
import { MessageRequest, UIMessage, UIMessageRequest, WireMessage } from "../assistant/wire/request.ts";
import { InsightsReport } from "../insights/requests.ts";
import { SearchFilter, SearchRequest, SearchResult } from "../search/request.ts";
import { refusals } from "../service-error.ts";
import { UpdateAccepted, UpdateStatus } from "../updates/updates.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

const Problem = z
  .object({
    type: z.url().describe("Address of the documentation of the code."),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What is wrong and what to do, for a person."),
    instance: z.string().describe("Path of the request."),
    code: z.enum(Object.keys(refusals) as [string, ...string[]]).describe("What to decide by."),
    errors: z
      .array(z.object({ path: z.string().describe("Dotted path of the field; empty for the body itself."), message: z.string() }))
      .optional()
      .describe("Every wrong field, where single fields are wrong."),
  })
  .describe("Problem details (RFC 9457).");

const Health = z.object({
  status: z
    .enum(["ok", "starting", "degraded"])
    .describe("`starting` until all pages are read and searched; `degraded` while the store or the content cannot be used."),
  fault: z
    .enum(["disk_full", "busy", "read_only", "corrupt", "outdated", "unreachable"])
    .optional()
    .describe("What is wrong with the store; only when the status is `degraded`."),
  problems: z
    .array(z.string())
    .optional()
    .describe(
      "What is wrong with the content or the site's address, each with the variable or setting that fixes it; only when something is.",
    ),
  store: z.enum(["sqlite", "postgres", "ephemeral"]).describe("`ephemeral` ends with the instance."),
  generation: z.int().min(0).describe("Grows with each update of the content."),
  engine: z.enum(["excerpts", "model"]).describe("What writes the answers: quoted excerpts, or a language model."),
});

const requests = {
  SearchRequest,
  SearchFilter,
  MessageRequest,
  Message: WireMessage,
  UIMessageRequest,
  UIMessage,
  FeedbackRequest,
  SupportRequest,
};
const responses = { SearchResult, ThreadList, ThreadMessages, InsightsReport, UpdateAccepted, UpdateStatus, Problem, Health };
/** Names of the schemas of the document. */
type SchemaName = keyof typeof requests | keyof typeof responses;

/** Returns a reference to a schema of the document. */
export function ref(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns every schema of the API by name, from the zod schemas that the endpoints check with. */
export function describeSchemas(): Record<string, JsonSchema> {
  return { ...convert(requests, "input"), ...convert(responses, "output") };
}

/** Returns the JSON Schema of a query parameter or body without a name. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

function convert(schemas: Readonly<Record<string, z.ZodType>>, io: "input" | "output"): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, {
    io,
    unrepresentable: "any",
    uri: (id) => `#/components/schemas/${id}`,
    // A reader learns more from the format than from the long pattern that checks it.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(Object.entries(converted.schemas).map(([name, { $schema, $id, id, ...rest }]) => [name, rest]));
}

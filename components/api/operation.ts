import { type ApiDescription, type DescriptionPart, isPart, resolveReference } from "../../lib/content/open-api-document.ts";
import { type Field, listFields, toField } from "../../lib/content/open-api-schema.ts";
import { own } from "../../lib/content/own.ts";
import { exampleOf } from "./example.ts";
import { listServers } from "./servers.ts";

export const PLACES = ["path", "query", "header", "cookie"] as const;
export type ParameterPlace = (typeof PLACES)[number];

export interface Parameter extends Field {
  readonly place: ParameterPlace;
  /** A value that would do; undefined when nothing tells one. */
  readonly example: unknown;
}

export interface Body {
  readonly contentType: string;
  readonly required: boolean;
  /** Markdown. */
  readonly description: string;
  readonly fields: readonly Field[];
  readonly example: unknown;
}

export interface ApiResponse {
  readonly status: string;
  /** Markdown. */
  readonly description: string;
  readonly body: Omit<Body, "required" | "description"> | undefined;
}

/** How a caller shows who they are: one scheme of the description. */
export interface Security {
  readonly name: string;
  readonly kind: "bearer" | "basic" | "apiKey" | "other";
  /** For an API key: where it stands and under which name. */
  readonly place: ParameterPlace;
  readonly field: string;
  /** Markdown. */
  readonly description: string;
}

/** Everything that a page shows of one operation. */
export interface Operation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  /** Address of the first server, without slash at its end; empty when the description names none. */
  readonly server: string;
  /** Addresses of all servers that hold for the operation, the first one included. */
  readonly servers: readonly string[];
  /** Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  readonly security: readonly Security[];
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: readonly ApiResponse[];
}

/** Finds an operation in a description and resolves what a reader needs of it; undefined when it is not there. */
export function readOperation(
  document: ApiDescription,
  { method, path }: { method: string; path: string },
): Operation | undefined {
  const item = resolveReference(document, own(partOf(document.paths), path));
  const operation = item[method.toLowerCase()];
  if (!isPart(operation)) return undefined;
  const servers = listServers(operation, item, document);
  return {
    method: method.toUpperCase(),
    path,
    server: servers[0] ?? "",
    servers,
    description: textOf(operation.description),
    deprecated: operation.deprecated === true,
    security: readSecurity(document, operation),
    parameters: readParameters(document, item, operation),
    body: readBody(document, operation.requestBody),
    responses: readResponses(document, operation.responses),
  };
}

function readSecurity(document: ApiDescription, operation: DescriptionPart): Security[] {
  const demanded = listOf(operation.security ?? document.security).filter(isPart);
  const schemes = partOf(partOf(document.components).securitySchemes);
  const names = [...new Set(demanded.flatMap((choice) => Object.keys(choice)))];
  return names.map((name) => {
    const scheme = resolveReference(document, own(schemes, name));
    const place = PLACES.find((candidate) => candidate === scheme.in) ?? "header";
    return {
      name,
      kind: kindOf(scheme),
      place,
      field: textOf(scheme.name) || "Authorization",
      description: textOf(scheme.description),
    };
  });
}

function kindOf({ type, scheme }: DescriptionPart): Security["kind"] {
  if (type === "apiKey") return "apiKey";
  if (type === "oauth2" || type === "openIdConnect") return "bearer";
  const name = textOf(scheme).toLowerCase();
  return name === "bearer" || name === "basic" ? name : "other";
}

/** Parameters of the path item and of the operation; the operation's own stand in for those of the same name and place. */
function readParameters(document: ApiDescription, item: DescriptionPart, operation: DescriptionPart): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const raw of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = toParameter(document, resolveReference(document, raw));
    if (parameter) byKey.set(`${parameter.place}:${parameter.name}`, parameter);
  }
  return [...byKey.values()].sort((left, right) => PLACES.indexOf(left.place) - PLACES.indexOf(right.place));
}

function toParameter(document: ApiDescription, part: DescriptionPart): Parameter | undefined {
  const place = PLACES.find((candidate) => candidate === part.in);
  if (!place) return undefined;
  const [media] = Object.values(partOf(part.content));
  const schema = part.schema ?? partOf(media).schema;
  const field = toField(document, { name: textOf(part.name), schema, part, required: part.required === true });
  return { ...field, place, example: exampleOf(document, { ...part, schema }) };
}

function readBody(document: ApiDescription, raw: unknown): Body | undefined {
  const part = resolveReference(document, raw);
  const content = readContent(document, part);
  return content && { ...content, required: part.required === true, description: textOf(part.description) };
}

function readContent(document: ApiDescription, { content }: DescriptionPart): ApiResponse["body"] {
  const kinds = Object.entries(partOf(content));
  const chosen = kinds.find(([kind]) => /[/+]json\b/.test(kind)) ?? kinds[0];
  if (!chosen) return undefined;
  const [contentType, raw] = chosen;
  const media = partOf(raw);
  return { contentType, fields: listFields(document, media.schema), example: exampleOf(document, media) };
}

function readResponses(document: ApiDescription, raw: unknown): ApiResponse[] {
  return Object.entries(partOf(raw)).map(([status, response]) => {
    const part = resolveReference(document, response);
    return { status, description: textOf(part.description), body: readContent(document, part) };
  });
}

function partOf(value: unknown): DescriptionPart {
  return isPart(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

import { isObject } from "../description/json.ts";
import type { OAuthFlow } from "../document/oauth.ts";
import { type Content, type Operation, type ParameterPlace, preferredContent } from "../document/operation.ts";
import type { ServerTemplate } from "../document/servers.ts";
import { type FormSchema, toFormSchema } from "./form-schema.ts";
import { holdsFiles, membersFor } from "./form-values.ts";

/** Longest example that fills a body at first. */
const MAX_BODY_CHARS = 20_000;
const MAX_BODIES = 5;

/** An operation in the form that the browser needs to call it: plain data, with nothing left to resolve. */
export interface PlaygroundOperation {
  readonly method: string;
  readonly path: string;
  /** URLs from the description, the only ones that are ever called. */
  readonly servers: readonly string[];
  /** Those of them whose variables a reader fills in; absent without any. */
  readonly templates?: Readonly<Record<string, ServerTemplate>>;
  readonly fields: readonly PlaygroundField[];
  readonly credentials: readonly PlaygroundCredential[];
  /** Keys of the credentials that go together, of which a reader chooses one list; absent when there is no choice. */
  readonly ways?: readonly (readonly string[])[];
  /** One for each media type; empty for an operation without a body. */
  readonly bodies: readonly PlaygroundBody[];
  readonly needsBody: boolean;
}

/** A parameter that a reader fills in before a call. */
export interface PlaygroundField {
  /** Unique among the fields of an operation. */
  readonly key: string;
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  /** Serialization of a list or an object, such as `form` or `deepObject`; `json` for a value that is written as JSON. */
  readonly style: string;
  readonly explode: boolean;
  /** Filled in at first; absent for none. */
  readonly initial?: unknown;
  readonly schema: FormSchema;
}

/** A credential of an operation and how it is sent. */
interface PlaygroundCredential {
  readonly key: string;
  readonly name: string;
  readonly kind: "bearer" | "basic" | "apiKey";
  readonly place: "header" | "query" | "cookie";
  readonly field: string;
  /** Part of the first way to authenticate that the operation names; absent for the others. */
  readonly asked?: boolean;
  /** Ways of OAuth 2 to get the token; absent for none. */
  readonly flows?: readonly OAuthFlow[];
}

/** A body in one media type. */
export interface PlaygroundBody {
  readonly contentType: string;
  readonly kind: "json" | "form" | "multipart" | "text" | "file";
  /** Filled in at first; absent for none. */
  readonly initial?: unknown;
  /** Values that the description gives under names, of which a reader chooses one; absent for none. */
  readonly examples?: readonly { readonly title: string; readonly value: unknown }[];
  /** Names of the members that a form writes in brackets; absent for none. */
  readonly inBrackets?: readonly string[];
  readonly schema: FormSchema;
}

/** Makes the data that the browser needs to call an operation. Without a server that can be called, `servers` is empty. */
export function toPlayground({
  method,
  path,
  servers,
  templates,
  parameters,
  security,
  ways,
  body,
}: Operation): PlaygroundOperation {
  // No page can send a TRACE.
  const callable = servers.filter((server) => method !== "TRACE" && isAddress(server, templates));
  const written = Object.entries(templates).filter(([server]) => callable.includes(server));
  const credentials = security.flatMap(({ name, kind, place, field, asked, flows }): PlaygroundCredential[] => {
    if (kind === "other" || place === "path" || !canSend(place, field)) return [];
    const more = { ...(asked && { asked }), ...(flows.length > 0 && { flows }) };
    return [{ key: `security:${name}`, name, kind, place, field, ...more }];
  });
  const known = new Set(credentials.map(({ key }) => key));
  const keys = ways.map((way) => way.map(({ name }) => `security:${name}`).filter((key) => known.has(key)));
  const choices = [...new Map(keys.map((way) => [way.join(" "), way])).values()];
  const fields = parameters.flatMap(({ name, place, required, example, style, explode, schema }): PlaygroundField[] => {
    // OpenAPI leaves this one to the media type of the body.
    if (!canSend(place, name) || (place === "header" && /^content-type$/i.test(name))) return [];
    const value = required ? example() : undefined;
    // A value that only the sampler has made tells a reader less than the name in its place.
    const initial = value === undefined || value === "string" || value === 0 ? {} : { initial: value };
    return [{ key: `${place}:${name}`, name, place, required, style, explode, ...initial, schema: toFormSchema(schema) }];
  });
  // HTTP gives a body no meaning there, and no browser sends one.
  const sent = method === "GET" || method === "HEAD" ? undefined : body;
  const bodies = listContents(sent).map(toBody);
  return {
    ...{ method, path, fields, credentials, bodies, servers: callable, needsBody: sent?.required === true },
    ...(choices.length > 1 && { ways: choices }),
    ...(written.length > 0 && { templates: Object.fromEntries(written) }),
  };
}

/** Returns true for the address of a server, one that its reader completes too. */
function isAddress(server: string, templates: Operation["templates"]): boolean {
  const isOpen = /[{}]/.test(server);
  const whole = server.replace(/^\{[^{}]+\}/, "https://host").replace(/\{[^{}]+\}/g, "1");
  return (!isOpen || Object.hasOwn(templates, server)) && !/[{}]/.test(whole) && URL.canParse(whole, "https://site");
}

/** Returns false for a header that a browser throws on, since its name is not an HTTP token. */
function canSend(place: string, name: string): boolean {
  return place !== "header" || /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name);
}

/** Returns the preferred content, then the others. */
function listContents(body: Operation["body"]): readonly Content[] {
  const contents = body?.contents ?? [];
  const first = preferredContent(contents);
  return first ? [first, ...contents.filter((content) => content !== first)].slice(0, MAX_BODIES) : [];
}

function toBody(content: Content): PlaygroundBody {
  const { schema, inBrackets } = content;
  const contentType = toSendable(content);
  const kind = bodyKind(contentType);
  const form = toFormSchema(schema);
  const given = kind === "file" ? undefined : content.example();
  const example = kind === "multipart" ? withoutFiles(form, given) : given;
  const isLong = isTooLong(example);
  const examples = kind === "file" || kind === "multipart" ? [] : content.named.filter(({ value }) => !isTooLong(value));
  return {
    contentType,
    kind,
    ...(example !== undefined && !isLong && { initial: example }),
    ...(examples.length > 1 && { examples: examples.map(({ title, value }) => ({ title, value })) }),
    ...(inBrackets.length > 0 && { inBrackets }),
    schema: form,
  };
}

function isTooLong(example: unknown): boolean {
  return (JSON.stringify(example) ?? "").length > MAX_BODY_CHARS;
}

/** Returns the type that a request names where the description has a range of them. */
function toSendable({ contentType, schema }: Content): string {
  if (!contentType.includes("*")) return contentType;
  const isBytes = schema.kind === "string" && schema.format !== "";
  return isBytes ? "application/octet-stream" : "application/json";
}

/** Leaves files out of an example, since the text in their place is none; a required list keeps room for one. */
function withoutFiles(schema: FormSchema, example: unknown): unknown {
  if (!isObject(example)) return example;
  const files = membersFor(schema, example).filter((member) => holdsFiles(member.schema));
  const room = files.filter((member) => member.required && member.schema.items).map(({ name }) => [name, [null]] as const);
  const others = Object.entries(example).filter(([name]) => !files.some((file) => file.name === name));
  return Object.fromEntries([...others, ...room]);
}

function bodyKind(contentType: string): PlaygroundBody["kind"] {
  if (/[/+]json\b/i.test(contentType)) return "json";
  if (/x-www-form-urlencoded/i.test(contentType)) return "form";
  if (/^multipart\//i.test(contentType)) return "multipart";
  return /^text\/|[/+](?:xml|yaml|x-ndjson)\b/i.test(contentType) ? "text" : "file";
}

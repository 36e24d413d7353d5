import { isObject } from "../description/json.ts";
import { plainText, toJson } from "../description/json-text.ts";
import type { FormSchema } from "./form-schema.ts";
import { holdsFiles, isFile, membersFor } from "./form-values.ts";
import type { PlaygroundBody, PlaygroundField, PlaygroundOperation } from "./playground.ts";

/** The values of a playground. */
export interface PlaygroundState {
  readonly server: string;
  /** Values of its variables by their names; those that are left out have their first values. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Values of parameters by the keys of their fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Secrets by the keys of credentials; `user:password` for basic authentication. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Index of the way to authenticate; without it all secrets are sent that are filled in. */
  readonly way?: number;
  /** Index of the body's media type. */
  readonly media: number;
  readonly body: unknown;
  /** JSON of the body while a reader writes it and it is not valid; absent otherwise. */
  readonly bodyText?: string | undefined;
}

/** An HTTP request as plain data: what code samples show and the playground sends. */
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly (readonly [name: string, value: string])[];
  readonly body: CallBody | undefined;
}

type CallPart = readonly [name: string, value: string | File | undefined];

/** The body of a request. */
export type CallBody =
  | { readonly kind: "text"; readonly contentType: string; readonly text: string }
  | {
      readonly kind: "form" | "multipart";
      readonly contentType: string;
      /** Undefined while the reader has not chosen a file. */
      readonly parts: readonly CallPart[];
    }
  | { readonly kind: "file"; readonly contentType: string; readonly file: File | undefined };

/** Returns the state that a playground begins with: defaults of the description, and a named example of its body, if one is chosen. */
export function initialState({ servers, fields, bodies }: PlaygroundOperation, example?: number): PlaygroundState {
  const values = fields.flatMap(({ key, initial }) => (initial === undefined ? [] : [[key, initial] as const]));
  const body = (example === undefined ? undefined : bodies[0]?.examples?.[example]?.value) ?? bodies[0]?.initial;
  return { server: servers[0] ?? "", values: Object.fromEntries(values), secrets: {}, media: 0, body };
}

/** Makes the request that the values say. What is missing stays a placeholder: `{id}` in the path, `YOUR_KEY` for a key. */
export function toCall(operation: PlaygroundOperation, state: PlaygroundState): Call {
  const { method, fields } = operation;
  const query: (readonly [string, string])[] = [];
  const headers: (readonly [string, string])[] = [];
  const cookies: (readonly [string, string])[] = [];
  const targets = { query, header: headers, cookie: cookies };
  for (const { place, kind, field, key, asked } of credentialsOf(operation, state)) {
    if (!asked && state.way === undefined && !state.secrets[key]) continue;
    const secret = state.secrets[key]?.trim();
    if (kind === "bearer") headers.push(["Authorization", `Bearer ${secret || "YOUR_KEY"}`]);
    else if (kind === "basic") headers.push(["Authorization", `Basic ${secret ? toBase64(secret) : "YOUR_CREDENTIALS"}`]);
    else targets[place].push([field, secret || "YOUR_KEY"]);
  }
  for (const field of fields) if (field.place !== "path") targets[field.place].push(...serialise(field, state.values[field.key]));
  const body = toCallBody(operation, state);
  if (body && body.kind !== "multipart") headers.push(["Content-Type", body.contentType]);
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const path = fillPath(operation, state);
  // Some descriptions tell operations apart by a query in their path.
  const url = `${serverOf(operation, state)}${path}${search && `${path.includes("?") ? "&" : "?"}${search}`}`;
  return { method, url, headers, cookies, body };
}

/** Returns the credentials of the way to authenticate that a reader chose. */
export function credentialsOf({ credentials, ways }: PlaygroundOperation, { way }: PlaygroundState) {
  const chosen = ways && way !== undefined ? ways[way] : undefined;
  return chosen ? credentials.filter(({ key }) => chosen.includes(key)) : credentials;
}

/** Returns the address of the server with its variables filled in. What is missing stays `{name}`. */
export function serverOf({ templates = {} }: Pick<PlaygroundOperation, "templates">, state: PlaygroundState): string {
  const { server } = state;
  const template = Object.hasOwn(templates, server) ? templates[server] : undefined;
  if (!template) return server;
  return template.url.replace(/\{([^{}]+)\}/g, (whole, name) => {
    const variable = template.variables.find((one) => one.name === name);
    return (variable && variableOf(variable, state)) || whole;
  });
}

/** Returns the value of a variable of the server: what the reader filled in, else its first one; empty without either. */
export function variableOf(
  { name, initial = "" }: { readonly name: string; readonly initial?: string },
  { variables = {} }: PlaygroundState,
): string {
  return (Object.hasOwn(variables, name) ? variables[name]?.trim() : initial) ?? "";
}

function fillPath({ path, fields }: PlaygroundOperation, { values }: PlaygroundState): string {
  return path.replace(/\{([^}]+)\}/g, (whole, name) => {
    const field = fields.find((candidate) => candidate.place === "path" && candidate.name === name);
    return (field && expandInPath(field, values[field.key])) || whole;
  });
}

/** Signs in front of the values of a path, which also divide those that are written out. */
const PATH_SIGNS: Readonly<Record<string, string>> = { label: ".", matrix: ";" };

/** Writes a value of the path as RFC 6570 does: its parts are encoded, and what divides them is not. */
function expandInPath({ name, style, explode }: PlaygroundField, given: unknown): string {
  const value = style === "json" && given !== undefined ? toJson(given) : given;
  if (value === undefined || value === null || value === "") return "";
  const write = (part: unknown) => encodeURIComponent(toText(part));
  const isNamed = isObject(value);
  const parts = isNamed
    ? membersIn(value).map(([key, member]) => `${write(key)}${explode ? "=" : ","}${write(member)}`)
    : [value].flat().map(write);
  if (parts.length === 0) return "";
  const sign = PATH_SIGNS[style] ?? "";
  const divided = explode && sign ? parts : [parts.join(",")];
  return divided.map((part) => `${sign}${style === "matrix" && !(explode && isNamed) ? `${name}=` : ""}${part}`).join("");
}

/** Writes a parameter as OpenAPI's styles say; nothing for one that is not filled in. */
export function serialise({ name, style, explode }: PlaygroundField, value: unknown): (readonly [string, string])[] {
  if (value === undefined || value === null || value === "") return [];
  if (style === "json") return [[name, toJson(value)]];
  if (style === "deepObject" && typeof value === "object") return inBrackets(name, value);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (explode && style === "form") return value.map((item) => [name, toText(item)]);
    const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
    return [[name, value.map(toText).join(separator)]];
  }
  if (!isObject(value)) return [[name, toText(value)]];
  const members = membersIn(value);
  if (explode && style === "form") return members.map(([key, member]) => [key, toText(member)]);
  if (members.length === 0) return [];
  const separator = explode ? "=" : ",";
  return [[name, members.map(([key, member]) => `${key}${separator}${toText(member)}`).join(",")]];
}

/** Writes a value as `name[member]` and `name[0]`. OpenAPI leaves open how the inside of a member is written; this is how PHP and Rails read it. */
function inBrackets(name: string, value: unknown): (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [[name, toText(value)]];
  return Object.entries(value).flatMap(([key, member]) => inBrackets(`${name}[${key}]`, member));
}

function membersIn(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function toCallBody({ bodies }: PlaygroundOperation, state: PlaygroundState): CallBody | undefined {
  const media = bodies[state.media];
  if (!media) return undefined;
  const { contentType, kind } = media;
  if (kind === "file") return { kind, contentType, file: isFile(state.body) ? state.body : undefined };
  if (kind === "form") return { kind, contentType, parts: formParts(media, state.body) };
  if (kind === "multipart")
    return { kind, contentType, parts: [...formParts(media, state.body), ...openFiles(media.schema, state.body)] };
  const text = textOfBody(media, state);
  return text === undefined ? undefined : { kind: "text", contentType, text };
}

/** Returns the body as it is sent; undefined for none. */
export function textOfBody({ kind }: PlaygroundBody, { body, bodyText }: PlaygroundState): string | undefined {
  if (kind === "json" && bodyText !== undefined) return bodyText;
  if (body === undefined || body === "") return undefined;
  return kind === "text" && typeof body === "string" ? body : toJson(body, 2);
}

/** Returns a part for each member of a form that is a file or several, and has none yet. */
function openFiles(schema: FormSchema, body: unknown): CallPart[] {
  const parts = new Map(typeof body === "object" && body !== null ? Object.entries(body) : []);
  const isOpen = (name: string) => [parts.get(name)].flat().every((value) => value === undefined || value === null);
  return membersFor(schema, body).flatMap((member) =>
    holdsFiles(member.schema) && isOpen(member.name) ? [[member.name, undefined]] : [],
  );
}

function formParts({ inBrackets: names = [] }: PlaygroundBody, body: unknown): CallPart[] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    if (names.includes(name) && !isFile(value)) return inBrackets(name, value);
    const values: readonly unknown[] =
      Array.isArray(value) && value.every((item) => typeof item !== "object" || isFile(item)) ? value : [value];
    const given = values.filter((item) => item !== undefined && item !== null);
    return given.map((item) => [name, isFile(item) ? item : toText(item)] as const);
  });
}

function toText(value: unknown): string {
  return typeof value === "string" ? plainText(value) : toJson(value);
}

/** Encodes as UTF-8 first, since `btoa` takes bytes only. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

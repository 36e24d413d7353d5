import { type Operation, preferredContent } from "./operation.ts";

/** Longest example that fills the body at first. */
const MAX_BODY_CHARS = 20_000;

/** An operation in the form that the browser needs to call it: plain data, with nothing left to resolve. */
export interface PlaygroundOperation {
  readonly method: string;
  readonly path: string;
  /** URLs from the description, the only ones that are ever called. */
  readonly servers: readonly string[];
  readonly fields: readonly PlaygroundField[];
  readonly credentials: readonly PlaygroundCredential[];
  /** Undefined for an operation without a body, and for one whose body is no text. */
  readonly body: { readonly contentType: string; readonly required: boolean; readonly initial: string } | undefined;
}

/** What a reader fills in before a call. */
export interface PlaygroundField {
  /** Unique among the fields of an operation. */
  readonly key: string;
  readonly name: string;
  readonly place: "path" | "query" | "header";
  readonly required: boolean;
  /** Filled in at first; empty for none. */
  readonly initial: string;
}

/** A credential of an operation and how it is sent. It is kept in the page only, and never stored. */
export interface PlaygroundCredential {
  readonly key: string;
  readonly name: string;
  readonly kind: "bearer" | "basic" | "apiKey";
  readonly place: "header" | "query";
  readonly field: string;
}

/** What the browser needs to call an operation; undefined for one without a server that can be called. */
export function toPlayground({ method, path, servers, parameters, security, body }: Operation): PlaygroundOperation | undefined {
  const callable = servers.filter((server) => !/[{}]/.test(server) && URL.canParse(server, "https://site"));
  if (callable.length === 0) return undefined;
  const credentials = security.flatMap(({ name, kind, place, field }): PlaygroundCredential[] => {
    // Browsers let no page set a cookie for another site.
    if (kind === "other" || place === "cookie" || place === "path" || !canSend(place, field)) return [];
    return [{ key: `security:${name}`, name, kind, place, field }];
  });
  const fields = parameters.flatMap(({ name, place, required, example }): PlaygroundField[] => {
    if (place === "cookie" || !canSend(place, name)) return [];
    const value = required ? example() : undefined;
    return [{ key: `${place}:${name}`, name, place, required, initial: value === "string" ? "" : toText(value) }];
  });
  return { method, path, servers: callable, fields, credentials, body: toBody(body) };
}

/** A browser throws on a header whose name is no HTTP token. */
function canSend(place: string, name: string): boolean {
  return place !== "header" || /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name);
}

function toBody(body: Operation["body"]): PlaygroundOperation["body"] {
  const content = preferredContent(body?.contents ?? []);
  if (!body || !content || !/json|text|xml|x-www-form-urlencoded/i.test(content.contentType)) return undefined;
  const text = toText(content.example());
  return { contentType: content.contentType, required: body.required, initial: text.length > MAX_BODY_CHARS ? "" : text };
}

function toText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

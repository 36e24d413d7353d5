import type { Operation } from "./operation.ts";

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

/** An operation in the form that the browser needs to call it. */
export interface PlaygroundOperation {
  readonly method: string;
  readonly path: string;
  /** Addresses from the description, the only ones that are ever called. */
  readonly servers: readonly string[];
  readonly fields: readonly PlaygroundField[];
  readonly credentials: readonly PlaygroundCredential[];
  /** Undefined for an operation without a body, and for one whose body is no text. */
  readonly body: { readonly contentType: string; readonly required: boolean; readonly initial: string } | undefined;
}

/** Longest example that fills the body at first. */
const LONGEST_BODY = 20_000;

/** What the browser needs to call an operation; undefined for one without a server. */
export function toPlayground({ method, path, servers, parameters, security, body }: Operation): PlaygroundOperation | undefined {
  if (servers.length === 0) return undefined;
  const credentials = security.flatMap(({ name, kind, place, field }): PlaygroundCredential[] => {
    // Browsers let no page set a cookie for another site.
    if (kind === "other" || place === "cookie" || place === "path") return [];
    return [{ key: `security:${name}`, name, kind, place, field }];
  });
  const fields = parameters.flatMap(({ name, place, required, example }): PlaygroundField[] => {
    if (place === "cookie") return [];
    const initial = required && example !== undefined && example !== "string" ? toText(example) : "";
    return [{ key: `${place}:${name}`, name, place, required, initial }];
  });
  const hasText = body && /json|text|xml|x-www-form-urlencoded/i.test(body.contentType);
  return {
    method,
    path,
    servers,
    fields,
    credentials,
    body: hasText ? { contentType: body.contentType, required: body.required, initial: exampleText(body.example) } : undefined,
  };
}

function exampleText(example: unknown): string {
  const text = example === undefined ? "" : toText(example);
  return text.length > LONGEST_BODY ? "" : text;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

import type { PlaygroundCredential, PlaygroundOperation } from "../../lib/openapi/playground.ts";

export interface PlaygroundValues {
  readonly server: string;
  /** Values of fields and credentials by their keys. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is wrong with the values, by the key of the field; `body` for the body, `server` for the address. */
export type PlaygroundError = { readonly field: string; readonly reason: "missing" | "json" | "url" | "header" };

export type PlaygroundRequest =
  | { readonly kind: "ready"; readonly url: string; readonly init: RequestInit }
  | { readonly kind: "invalid"; readonly errors: readonly PlaygroundError[] };

/**
 * Makes the request of a call. Whatever the values are, it goes to a server of the description and below its path.
 * @param here URL of the page, which relative server URLs are resolved against.
 */
export function toRequest(
  operation: PlaygroundOperation,
  { server, values, body }: PlaygroundValues,
  here: string,
): PlaygroundRequest {
  const errors = findErrors(operation, { server, values, body });
  const base = operation.servers.includes(server) && URL.canParse(server, here) ? new URL(server, here) : undefined;
  if (!base || !/^https?:$/.test(base.protocol)) errors.push({ field: "server", reason: "url" });
  if (!base || errors.length > 0) return { kind: "invalid", errors };
  const url = new URL(base.href.replace(/\/$/, "") + fillPath(operation, values));
  const escaped = findEscape(operation, values);
  if (escaped || url.origin !== base.origin) return { kind: "invalid", errors: [{ field: escaped ?? "server", reason: "url" }] };
  const headers = new Headers();
  for (const field of operation.fields) {
    const value = values[field.key]?.trim();
    if (!value) continue;
    if (field.place === "query") url.searchParams.append(field.name, value);
    if (field.place === "header") headers.set(field.name, value);
  }
  for (const credential of operation.credentials) addCredential(credential, values[credential.key]?.trim(), { url, headers });
  const sent = operation.body && body.trim() ? body : undefined;
  if (sent !== undefined) headers.set("Content-Type", operation.body?.contentType ?? "application/json");
  const init: RequestInit = { method: operation.method, headers, credentials: "omit", referrerPolicy: "no-referrer" };
  return { kind: "ready", url: url.href, init: sent === undefined ? init : { ...init, body: sent } };
}

function findErrors(
  { fields, credentials, body: expected }: PlaygroundOperation,
  { values, body }: PlaygroundValues,
): PlaygroundError[] {
  const errors: PlaygroundError[] = fields
    .filter(({ key, required, place }) => (required || place === "path") && !values[key]?.trim())
    .map(({ key }) => ({ field: key, reason: "missing" }));
  for (const { key, place } of [...fields, ...credentials])
    if (place === "header" && /[^\x20-\x7e\xa0-\xff]/.test(values[key]?.trim() ?? ""))
      errors.push({ field: key, reason: "header" });
  if (expected?.required && !body.trim()) errors.push({ field: "body", reason: "missing" });
  if (expected && body.trim() && /[/+]json\b/.test(expected.contentType) && !isJson(body))
    errors.push({ field: "body", reason: "json" });
  return errors;
}

function fillPath({ path, fields }: PlaygroundOperation, values: PlaygroundValues["values"]): string {
  return path.replace(/\{([^}]+)\}/g, (whole, name) => {
    const field = fields.find((candidate) => candidate.place === "path" && candidate.name === name);
    return field ? encodeURIComponent(values[field.key]?.trim() ?? "") : encodeURIComponent(whole);
  });
}

/** A value that a URL takes as a step up, which no encoding prevents. */
function findEscape({ fields }: PlaygroundOperation, values: PlaygroundValues["values"]): string | undefined {
  return fields.find(({ key, place }) => place === "path" && /^\.{1,2}$/.test(values[key]?.trim() ?? ""))?.key;
}

function addCredential(
  { kind, place, field }: PlaygroundCredential,
  value: string | undefined,
  { url, headers }: { url: URL; headers: Headers },
): void {
  if (!value) return;
  if (kind === "bearer") headers.set("Authorization", `Bearer ${value}`);
  else if (kind === "basic") headers.set("Authorization", `Basic ${toBase64(value)}`);
  else if (place === "query") url.searchParams.append(field, value);
  else headers.set(field, value);
}

/** UTF-8 first, since `btoa` takes bytes only. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { isDroppedByBrowsers } from "../../../lib/openapi/description/browser-headers.ts";
import {
  type Call,
  type CallBody,
  credentialsOf,
  type PlaygroundState,
  serialise,
  serverOf,
  toCall,
  variableOf,
} from "../../../lib/openapi/playground/call.ts";
import { findFaults, type ValueFault } from "../../../lib/openapi/playground/form-values.ts";
import type { PlaygroundField, PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";

/** A fault that keeps a request from being sent, with the key of its field: `server`, `body` and names below it, or a parameter's. */
export interface PlaygroundError {
  readonly field: string;
  readonly reason: ValueFault["reason"] | "json" | "url" | "header";
  /** The rule that is broken. */
  readonly rule?: string | undefined;
}

export type PlaygroundRequest =
  | { readonly kind: "ready"; readonly url: string; readonly init: RequestInit }
  | { readonly kind: "invalid"; readonly errors: readonly PlaygroundError[] };

/**
 * Makes the request of a call. Whatever the values are, it goes to a server of the description and below its path.
 * @param here URL of the page, which relative server URLs are resolved against.
 */
export function toRequest(operation: PlaygroundOperation, state: PlaygroundState, here: string): PlaygroundRequest {
  const errors = [...findVariableErrors(operation, state), ...findErrors(operation, state)];
  const isKnown = operation.servers.includes(state.server);
  const server = serverOf(operation, state);
  // A server at "/" is listed without its slash.
  const root = server || "/";
  const base = isKnown && URL.canParse(root, here) ? new URL(root, here) : undefined;
  if (errors.length === 0 && (!base || !/^https?:$/.test(base.protocol))) errors.push({ field: "server", reason: "url" });
  if (!base || errors.length > 0) return { kind: "invalid", errors };
  const call = toCall(
    { ...operation, templates: {}, credentials: filled(operation, state) },
    { ...state, variables: {}, server: base.href.replace(/\/$/, "") },
  );
  const url = new URL(call.url);
  const escaped = findEscape(operation, state);
  if (escaped || url.origin !== base.origin) return { kind: "invalid", errors: [{ field: escaped ?? "server", reason: "url" }] };
  const body = toBody(call.body);
  const init: RequestInit = { method: call.method, headers: toHeaders(call), credentials: "omit", referrerPolicy: "no-referrer" };
  return { kind: "ready", url: url.href, init: body === undefined ? init : { ...init, body } };
}

/** Valid values of a variable: a part of a host name in the host, a whole server at the start of the address, else a path without steps up. */
const WITHIN_HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
const WHOLE_SERVER = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w~%-][\w.~%-]*)*\/?$/i;
const WITHIN_PATH = /^[\w~%-][\w.~%-]*(?:\/[\w~%-][\w.~%-]*)*\/?$/;

function findVariableErrors({ templates = {} }: PlaygroundOperation, state: PlaygroundState): PlaygroundError[] {
  const { url = "", variables = [] } = (Object.hasOwn(templates, state.server) && templates[state.server]) || {};
  const [host = ""] = /^(?:https?:)?\/\/[^/?#]*/i.exec(url) ?? [];
  return variables.flatMap((variable): PlaygroundError[] => {
    const value = variableOf(variable, state);
    const field = `server:${variable.name}`;
    const written = `{${variable.name}}`;
    const fits = url.startsWith(written) ? WHOLE_SERVER : host.includes(written) ? WITHIN_HOST : WITHIN_PATH;
    if (!value) return [{ field, reason: "missing" }];
    return fits.test(value) ? [] : [{ field, reason: "url" }];
  });
}

/** Credentials that the reader filled in; a cookie is never one of them, since no page can set one for another host. */
function filled(operation: PlaygroundOperation, state: PlaygroundState): PlaygroundOperation["credentials"] {
  return credentialsOf(operation, state).filter(({ key, place }) => place !== "cookie" && state.secrets[key]?.trim());
}

function toHeaders({ headers, body }: Call): Headers {
  const sent = new Headers();
  for (const [name, value] of headers) if ((body || name !== "Content-Type") && !isDroppedByBrowsers(name)) sent.set(name, value);
  return sent;
}

function toBody(body: CallBody | undefined): BodyInit | undefined {
  if (!body) return undefined;
  if (body.kind === "text") return body.text;
  if (body.kind === "file") return body.file;
  if (body.kind === "form") return new URLSearchParams(body.parts.map(([name, value]) => [name, String(value)]));
  const form = new FormData();
  for (const [name, value] of body.parts) if (value !== undefined) form.append(name, value);
  return form;
}

function findErrors(operation: PlaygroundOperation, state: PlaygroundState): PlaygroundError[] {
  const { fields, bodies, needsBody } = operation;
  const isSent = ({ place, name }: PlaygroundField) => place !== "cookie" && !(place === "header" && isDroppedByBrowsers(name));
  const errors = fields.filter(isSent).flatMap((field) => errorsOf(field, state.values[field.key]));
  for (const { key, place } of credentialsOf(operation, state))
    if (place === "header" && !isHeader(state.secrets[key] ?? "")) errors.push({ field: key, reason: "header" });
  const media = bodies[state.media];
  if (!media) return errors;
  if (media.kind === "json" && state.bodyText !== undefined) return [...errors, { field: "body", reason: "json" }];
  if (media.kind === "multipart" || media.kind === "form") {
    // A form without values is one all the same: each of its fields says what it lacks.
    const faults = findFaults(media.schema, state.body ?? {}, "body");
    if (faults.length > 0) return [...errors, ...faults];
  }
  if (state.body === undefined || state.body === "")
    return needsBody ? [...errors, { field: "body", reason: "missing" }] : errors;
  return media.kind === "text" || media.kind === "file" ? errors : [...errors, ...findFaults(media.schema, state.body, "body")];
}

function errorsOf(field: PlaygroundField, value: unknown): PlaygroundError[] {
  const { key, place, required, schema } = field;
  const written = serialise(field, typeof value === "string" ? value.trim() : value);
  if (written.length === 0) return required || place === "path" ? [{ field: key, reason: "missing" }] : [];
  if (place === "header" && !written.every(([, text]) => isHeader(text))) return [{ field: key, reason: "header" }];
  return findFaults(schema, value, key);
}

function isHeader(text: string): boolean {
  return !/[^\x20-\x7e\xa0-\xff]/.test(text.trim());
}

/** Finds a path parameter that a URL reads as a step up, which no encoding prevents. */
function findEscape({ fields }: PlaygroundOperation, { values }: PlaygroundState): string | undefined {
  return fields.find(({ key, place }) => place === "path" && /^\.{1,2}$/.test(String(values[key] ?? "").trim()))?.key;
}

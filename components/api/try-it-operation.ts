import type { Operation } from "./operation.ts";
import type { TryCredential, TryField, TryOperation } from "./try-it-request.ts";

/** Longest example that fills the body at first. */
const LONGEST_BODY = 20_000;

/** What the browser needs to call an operation; undefined for one without a server. */
export function toTryOperation({ method, path, servers, parameters, security, body }: Operation): TryOperation | undefined {
  if (servers.length === 0) return undefined;
  const credentials = security.flatMap(({ name, kind, place, field }): TryCredential[] => {
    // Browsers let no page set a cookie for another site.
    if (kind === "other" || place === "cookie" || place === "path") return [];
    return [{ key: `security:${name}`, name, kind, place, field }];
  });
  const fields = parameters.flatMap(({ name, place, required, example }): TryField[] => {
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

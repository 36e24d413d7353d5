import type { Issue } from "./check.ts";
import { MAX_TEXT } from "./html.ts";
import { type ApiPart, partIn, rootPart } from "./parts.ts";
import type { OpenApiDocument } from "./reference.ts";

/** Most characters of a name, a path or an address. */
const MAX_NAME = 500;
const NAMES: ReadonlySet<string> = new Set(["name", "operationId", "propertyName", "summary", "title"]);
/** Half of an address is another one. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...["url", "authorizationUrl", "openIdConnectUrl", "refreshUrl", "termsOfService", "tokenUrl"],
]);

/**
 * Bounds a description before any work with it: cuts names, and leaves out what has a longer key or address, such as a path or
 * a server. Changes the document, and returns what it did. A text is cut where it is shown.
 */
export function applyBounds(document: OpenApiDocument): Issue[] {
  const issues: Issue[] = [];
  // YAML can name a value inside itself.
  const seen = new Set<object>();
  const waiting: ApiPart[] = [rootPart(document)];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.isData || seen.has(part.value)) continue;
    seen.add(part.value);
    for (const [key, value] of Object.entries(part.value)) {
      const issue = boundMember(part, key, value);
      if (issue) issues.push(issue);
      else if (typeof value === "object" && value !== null) waiting.push(partIn(part, key, value));
    }
  }
  return issues;
}

function boundMember({ keys, value: parent, isMap }: ApiPart, key: string, value: unknown): Issue | undefined {
  const members = parent as Record<string, unknown>;
  if (key.length > MAX_NAME) {
    delete members[key];
    return { keys, message: `"${key.slice(0, 40)}…" has ${key.length} characters and is left out; use at most ${MAX_NAME}.` };
  }
  if (typeof value !== "string" || value.length <= MAX_NAME) return undefined;
  const at = [...keys, key];
  if (ADDRESSES.has(key) && !isMap) {
    delete members[key];
    return { keys: at, message: `An address of ${value.length} characters is left out; use at most ${MAX_NAME}.` };
  }
  if (Array.isArray(parent) || (NAMES.has(key) && !isMap)) {
    members[key] = `${value.slice(0, MAX_NAME)}…`;
    return { keys: at, message: `Of ${value.length} characters, ${MAX_NAME} are shown; shorten it.` };
  }
  if (key !== "description" || value.length <= MAX_TEXT) return undefined;
  return { keys: at, message: `Of ${value.length} characters, ${MAX_TEXT} are shown; shorten it.` };
}

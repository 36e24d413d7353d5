import { perObject } from "../per-object.ts";
import { isObject, type JsonObject, listOf, memberOf, objectOf, textOf } from "./json.ts";
import { readFlows } from "./oauth.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";

/**
 * Returns the URLs of the servers that hold for an operation: those of the first level that names any, variables at their
 * defaults. Where no level does it is the origin of the page, as an empty URL, which is what OpenAPI says.
 */
export function listServers(...levels: readonly JsonObject[]): string[] {
  const named = levels.map(urlsOf).find((urls) => urls.length > 0);
  const isNamed = levels.some(({ servers }) => listOf(servers).length > 0);
  return [...new Set(named ?? (isNamed ? [] : [""]))];
}

/** Origins of every server that a description names anywhere, those that give tokens too. Relative URLs, and templates that stay open, have none. */
export const listServerOrigins = perObject((description: OpenApiDocument): readonly string[] => {
  const items = Object.values(objectOf(description.paths)).map((item) => resolveReference(description, item));
  const operations = items.flatMap((item) => Object.values(item).filter(isObject));
  const schemes = Object.values(objectOf(objectOf(description.components).securitySchemes));
  const tokens = schemes
    .flatMap((scheme) => readFlows(resolveReference(description, scheme), []))
    .map(({ tokenUrl }) => tokenUrl);
  return [...new Set([...[description, ...items, ...operations].flatMap(urlsOf), ...tokens].flatMap(originOf))];
});

function urlsOf({ servers }: JsonObject): string[] {
  return listOf(servers)
    .filter((server) => typeof memberOf(server, "url") === "string")
    .map((server) =>
      fillVariables(objectOf(server))
        .replace(/\/$/, "")
        .replace(/^(?=\/\/)/, "https:"),
    );
}

function fillVariables({ url, variables }: JsonObject): string {
  return textOf(url).replace(/\{([^}]+)\}/g, (whole, name) => {
    const value = memberOf(memberOf(variables, name), "default");
    // YAML reads a port without quotation marks as a number.
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
}

function originOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, origin, host } = new URL(url);
  // The origin goes into a header: nothing but what a host and port are made of may be in it.
  return /^https?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/i.test(host) ? [origin] : [];
}

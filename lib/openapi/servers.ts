import { type JsonObject, listOf, memberOf, objectOf, textOf } from "./json.ts";
import { readFlows } from "./oauth.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";
import { listLevels, listWildOrigins } from "./relay-targets.ts";

/**
 * Returns the URLs of the servers that hold for an operation: those of the first level that names any, variables at their
 * defaults. Where no level does it is the origin of the page, as an empty URL, which is what OpenAPI says.
 */
export function listServers(...levels: readonly JsonObject[]): string[] {
  const named = levels.map(urlsOf).find((urls) => urls.length > 0);
  const isNamed = levels.some(({ servers }) => listOf(servers).length > 0);
  return [...new Set(named ?? (isNamed ? [] : [""]))];
}

/** A server whose address a reader completes. */
export interface ServerTemplate {
  /** As it is written: `https://{tenant}.example.com`. */
  readonly url: string;
  readonly variables: readonly {
    readonly name: string;
    /** Filled in at first; absent for none. */
    readonly initial?: string;
    /** The only values; absent when any will do. */
    readonly allowed?: readonly string[];
  }[];
}

/** Returns the servers with variables among those of `listServers`, by their addresses there. */
export function listTemplates(...levels: readonly JsonObject[]): Readonly<Record<string, ServerTemplate>> {
  const named = levels.find((level) => urlsOf(level).length > 0);
  const templates = listOf(named?.servers).flatMap((raw): [string, ServerTemplate][] => {
    const server = objectOf(raw);
    const url = addressOf(textOf(server.url));
    const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))].slice(0, MAX_VARIABLES);
    const variables = names.map((name) => {
      const { default: initial, enum: allowed } = objectOf(memberOf(server.variables, name));
      const values = listOf(allowed).filter(isValue).slice(0, MAX_VALUES).map(String);
      return { name, ...(isValue(initial) && { initial: String(initial) }), ...(values.length > 0 && { allowed: values }) };
    });
    return names.length > 0 ? [[addressOf(fillVariables(server)), { url, variables }]] : [];
  });
  return Object.fromEntries(templates);
}

/** Returns the servers of an operation or of its path that have words about them. */
export function describedServers(...levels: readonly JsonObject[]): { readonly url: string; readonly words: string }[] {
  const named = levels.find((level) => urlsOf(level).length > 0);
  const servers = listOf(named?.servers).slice(0, MAX_VALUES).map(objectOf);
  return servers.flatMap(({ url, name, description }) => {
    const words = [textOf(name), textOf(description)].filter(Boolean).join(": ");
    return words ? [{ url: addressOf(textOf(url)), words }] : [];
  });
}

const MAX_VARIABLES = 20;
const MAX_VALUES = 200;

/** Returns an address as it is listed: without a slash at its end, over https where it leaves that open. */
function addressOf(url: string): string {
  return url.replace(/\/$/, "").replace(/^(?=\/\/)/, "https:");
}

/** Accepts numbers too, since YAML reads a port without quotation marks as one. */
function isValue(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Origins of every server that a description names anywhere, those that give tokens too. Relative URLs have none, and of templates those whose first label is open: `https://*.example.com`. */
export function listServerOrigins(description: OpenApiDocument): readonly string[] {
  const schemes = Object.values(objectOf(objectOf(description.components).securitySchemes));
  const tokens = schemes
    .flatMap((scheme) => readFlows(resolveReference(description, scheme), []))
    .map(({ tokenUrl }) => tokenUrl);
  const named = [...listLevels(description).flatMap(urlsOf), ...tokens].flatMap(originOf);
  return [...new Set([...named, ...listWildOrigins(description)])];
}

function urlsOf({ servers }: JsonObject): string[] {
  return listOf(servers)
    .filter((server) => typeof memberOf(server, "url") === "string")
    .map((server) => addressOf(fillVariables(objectOf(server))));
}

function fillVariables({ url, variables }: JsonObject): string {
  return textOf(url).replace(/\{([^}]+)\}/g, (whole, name) => {
    const value = memberOf(memberOf(variables, name), "default");
    return isValue(value) ? String(value) : whole;
  });
}

function originOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, origin, host } = new URL(url);
  // The origin goes into a header: only characters of a host and port may be in it.
  return /^https?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/i.test(host) ? [origin] : [];
}

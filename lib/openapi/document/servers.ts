import { perObject } from "../../per-object.ts";
import { type JsonObject, listOf, memberOf, objectOf, textOf } from "../description/json.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import { listAllServers, listWildOrigins } from "../relay/relay-targets.ts";
import { readFlows } from "./oauth.ts";

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
  return named ? templatesOf(named) : {};
}

const templatesOf = perObject((level: JsonObject): Readonly<Record<string, ServerTemplate>> => {
  let room = MAX_SHOWN_VALUES;
  const templates = listOf(level.servers)
    .slice(0, MAX_SERVERS)
    .flatMap((raw): [string, ServerTemplate][] => {
      const server = objectOf(raw);
      const url = addressOf(textOf(server.url));
      const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))].slice(0, MAX_VARIABLES);
      const variables = names.map((name) => {
        const { default: initial, enum: allowed } = objectOf(memberOf(server.variables, name));
        const values = listOf(allowed).slice(0, Math.min(MAX_VALUES, room)).filter(isValue).map(String);
        room -= values.length;
        return { name, ...(isValue(initial) && { initial: String(initial) }), ...(values.length > 0 && { allowed: values }) };
      });
      return names.length > 0 ? [[addressOf(fillVariables(server)), { url, variables }]] : [];
    });
  return Object.fromEntries(templates);
});

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
/** Values of all variables of a list of servers, which each page of an operation holds. */
const MAX_SHOWN_VALUES = 2_000;
/** Characters of a value. */
const MAX_VALUE_CHARS = 253;

/** Returns an address as it is listed: without a slash at its end, over https where it leaves that open. */
function addressOf(url: string): string {
  return url.replace(/\/$/, "").replace(/^(?=\/\/)/, "https:");
}

/** Accepts numbers too, since YAML reads a port without quotation marks as one, and no value longer than a host name. */
function isValue(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value.length <= MAX_VALUE_CHARS);
}

/**
 * Returns the origins of the servers that a description names anywhere, those that give tokens too: of the first 1,000 addresses.
 * Relative URLs have none, and of templates those whose first label is open: `https://*.example.com`.
 */
export const listServerOrigins = perObject((description: OpenApiDocument): readonly string[] => {
  const addresses = new Set<string>();
  for (const { server } of listAllServers(description)) {
    if (addresses.size >= MAX_ORIGINS) break;
    if (typeof server.url === "string") addresses.add(addressOf(fillVariables(server)));
  }
  const schemes = Object.values(objectOf(objectOf(description.components).securitySchemes)).slice(0, MAX_ORIGINS);
  for (const scheme of schemes)
    for (const { tokenUrl } of readFlows(resolveReference(description, scheme), [])) addresses.add(tokenUrl);
  return [...new Set([...[...addresses].flatMap(originOf), ...listWildOrigins(description)])];
});

/** Addresses whose origins go into the policy of pages, which takes fewer. */
const MAX_ORIGINS = 1_000;

/** Addresses of one list that are shown; operations without servers share the list of their description. */
const MAX_SERVERS = 200;

const urlsOf = perObject(({ servers }: JsonObject): readonly string[] =>
  listOf(servers)
    .filter((server) => typeof memberOf(server, "url") === "string")
    .slice(0, MAX_SERVERS)
    .map((server) => addressOf(fillVariables(objectOf(server)))),
);

/** Most characters of an address; a variable's default that would make it longer is not filled in. */
const MAX_ADDRESS_CHARS = 2_000;

function fillVariables({ url, variables }: JsonObject): string {
  const written = textOf(url);
  let room = MAX_ADDRESS_CHARS - written.length;
  return written.replace(/\{([^}]+)\}/g, (whole, name) => {
    const value = memberOf(memberOf(variables, name), "default");
    const text = isValue(value) ? String(value) : whole;
    if (text.length > room) return whole;
    room -= text.length;
    return text;
  });
}

function originOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, origin, host } = new URL(url);
  // The origin goes into a header: only characters of a host and port may be in it.
  return /^https?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/i.test(host) ? [origin] : [];
}

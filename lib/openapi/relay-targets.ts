import { isObject, type JsonObject, listOf, memberOf, objectOf, textOf } from "./json.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";

/** Hosts that one server with choices in its address stands for. */
const MAX_HOSTS = 100;
const MAX_TARGETS = 1_000;

/** Returns true for an address on a server that a description spells out: over https, at the port that it names. */
export function isRelayTarget(description: OpenApiDocument, url: URL): boolean {
  if (url.protocol !== "https:" || url.username || url.password) return false;
  const targets = targetsOf(description);
  const [label = "", ...domain] = url.host.split(".");
  return targets.has(url.host) || (/^[a-z0-9-]+$/.test(label) && targets.has(`*.${domain.join(".")}`));
}

/** Lists the origins that stand for a reader's own part of a domain, as a policy of pages writes them: `https://*.example.com`. */
export function listWildOrigins(description: OpenApiDocument): string[] {
  return [...targetsOf(description)].flatMap((host) => (host.startsWith("*.") ? [`https://${host}`] : []));
}

/** Lists what may name servers: a description, its paths and their operations. */
export function listLevels(description: OpenApiDocument): JsonObject[] {
  const items = Object.values(objectOf(description.paths)).map((item) => resolveReference(description, item));
  const operations = items.flatMap((item) => [item, objectOf(item.additionalOperations)]).flatMap((part) => Object.values(part));
  return [description, ...items, ...operations.filter(isObject)];
}

/** Hosts with their ports, where one other than 443 is named; `*.` in front stands for one label. */
function targetsOf(description: OpenApiDocument): ReadonlySet<string> {
  const servers = listLevels(description).flatMap((level) => listOf(level.servers));
  return new Set(servers.filter(isObject).flatMap(hostsOf).slice(0, MAX_TARGETS));
}

/**
 * Lists the hosts of a server. A variable with an `enum` is each of its values; any other may be the first label of a domain that is
 * spelled out with two labels or more, and nothing else.
 */
function hostsOf({ url, variables }: JsonObject): string[] {
  const authority = /^(?:https:)?\/\/([^/?#\\]*)/i.exec(textOf(url))?.[1];
  if (authority === undefined) return [];
  const spelled = spellOut([authority], variables);
  return spelled.flatMap((host) => {
    const [, wild, rest = ""] = /^(\{[^{}]+\}\.)?([^{}]+)$/.exec(host) ?? [];
    const found = URL.canParse(`https://${rest}`) ? new URL(`https://${rest}`) : undefined;
    if (!found || found.username || found.password || /[^a-z0-9.:[\]-]/i.test(rest)) return [];
    if (wild === undefined) return [found.host];
    // A domain, and no address: its last label has a letter.
    const labels = found.hostname.split(".");
    return labels.length >= 2 && labels.every(Boolean) && /[a-z]/.test(labels.at(-1) ?? "") ? [`*.${found.host}`] : [];
  });
}

function spellOut(hosts: readonly string[], variables: unknown): readonly string[] {
  const name = hosts[0]?.match(/\{([^{}]+)\}/g)?.find((found) => valuesOf(variables, found).length > 0);
  if (name === undefined) return hosts;
  const values = valuesOf(variables, name);
  return spellOut(
    hosts.flatMap((host) => values.map((value) => host.replaceAll(name, () => value))).slice(0, MAX_HOSTS),
    variables,
  );
}

/** Lists the values of a server variable that has an `enum`. */
function valuesOf(variables: unknown, name: string): string[] {
  return listOf(objectOf(memberOf(variables, name.slice(1, -1))).enum)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map(String)
    .filter((value) => !/[{}]/.test(value));
}

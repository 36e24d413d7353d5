import { getPublicSuffix } from "tldts-icann";
import { perObject } from "../../per-object.ts";
import { isObject, type JsonObject, listOf, memberOf, objectOf, textOf } from "../description/json.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";

/** Characters of a host name (RFC 1035), and so of a value that is part of one. */
const MAX_HOST_CHARS = 253;
/** Characters of a host with its port, its variables still unfilled. */
const MAX_AUTHORITY_CHARS = 500;
const MAX_VARIABLES = 20;
/** Values of one variable. */
const MAX_VALUES = 200;
/** The most hosts of one server with variables in its URL. */
const MAX_HOSTS = 200;
/** Hosts of a whole description, the same one counted as often as it is spelled out anew. */
const MAX_TARGETS = 2_000;

/** The hosts that a description names, and why some of its servers have none. */
export interface RelayTargets {
  /** With their ports, where one other than 443 is named; `*.` in front stands for one label. */
  readonly hosts: ReadonlySet<string>;
  /** Keys of a server that readers cannot ask through the site, and the reason. */
  readonly issues: readonly { readonly keys: readonly string[]; readonly message: string }[];
}

/** Returns true for an address on a server that a description spells out: over https, at the port that it names. */
export function isRelayTarget(description: OpenApiDocument, url: URL): boolean {
  if (url.protocol !== "https:" || url.username || url.password) return false;
  const { hosts } = readTargets(description);
  const [label = "", ...domain] = url.host.split(".");
  return hosts.has(url.host) || (/^[a-z0-9-]+$/.test(label) && hosts.has(`*.${domain.join(".")}`));
}

/** Lists the origins that stand for a reader's own part of a domain, as a policy of pages writes them: `https://*.example.com`. */
export function listWildOrigins(description: OpenApiDocument): string[] {
  return [...readTargets(description).hosts].flatMap((host) => (host.startsWith("*.") ? [`https://${host}`] : []));
}

/** A server, and where its description has it. */
export interface PlacedServer {
  readonly keys: readonly string[];
  readonly server: JsonObject;
}

/** Lists the servers of a description, its paths and their operations; those that several of them share are listed once. */
export function* listAllServers(description: OpenApiDocument): Generator<PlacedServer> {
  const seen = new Set<unknown>();
  for (const { keys, level } of listLevels(description)) {
    const { servers } = level;
    if (!Array.isArray(servers) || seen.has(servers)) continue;
    seen.add(servers);
    for (const [index, server] of servers.entries())
      if (isObject(server)) yield { keys: [...keys, "servers", String(index)], server };
  }
}

/** Lists what may name servers: a description, its path items, each once, and their operations. */
function* listLevels(description: OpenApiDocument): Generator<{ readonly keys: readonly string[]; readonly level: JsonObject }> {
  const seen = new Set<unknown>();
  yield { keys: [], level: description };
  for (const [path, raw] of Object.entries(objectOf(description.paths))) {
    const item = resolveReference(description, raw);
    if (seen.has(item)) continue;
    seen.add(item);
    yield { keys: ["paths", path], level: item };
    for (const [method, operation] of Object.entries(item))
      if (isObject(operation)) yield { keys: ["paths", path, method], level: operation };
    for (const [method, operation] of Object.entries(objectOf(item.additionalOperations)))
      if (isObject(operation)) yield { keys: ["paths", path, "additionalOperations", method], level: operation };
  }
}

/**
 * Returns the hosts that may be asked through the site. Bounded while it multiplies: a server that stands for more than 200 hosts
 * has none, and neither have those after the first 2,000 of a description.
 */
export const readTargets = perObject((description: OpenApiDocument): RelayTargets => {
  const hosts = new Set<string>();
  const issues: { readonly keys: readonly string[]; readonly message: string }[] = [];
  const spelled = new Set<string>();
  let count = 0;
  for (const { keys, server } of listAllServers(description)) {
    const written = server.variables === undefined ? textOf(server.url) : undefined;
    if (written !== undefined && spelled.has(written)) continue;
    if (written !== undefined) spelled.add(written);
    const read = hostsOf(server);
    count += Math.max(1, read.hosts.length);
    if (count > MAX_TARGETS) {
      const message = `The servers stand for more than ${MAX_TARGETS} hosts; Try it does not reach this one, nor any that follows.`;
      issues.push({ keys, message });
      break;
    }
    for (const host of read.hosts) hosts.add(host);
    if (read.refused) issues.push({ keys, message: read.refused });
  }
  return { hosts, issues };
});

interface ServerHosts {
  readonly hosts: readonly string[];
  /** The reason why there are none. */
  readonly refused?: string;
}

/**
 * Lists the hosts of a server. A variable with an `enum` is each of its values; any other may be the first label of a domain that is
 * spelled out and is more than a public suffix, and nothing else.
 */
function hostsOf({ url, variables }: JsonObject): ServerHosts {
  const authority = /^(?:https:)?\/\/([^/?#\\]*)/i.exec(textOf(url).slice(0, MAX_AUTHORITY_CHARS + 10))?.[1];
  if (authority === undefined || authority.length > MAX_AUTHORITY_CHARS) return { hosts: [] };
  const spelled = spellOut(authority, variables);
  if (!spelled)
    return {
      hosts: [],
      refused: `Try it does not reach this server: its variables stand for more than ${MAX_HOSTS} hosts. List fewer values.`,
    };
  const read = spelled.map(toTarget);
  const suffix = read.find((target) => target?.isSuffix)?.host;
  const hosts = read.flatMap((target) => (target && !target.isSuffix ? [target.host] : []));
  if (suffix === undefined) return { hosts };
  return { hosts, refused: `Try it does not reach ${suffix}: everyone may have a name there. Write out one label more.` };
}

/** Returns the host with its port, `*.` in front for an open label; undefined for what is none. */
function toTarget(written: string): { readonly host: string; readonly isSuffix: boolean } | undefined {
  const [, wild, rest = ""] = /^(\{[^{}]+\}\.)?([^{}]+)$/.exec(written) ?? [];
  if (/[^a-z0-9.:[\]-]/i.test(rest) || !URL.canParse(`https://${rest}`)) return undefined;
  const { host, hostname } = new URL(`https://${rest}`);
  if (wild === undefined) return { host, isSuffix: false };
  // A domain, and no address: its last label has a letter.
  const labels = hostname.split(".");
  if (!labels.every(Boolean) || !/[a-z]/.test(labels.at(-1) ?? "")) return undefined;
  // A platform gives names below its own suffix to its customers, whose servers these are.
  return { host: `*.${host}`, isSuffix: getPublicSuffix(hostname) === hostname };
}

/** Returns a host with each combination of the values of its variables; undefined for too many. */
function spellOut(authority: string, variables: unknown): readonly string[] | undefined {
  const names = new Set(authority.match(/\{[^{}]+\}/g));
  let hosts: readonly string[] = [authority];
  let count = 0;
  for (const name of names) {
    const values = valuesOf(variables, name);
    if (values.length === 0) continue;
    count += 1;
    if (values.length > MAX_VALUES || count > MAX_VARIABLES || hosts.length * values.length > MAX_HOSTS) return undefined;
    const places = authority.split(name).length - 1;
    hosts = hosts.flatMap((host) =>
      values
        .filter((value) => host.length + places * value.length <= MAX_AUTHORITY_CHARS)
        .map((value) => host.replaceAll(name, () => value)),
    );
  }
  return hosts;
}

/** Lists the values of a server variable that has an `enum`, one more than are allowed at most. */
function valuesOf(variables: unknown, name: string): string[] {
  const values: string[] = [];
  const written = listOf(objectOf(memberOf(variables, name.slice(1, -1))).enum);
  for (const value of written.slice(0, MAX_VALUES + 1)) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    const text = String(value);
    if (text.length <= MAX_HOST_CHARS && !/[{}]/.test(text)) values.push(text);
  }
  return values;
}

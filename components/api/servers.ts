import { type ApiDescription, type DescriptionPart, isPart, resolveReference } from "../../lib/content/open-api-document.ts";
import { own } from "../../lib/content/own.ts";

const remembered = new WeakMap<ApiDescription, readonly string[]>();

/** Addresses of the servers that hold for an operation: those of the first level that names any, variables at their defaults. */
export function listServers(...levels: readonly DescriptionPart[]): string[] {
  const named = levels.map(addressesOf).find((addresses) => addresses.length > 0);
  return [...new Set(named)];
}

/** Origins of every server that a description names anywhere. Relative addresses, and templates that stay open, have none. */
export function listServerOrigins(description: ApiDescription): readonly string[] {
  const known = remembered.get(description);
  if (known) return known;
  const items = Object.values(isPart(description.paths) ? description.paths : {}).map((item) =>
    resolveReference(description, item),
  );
  const operations = items.flatMap((item) => Object.values(item).filter(isPart));
  const origins = new Set([description, ...items, ...operations].flatMap(addressesOf).flatMap(originOf));
  remembered.set(description, [...origins]);
  return [...origins];
}

function addressesOf({ servers }: DescriptionPart): string[] {
  return (Array.isArray(servers) ? servers : []).filter(isPart).flatMap((server) => {
    if (typeof server.url !== "string") return [];
    const variables = isPart(server.variables) ? server.variables : {};
    const url = server.url.trim().replace(/\{([^}]+)\}/g, (whole, name) => {
      const variable = own(variables, name);
      return isPart(variable) && typeof variable.default === "string" ? variable.default : whole;
    });
    return [url.replace(/\/$/, "")];
  });
}

function originOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, origin, host } = new URL(address);
  // The origin goes into a header: nothing but what a host and port are made of may stand in it.
  return /^https?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/i.test(host) ? [origin] : [];
}

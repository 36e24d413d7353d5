import { allowsAddress } from "../auth/auth.ts";
import { getAccess } from "../config/config.ts";
import { findPeer } from "../http/node-server.ts";
import { declaredGroups, type Reader } from "./groups.ts";

const MAX_NAMES = 1_000;

/**
 * Returns the reader that a proxy in front of the site names in its headers. Those of any other peer are the client's own words, and
 * mean nothing.
 */
export function findProxyReader(headers: Headers): Reader | undefined {
  const settings = getAccess()?.signIn.proxy;
  const peer = settings && findPeer(headers);
  if (!settings || peer === undefined || !allowsAddress(settings.from, peer)) return undefined;
  const name = headers.get(settings.user)?.trim();
  if (!name) return undefined;
  const names = (headers.get(settings.groups) ?? "").split(/[,;|]/, MAX_NAMES).map((group) => group.trim());
  return { name, groups: declaredGroups(names) };
}

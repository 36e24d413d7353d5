import ipaddr from "ipaddr.js";

/** What may be connected to: addresses of the public internet, or also those of a closed network. */
export type Reach = "public" | "private";

// Cloud hosts answer for their own machines at link-local addresses, so those stay shut even in a closed network.
const closedNetwork = new Set(["unicast", "private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/**
 * Whether an IPv4 or IPv6 address may be connected to. An IPv4 address written as IPv6 counts as what it is; tunnels that
 * carry one inside another (6to4, Teredo, NAT64) are never public.
 */
export function isReachable(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return reach === "private" ? closedNetwork.has(range) : range === "unicast";
}

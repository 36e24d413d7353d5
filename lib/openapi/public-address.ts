import ipaddr from "ipaddr.js";

/** The addresses that may be connected to: those of the public internet, or also those of a closed network. */
export type Reach = "public" | "private";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const closedNetwork = new Set(["unicast", "private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/**
 * Addresses that give a cloud's machines their credentials and are not link-local, which is shut anyway: Alibaba Cloud
 * and Azure; the services that AWS keeps for its machines in IPv6, and the one of Google Cloud.
 */
const metadata = ["100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::/32", "fd20:ce::254/128"].map(ipaddr.parseCIDR);
const metadataV4 = [169, 254, 169, 254];

/**
 * Returns true for an IPv4 or IPv6 address that may be connected to. An IPv4 address written as IPv6 counts as what it is; tunnels that
 * carry one inside another (6to4, Teredo, NAT64) are never public, nor part of a closed network. Metadata services of
 * clouds are never reached: what they answer is the machine's own credentials.
 */
export function isReachable(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (isMetadata(parsed)) return false;
  const range = parsed.range();
  return reach === "private" ? closedNetwork.has(range) : range === "unicast";
}

function isMetadata(address: Address): boolean {
  // Whatever prefix a network translates to IPv4 with: the IPv4 address is at the end.
  const last = address.toByteArray().slice(-4);
  if (last.every((byte, index) => byte === metadataV4[index])) return true;
  return metadata.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as [never, number]));
}

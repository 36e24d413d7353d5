import ipaddr from "ipaddr.js";

/** Returns true for an address or a CIDR range that an allowlist may hold. A range of all addresses is no restriction, and refused. */
export function isRange(text: string): boolean {
  const range = readRange(text);
  return range !== undefined && range[1] > 0;
}

/** Returns true where one of the ranges holds the address; an empty list holds every address. */
export function allowsAddress(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((text) => {
    const range = readRange(text);
    return range !== undefined && range[0].kind() === parsed.kind() && parsed.match(range);
  });
}

function readRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  // "10.1" is an address to inet_aton, and a typo to everyone else.
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

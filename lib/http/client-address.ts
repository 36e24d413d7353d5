import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { getEnvironment } from "../config/config.ts";
import { perProcess } from "../process-state.ts";

/** Set by `recordPeer` on every request of this process, whatever the client sent under this name. */
const peerHeader = "x-docent-peer";
const unknown = "unknown";

/** True once this process overwrites the header: before, it could be a client's. */
const recordsPeers = perProcess("records-peers", () => false);

/**
 * Records the socket address of a request in a header, since route handlers get no socket, and X-Forwarded-For may be the
 * client's. From the first call on, every request of the process must go through this function.
 */
export function recordPeer({ headers, socket }: IncomingMessage): void {
  recordsPeers.set(true);
  headers[peerHeader] = socket.remoteAddress ?? unknown;
}

/**
 * Returns the address of the client: the socket's peer; behind TRUST_PROXY proxies, the entry that the outermost of them
 * added to X-Forwarded-For; on Vercel, the value of Vercel's own header. Nothing else that a client sends is believed.
 */
export function findAddress(headers: Headers): string {
  const { onVercel, trustedProxies } = getEnvironment();
  if (onVercel) return toAddress(headers.get("x-vercel-forwarded-for")?.split(",")[0]) ?? unknown;
  const peer = (recordsPeers.get() && toAddress(headers.get(peerHeader))) || unknown;
  if (trustedProxies === 0) return peer;
  const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
  return toAddress(hops.at(-trustedProxies)) ?? peer;
}

/** Returns the block that is counted as one address: IPv6 by its /64 network, since a subscriber has at least one. */
export function toAddressBlock(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return unknown;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.map((part, index) => (index < 4 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/** Reads an address of a header, also with a zone or, as some proxies write it, with a port (`192.0.2.1:80`, `[::1]:80`). */
function toAddress(text: string | null | undefined): string | undefined {
  if (text && isIPv4(text)) return text;
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text?.trim() ?? "") ?? [];
  const bare = (v6 ?? v4 ?? text?.trim())?.replace(/%.*$/, "");
  return bare && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

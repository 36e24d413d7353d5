import { subscribe } from "node:diagnostics_channel";
import { statSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIPv4, type Socket } from "node:net";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { getConfig, getEnvironment } from "../config/config.ts";
import { decodeText } from "../decode-text.ts";
import { countRequest } from "../metrics/record.ts";
import { refuseRouterHeaders } from "./router-headers.ts";
import { serverState } from "./server-state.ts";

/** Next reads the target of a request before any code of a site does: 7,500 parameters take it two seconds. */
const MAX_TARGET = 8_192;
const MAX_PARAMETERS = 200;
/** Next reads cookies one by one. One long cookie, as company sign-on sets it, costs nothing. */
const MAX_COOKIES = 200;

const servers = new Set<Server>();
const sockets = new Set<Socket>();
/** Requests whose answers have not ended. */
const open = new Set<IncomingMessage>();
let stopping = false;

/**
 * Listens to Node's HTTP server for what Next does not give: records the address of each peer, refuses what would hold the
 * server up, counts requests, and knows what is open when the process is asked to stop. Called once, at the start.
 */
export function listenToServer(): void {
  subscribe("net.server.socket", (message) => followSocket((message as { socket: Socket }).socket));
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    followRequest(request, response);
    recordPeer(request);
    if ((request.headers.cookie?.split(";", MAX_COOKIES + 1).length ?? 0) > MAX_COOKIES) delete request.headers.cookie;
    const refusal = findRefusal(request) ?? refuseRouterHeaders(request);
    if (!refusal) return;
    response.writeHead(refusal, { Connection: "close", ...(refusal === 405 && { Allow: "GET, HEAD" }) }).end();
    // Next checks whether a response was sent only after it has parsed the target, which is quick for one that is not a file.
    request.url = "/_next/static/";
  });
}

/** Ignores the `Upgrade` of a request: Next would leave its socket open. In development it stays, for hot reloading. */
function followSocket(socket: Socket): void {
  const { server } = socket as { server?: Server & { shouldUpgradeCallback?: () => boolean } };
  if (!server) return;
  if (!getEnvironment().development) server.shouldUpgradeCallback = () => false;
  servers.add(server);
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
}

function followRequest(request: IncomingMessage, response: ServerResponse): void {
  const { method = "", url: target = "" } = request;
  const started = performance.now();
  open.add(request);
  response.once("close", () => {
    open.delete(request);
    const status = response.headersSent ? String(response.statusCode) : "closed";
    countRequest({ method, target, status, seconds: (performance.now() - started) / 1_000 });
    if (stopping) endUnused(request.socket);
  });
}

/** Ends a connection once all of its answers have ended. */
function endUnused(socket: Socket): void {
  if (![...open].some((request) => request.socket === socket)) socket.destroySoon();
}

/** Returns the status that refuses what Next would answer with 500, or after seconds; undefined for all other requests. */
function findRefusal({ method = "", url = "" }: IncomingMessage): number | undefined {
  if (url.length > MAX_TARGET || url.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) return 414;
  const asked = decodeText(url.split("?", 1)[0] ?? "");
  if (!asked?.startsWith("/")) return 400;
  const isRead = method === "GET" || method === "HEAD";
  return method === "TRACE" || (!isRead && isStaticFile(asked)) ? 405 : undefined;
}

/** Returns true for a path of a file that Next serves as it is. */
function isStaticFile(asked: string): boolean {
  const { basePath } = getConfig();
  const name = path.posix.normalize(asked.startsWith(basePath) ? asked.slice(basePath.length) : asked);
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "public", name);
  if (name.includes("\0")) return false;
  return name.startsWith("/_next/static/") || (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}

/**
 * Stops accepting connections, closes idle ones, and closes the rest after `graceMs`. Returns how many responses were cut off.
 */
export async function closeServers(graceMs: number): Promise<number> {
  stopping = true;
  let cut = 0;
  const closed = [...servers].map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const socket of sockets) endUnused(socket);
  const late = setTimeout(() => {
    cut = open.size;
    for (const socket of sockets) socket.destroy();
  }, graceMs);
  await Promise.all(closed);
  clearTimeout(late);
  return cut;
}

/** Set by `recordPeer` on every request of this process, whatever the client sent under this name. */
const peerHeader = "x-docent-peer";
const unknown = "unknown";

/**
 * Records the socket address of a request in a header, since route handlers get no socket, and X-Forwarded-For may be the
 * client's. From the first call on, every request of the process must go through this function.
 */
export function recordPeer({ headers, socket }: IncomingMessage): void {
  serverState.get().recordsPeers = true;
  headers[peerHeader] = socket.remoteAddress ?? unknown;
}

/** Returns the address of what is connected to this server; undefined where it is unknown, as in functions. */
export function findPeer(headers: Headers): string | undefined {
  if (getEnvironment().onVercel || !serverState.get().recordsPeers) return undefined;
  return toAddress(headers.get(peerHeader));
}

/**
 * Returns the address of the client: the socket's peer; behind TRUST_PROXY proxies, the entry that the outermost of them
 * added to X-Forwarded-For; on Vercel, the value of Vercel's own header. Nothing else that a client sends is believed.
 */
export function findClientAddress(headers: Headers): string {
  const { onVercel, trustedProxies } = getEnvironment();
  if (onVercel) return toAddress(headers.get("x-vercel-forwarded-for")?.split(",")[0]) ?? unknown;
  const peer = (serverState.get().recordsPeers && toAddress(headers.get(peerHeader))) || unknown;
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

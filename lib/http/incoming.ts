import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { getConfig } from "../config/config.ts";
import { decodeText } from "../decode-text.ts";
import { perProcess } from "../process-state.ts";
import { recordPeer } from "./client-address.ts";

/** The methods that a route file of Next may export. */
export const routeMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
/** No endpoint takes it, so it is refused everywhere with 405. */
const refusedMethod = "PATCH";
/** The client's method, where it was replaced. */
const methodHeader = "x-docent-method";

const preparing = perProcess("prepares-requests", () => ({ started: false }));

/**
 * Prepares every request of this process before Next sees it: records its socket address, and rewrites methods and paths
 * that Next would refuse with a page of its own, or with 500, so that the routes refuse them. Called once, at the start.
 */
export function prepareRequests(): void {
  if (preparing.get().started) return;
  preparing.get().started = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    recordPeer(request);
    replaceUnknownMethod(request);
    repairUrl(request);
  });
}

/** Returns the method that the client sent. */
export function clientMethod({ method, headers }: Request): string {
  return headers.get(methodHeader) ?? method;
}

function replaceUnknownMethod(request: IncomingMessage): void {
  delete request.headers[methodHeader];
  if ((routeMethods as readonly (string | undefined)[]).includes(request.method)) return;
  request.headers[methodHeader] = request.method ?? "";
  request.method = refusedMethod;
}

/**
 * Rewrites the target of a request as a path that Next can read. A percent sign that encodes no UTF-8 text counts as the
 * sign itself: the path names nothing then, which is a 404 and no error of the server.
 */
function repairUrl(request: IncomingMessage): void {
  const [path = "", ...query] = toOwnTarget(request).split("?");
  request.url = [decodeText(path) === undefined ? path.replaceAll("%", "%25") : path, ...query].join("?");
}

/** Returns the path of a target, which may also be a whole address, or `*` for the server itself. */
function toOwnTarget({ method, url = "/" }: IncomingMessage): string {
  if (url === "*") return method === "OPTIONS" ? `${getConfig().basePath}/v1/health` : "/*";
  if (url.startsWith("/") || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

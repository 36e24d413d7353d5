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
/** What the client's method was before it was replaced. */
const methodHeader = "x-docent-method";

const preparing = perProcess("prepares-requests", () => ({ started: false }));

/**
 * Prepares every request of this process before Next sees it: notes its socket address, and makes what Next would answer
 * in its own words, or with 500, into something that the routes refuse in ours. Called once, when the server starts.
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

/** The method as the client sent it. */
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
 * Makes of the request's target a path that Next can read. Text after a percent sign that is no UTF-8 text is read as
 * itself: it names nothing here, which is a 404 and no fault.
 */
function repairUrl(request: IncomingMessage): void {
  const [path = "", ...query] = toOwnTarget(request).split("?");
  request.url = [decodeText(path) === undefined ? path.replaceAll("%", "%25") : path, ...query].join("?");
}

/** A target may also be a whole address, whose host is as little believed as the Host header, or `*` for all of the server. */
function toOwnTarget({ method, url = "/" }: IncomingMessage): string {
  if (url === "*") return method === "OPTIONS" ? `${getConfig().basePath}/v1/health` : "/*";
  if (url.startsWith("/") || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

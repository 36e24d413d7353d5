import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getConfig } from "../config/config.ts";
import { ENGINE_ROUTES, matchesRoute } from "../engine-paths.ts";

/** A request that has been answered, or that its client has left. */
export interface TimedRequest {
  /** The route of the engine, such as `/v1/search/[domain]`; `/_next` for files of the build, `page` for everything else. */
  readonly route: string;
  readonly method: string;
  /** `closed` where the client has left before an answer began. */
  readonly status: string;
  readonly seconds: number;
}

const ROUTES = (["endpoints", "documents", "pages", "files", "refusals"] as const).flatMap((kind) => ENGINE_ROUTES[kind]);
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Reports every request of this process once its answer has ended. */
export function timeRequests(report: (request: TimedRequest) => void): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const started = performance.now();
    const { method = "", url = "" } = request;
    response.once("close", () => {
      const status = response.headersSent ? String(response.statusCode) : "closed";
      const seconds = (performance.now() - started) / 1_000;
      report({ route: findRoute(url), method: METHODS.includes(method) ? method : "other", status, seconds });
    });
  });
}

/** Returns the route of a request's target. There are few of them, whatever clients ask for. */
export function findRoute(target: string): string {
  const { basePath } = getConfig();
  const [path = ""] = target.split(/[?#]/);
  if (!path.startsWith(basePath)) return "page";
  const own = path.slice(basePath.length);
  if (own.startsWith("/_next/")) return "/_next";
  return (
    ROUTES.find((route) => matchesRoute(route, own)) ?? ENGINE_ROUTES.refusals.find((route) => matchesRoute(route, own)) ?? "page"
  );
}

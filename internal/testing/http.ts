import type { RouteHandler } from "../../lib/http/http.ts";
import type { routeMethods } from "../../lib/http/request-context.ts";
import { serverState } from "../../lib/http/server-state.ts";

/** A request as a test writes it; what is left out is left out of the request. */
export interface TestRequest {
  readonly method?: string;
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Socket address of the client. */
  readonly peer?: string;
}

/** The exports of a route file: handlers, and settings beside them. */
export type Route = Partial<Record<(typeof routeMethods)[number], RouteHandler>>;

/** Calls what a route file exports, as the server does. */
export async function callRoute(route: Route, request: TestRequest): Promise<Response> {
  const { method = "POST", path, params = {}, token, body, peer = "192.0.2.1" } = request;
  // What `recordPeer` does for a server's requests.
  serverState.get().recordsPeers = true;
  const headers = new Headers({ host: "docs.test", "x-docent-peer": peer });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const handler = (route as Partial<Record<string, RouteHandler>>)[method];
  if (!handler) throw new Error(`The route exports no ${method}.`);
  const init: RequestInit = { method, headers, ...(raw !== undefined && { body: raw as BodyInit }) };
  return handler(new Request(`http://docs.test${path}`, init), { params: Promise.resolve(params) });
}

/** Returns a fetch that ends at a route. */
export function fetchFrom(route: Route, request: TestRequest): typeof globalThis.fetch {
  return async (_, { method = "GET", headers, body } = {}) => {
    const sent = { method, headers: Object.fromEntries(new Headers(headers)), ...(body ? { body: String(body) } : {}) };
    return callRoute(route, { ...request, ...sent });
  };
}

/** The members that every problem document has, for `toMatchObject`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Returns the problem document of a refusal. @throws for any other response. */
export async function readProblem(response: Response): Promise<Problem> {
  const type = response.headers.get("content-type");
  if (type !== "application/problem+json") throw new Error(`Status ${response.status} came as ${type}.`);
  return (await response.json()) as Problem;
}

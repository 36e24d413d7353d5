import { ServiceError } from "../service-error.ts";
import { answerOptions, routeMethods } from "./cors.ts";
import type { RouteHandler } from "./http.ts";
import { answerRequest } from "./request-context.ts";

type Method = (typeof routeMethods)[number];

/**
 * Returns the handlers that a route file exports: its endpoints, 405 with `Allow` for every other method, and OPTIONS for
 * preflights, which allow `requestHeaders` beside those of every endpoint. Export all of them, or Next answers the rest.
 */
export function methods(
  endpoints: Partial<Record<Exclude<Method, "OPTIONS">, RouteHandler>>,
  { requestHeaders = [] }: { readonly requestHeaders?: readonly string[] } = {},
): Record<Method, RouteHandler> {
  const HEAD = endpoints.HEAD ?? endpoints.GET;
  const present = HEAD ? { ...endpoints, HEAD } : endpoints;
  const allow = routeMethods.filter((method) => method === "OPTIONS" || method in present).join(", ");
  const refuse: RouteHandler = (request) => answerRequest(request, async () => refuseMethod(request, allow));
  const options: RouteHandler = (request) =>
    answerRequest(request, async (context) => answerOptions(context, { allow, requestHeaders }));
  const refusals = { GET: refuse, HEAD: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
  return { ...refusals, ...present, OPTIONS: options };
}

function refuseMethod(request: Request, allow: string): never {
  throw new ServiceError("method_not_allowed", `${request.method} is not possible here; use ${allow}.`, {
    headers: { Allow: allow },
  });
}

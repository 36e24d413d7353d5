import { ServiceError } from "../service-error.ts";
import { answerCall } from "./call.ts";
import { preflight } from "./cors.ts";
import { type Endpoint, findProject, type RouteHandler } from "./endpoint.ts";
import { clientMethod, routeMethods } from "./incoming.ts";

type Method = (typeof routeMethods)[number];

/**
 * What a route file exports: its endpoints by method; every other method answers 405 with `Allow`, and OPTIONS answers
 * preflights. Export all of it, or Next answers for the rest in its own words.
 */
export function methods(endpoints: Partial<Record<Method, RouteHandler | Endpoint>>): Record<Method, RouteHandler> {
  const withHead = endpoints.GET && !endpoints.HEAD ? { ...endpoints, HEAD: endpoints.GET } : endpoints;
  const allow = [...routeMethods.filter((method) => withHead[method]), "OPTIONS"].join(", ");
  const refuse: RouteHandler = (request) => answerCall(request, async () => refuseMethod(request, allow));
  const options: RouteHandler = (request, { params }) =>
    answerCall(request, async () => {
      const guarded = Object.values(endpoints).find((handler) => "scope" in handler) as Endpoint | undefined;
      if (!guarded) return new Response(null, { status: 204, headers: { Allow: allow } });
      const project = findProject((await params) as Record<string, string>);
      return preflight(request, { scope: guarded.scope, project, allow });
    });
  return Object.fromEntries(
    routeMethods.map((method) => [method, withHead[method] ?? (method === "OPTIONS" ? options : refuse)]),
  ) as Record<Method, RouteHandler>;
}

function refuseMethod(request: Request, allow: string): never {
  throw new ServiceError("method_not_allowed", `${clientMethod(request)} is not possible here; use ${allow}.`, {
    headers: { Allow: allow },
  });
}

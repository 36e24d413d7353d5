// Tested in app/v1/cors.test.ts.
import { ServiceError } from "../service-error.ts";
import { answerOptions, isPreflight } from "./cors.ts";
import type { RouteHandler } from "./endpoint.ts";
import { answerRequest, type RequestContext } from "./request-context.ts";

/** An endpoint that takes no token and is not counted. */
export function publicEndpoint(handle: (context: RequestContext) => Promise<Response>): RouteHandler {
  return (request) => answerRequest(request, handle);
}

/** Answers every method of an address that does not exist; a preflight too, or no browser could read the 404. */
export const notFound: RouteHandler = publicEndpoint(async (context) => {
  if (isPreflight(context.request)) return answerOptions(context);
  throw new ServiceError("not_found", "There is nothing at this address; GET /v1/openapi.json lists every endpoint.");
});

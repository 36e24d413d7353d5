import { ServiceError } from "../service-error.ts";
import { answerCall, type Call } from "./call.ts";
import type { RouteHandler } from "./endpoint.ts";

/** An endpoint that takes no token and is not counted. */
export function publicEndpoint(handle: (call: Call) => Promise<Response>): RouteHandler {
  return (request) => answerCall(request, handle);
}

/** Answers every method of an address that does not exist. */
export const notFound: RouteHandler = publicEndpoint(async () => {
  throw new ServiceError("not_found", "There is nothing at this address; GET /v1/openapi.json lists every endpoint.");
});

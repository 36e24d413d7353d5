// Tested in app/api/insights/session/session.test.ts.
import { ServiceError } from "../service-error.ts";
import type { RouteHandler } from "./endpoint.ts";
import { publicEndpoint } from "./public-endpoint.ts";
import { enforceAddressLimit } from "./rate-limit.ts";
import { findSignedIn, readCookie, SESSION_COOKIE } from "./session-cookie.ts";

/** What a request of a signed-in owner brings. */
export interface OwnerRequest {
  /** Parameters by name; of one that is given more than once, the last. */
  readonly query: Readonly<Record<string, string>>;
}

/** An endpoint for whoever is signed in to the insights. It is only read, so no other site can do anything with it. */
export function ownerEndpoint(handle: (request: OwnerRequest) => Promise<Response>): RouteHandler {
  return publicEndpoint(async (context) => {
    const { request } = context;
    await enforceAddressLimit(context);
    if (!(await findSignedIn(request.headers, readCookie(request.headers, SESSION_COOKIE))))
      throw new ServiceError("unauthenticated", "Sign in on /insights first.");
    return handle({ query: Object.fromEntries(new URL(request.url).searchParams) });
  });
}

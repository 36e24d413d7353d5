import { ServiceError } from "../service-error.ts";
import type { RouteHandler } from "./http.ts";
import { publicEndpoint } from "./http.ts";
import { enforceAddressLimit } from "./rate-limit.ts";
import { findSignedIn, readCookie, SESSION_COOKIE } from "./session-cookie.ts";

/** A request of a signed-in owner. */
interface OwnerRequest {
  /** Parameters by name; of one that is given more than once, the last. */
  readonly query: Readonly<Record<string, string>>;
}

/** Creates an endpoint for those who are signed in to the insights. It changes nothing, so no other site can misuse it. */
export function ownerEndpoint(handle: (request: OwnerRequest) => Promise<Response>): RouteHandler {
  return publicEndpoint(async (context) => {
    const { request } = context;
    await enforceAddressLimit(context);
    if (!(await findSignedIn(request.headers, readCookie(request.headers, SESSION_COOKIE))))
      throw new ServiceError("unauthenticated", "Sign in on /insights first.");
    return handle({ query: Object.fromEntries(new URL(request.url).searchParams) });
  });
}

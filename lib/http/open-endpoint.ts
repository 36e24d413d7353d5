// Tested in app/mcp/clients.test.ts.
import { authoriseProject, type Caller } from "../auth/auth.ts";
import type { Project } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { readJson } from "./body.ts";
import { isOnKnownHost, isSameOrigin } from "./cors.ts";
import { charge, chargeRefusal, identifyCaller, requireOpenWindow } from "./endpoint.ts";
import type { Counts } from "./rate-limit.ts";
import type { RequestContext } from "./request-context.ts";

/** How requests to an open endpoint are checked. */
export interface OpenEndpoint {
  readonly project: Project;
  /** What a request without a token is charged as. */
  readonly counts: Counts;
  /** Refuses a body by throwing. */
  readonly checkBody: (body: unknown) => void;
}

/** What a request to an open endpoint brings. */
export interface OpenRequest {
  /** The parsed JSON body, within the bounds of `requestBounds`; checked by `checkBody` alone. */
  readonly body: unknown;
  /** Undefined for a request without a token. */
  readonly caller: Caller | undefined;
}

/**
 * Checks and charges a request that anyone may make, in the order of `endpoint`: a token is optional, and one that is sent
 * must be good. Without one the request counts as `counts`; with one as a search of its key.
 * @throws ServiceError, which has been charged to the address.
 */
export async function acceptOpenRequest(
  context: RequestContext,
  { project, counts, checkBody }: OpenEndpoint,
): Promise<OpenRequest> {
  const accept = async () => {
    requireOpenWindow(context);
    const caller = await findCaller(context, project);
    const body = await readJson(context.request);
    checkBody(body);
    await charge(context, caller ? "search" : counts, { caller, project });
    return { body, caller };
  };
  return accept().catch((thrown: unknown) => chargeRefusal(context, thrown));
}

async function findCaller(context: RequestContext, project: Project): Promise<Caller | undefined> {
  const { request } = context;
  if (!request.headers.has("authorization")) {
    requireOwnPage(request);
    return undefined;
  }
  const caller = await identifyCaller(context, "assistant");
  authoriseProject(caller, project);
  return caller;
}

/**
 * Lets programs and the site's own pages through. The page of another site gets nothing by its visitor's address alone, and
 * neither does one whose owner points a name of theirs at this server.
 * @throws ServiceError `forbidden`.
 */
export function requireOwnPage(request: Request): void {
  if (!request.headers.has("origin") || (isSameOrigin(request) && isOnKnownHost(request))) return;
  throw new ServiceError(
    "forbidden",
    "A page of another site needs a key that lists its origin; create one with npm run keys -- create --origin.",
  );
}

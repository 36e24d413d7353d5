import { authoriseProject, type Caller } from "../auth/auth.ts";
import type { Project } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { readJson } from "./body.ts";
import { isSameOrigin } from "./cors.ts";
import { charge, chargeRefusal, identifyCaller, requireOpenWindow } from "./http.ts";
import type { Counts } from "./rate-limit.ts";
import type { RequestContext } from "./request-context.ts";

/** The checks of an open endpoint. */
interface OpenEndpoint {
  readonly project: Project;
  /** The limits that a request without a token is charged to. */
  readonly counts: Counts;
  /** Throws for a body that is refused. */
  readonly checkBody: (body: unknown) => void;
}

/** An accepted request to an open endpoint. */
export interface PublicRequest {
  /** The parsed JSON body, within the bounds of `requestBounds`; checked by `checkBody` alone. */
  readonly body: unknown;
  /** Undefined for a request without a token. */
  readonly caller: Caller | undefined;
}

/**
 * Checks and charges a request with an optional token, in the order of `endpoint`. A token that is sent must be valid, and
 * its request counts as a search of its key.
 * @throws ServiceError, which was charged to the address.
 */
export async function acceptOpenRequest(
  context: RequestContext,
  { project, counts, checkBody }: OpenEndpoint,
): Promise<PublicRequest> {
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

/** Lets programs and the site's own pages through without a key. @throws ServiceError `forbidden` for a page of another site. */
export function requireOwnPage(request: Request): void {
  if (!request.headers.has("origin") || isSameOrigin(request)) return;
  throw new ServiceError(
    "forbidden",
    "A page of another site needs a key that lists its origin; create one with npm run keys -- create --origin.",
  );
}

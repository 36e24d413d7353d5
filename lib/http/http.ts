/*
 * The part that every endpoint shares: identity, bounds, limits, refusals.
 * A request comes in; a checked one with its caller reaches the handler, and what is thrown leaves as problem+json.
 * Start at `endpoint`. `owner-endpoint.ts` checks requests that need no token, `request-context.ts` answers and logs them.
 */

import type { z } from "zod";
import { authorise, authoriseProject, type Caller, identify, type Scope } from "../auth/auth.ts";
import { getConfig, type Project } from "../config/config.ts";
import { type Bucket, findCachedFull, giveBack } from "../limits/limits.ts";
import { ServiceError } from "../service-error.ts";
import { check, invalidRequest, readJson } from "./body.ts";
import { addressBuckets, type Counts, enforceAddressLimit, enforceLimits, limitExceeded, listBuckets } from "./rate-limit.ts";
import {
  answerOptions,
  answerRequest,
  isLeft,
  isPreflight,
  type RequestContext,
  requireAllowedOrigin,
  routeMethods,
  toRefusal,
} from "./request-context.ts";

/** A checked request, as its handler gets it. */
interface CheckedRequest<Body, Query, Name extends string> {
  readonly body: Body;
  readonly query: Query;
  /** Path parameters by name. */
  readonly params: Readonly<Record<Name, string>>;
  /** The project that the path names; reading it throws when the path names none. */
  readonly project: Project;
  readonly caller: Caller;
  readonly request: Request;
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
  /** The client's address as it is counted: IPv6 by its /64 network. */
  readonly addressBlock: string;
  readonly requestId: string;
  /** Refunds a request that turned out to do nothing. */
  readonly giveBack: () => Promise<void>;
  /** Adds a question to the log line of the request, where the configuration logs questions. */
  readonly logQuestion: (question: string) => void;
}

/** The checks of an endpoint. */
interface EndpointOptions<Body, Query, Name extends string, Opened> {
  /** The tokens that it takes: assistant keys and site tokens for `assistant`, account tokens for `admin`. */
  readonly scope: Scope;
  /** Names of the path parameters; `domain` or `projectId` among them names the project. Default `domain`. */
  readonly params?: readonly Name[];
  /** Schema of the JSON body. Without it, body and content type are ignored. */
  readonly body?: z.ZodType<Body>;
  /** Bytes that the body can have. Default: `requestBounds.bytes`. */
  readonly maxBytes?: number;
  /** Schema of the query parameters, each of which may be given once. Without it they are ignored. */
  readonly query?: z.ZodType<Query>;
  /**
   * Looks up the subject of the request, such as its thread, after all other checks and before the charge; what it throws
   * refuses the request. Its result is disposed of, if it can be, where a limit refuses the request after that.
   */
  readonly open?: (context: CheckedRequest<Body, Query, Name>) => Promise<Opened>;
  /** The limits that an accepted request is charged to; they may depend on what was opened. */
  readonly counts: Counts | ((context: CheckedRequest<Body, Query, Name> & { readonly opened: Opened }) => Counts);
}

type Params = Readonly<Record<string, string | string[] | undefined>>;

/** A route handler as Next calls it. */
export type RouteHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

type AnyRequest = CheckedRequest<unknown, unknown, string>;
type AnyOptions = EndpointOptions<unknown, unknown, string, unknown>;
type AnyHandler = (context: AnyRequest & { readonly opened: unknown }) => Promise<Response>;

/**
 * Creates a guarded endpoint. Every request is checked in one order: address window (429), token (401), its rights and origin
 * (403), project (404), media type (415), size (413), fields (400), what `open` looks up (404), other windows (429). Only
 * then is it charged, to all its limits or none, and handled. A refused one is charged to its address alone.
 */
export function endpoint<Body = undefined, Query = undefined, const Name extends string = "domain", Opened = undefined>(
  options: EndpointOptions<Body, Query, Name, Opened>,
  handle: (context: CheckedRequest<Body, Query, Name> & { readonly opened: Opened }) => Promise<Response>,
): RouteHandler;
export function endpoint(options: AnyOptions, handle: AnyHandler): RouteHandler {
  return (request, { params }) =>
    answerRequest(request, async (context) => {
      // Next passes none to a route without dynamic segments.
      const given = (await params) ?? {};
      const accepted = await accept(context, options, given).catch((thrown: unknown) => chargeRefusal(context, thrown));
      return handle(accepted);
    });
}

/** Runs every check of a request, its limits last. */
async function accept(context: RequestContext, options: AnyOptions, params: Params) {
  requireOpenWindow(context);
  const caller = await identifyCaller(context, options.scope);
  const project = findProject(params);
  if (project) authoriseProject(caller, project);
  const { request } = context;
  const checked: AnyRequest = {
    body: options.body && check(options.body, await readJson(request, options)),
    query: options.query && check(options.query, readQuery(request)),
    params: toTexts(params),
    get project() {
      if (!project) throw new Error("The path of this endpoint names no project.");
      return project;
    },
    caller,
    request,
    giveBack: async () => {},
    signal: request.signal,
    addressBlock: context.addressBlock,
    requestId: context.id,
    logQuestion: (question) => {
      if (getConfig().logs.questions) context.logFields.question = question;
    },
  };
  const accepted = Object.assign(checked, { opened: await options.open?.(checked) });
  try {
    const counts = typeof options.counts === "function" ? options.counts(accepted) : options.counts;
    const buckets = await charge(context, counts, { caller, project });
    return Object.assign(accepted, { giveBack: () => giveBack(buckets, context.startedAt) });
  } catch (thrown) {
    (accepted.opened as Partial<Disposable> | undefined)?.[Symbol.dispose]?.();
    throw thrown;
  }
}

/** Throws when this process has seen the address use up its window, without asking the store. @throws ServiceError `limit_exceeded`. */
export function requireOpenWindow({ addressBlock, startedAt }: RequestContext): void {
  const full = findCachedFull(addressBuckets(addressBlock), startedAt);
  if (full.length > 0) throw limitExceeded(full, startedAt);
}

/** Returns the caller whose token allows the scope, from this address and origin. @throws ServiceError `unauthenticated`, `invalid_token` or `forbidden`. */
export async function identifyCaller(context: RequestContext, scope: Scope): Promise<Caller> {
  const caller = await identify(readBearer(context.request), context.startedAt);
  context.logFields.key = caller.keyId;
  requireAllowedOrigin(context, caller);
  authorise(caller, { scope, address: context.address });
  return caller;
}

/** Charges an accepted request to all of its limits, which it returns, or refuses it. @throws ServiceError `limit_exceeded`. */
export async function charge(
  context: RequestContext,
  counts: Counts,
  { caller, project }: { caller: Caller | undefined; project: Project | undefined },
): Promise<readonly Bucket[]> {
  const buckets = listBuckets(counts, { address: context.addressBlock, caller, project });
  await enforceLimits(context, buckets, {
    withoutStore: counts === "search" || counts === "request" || counts === "mcp" || counts === "try",
  });
  return buckets;
}

/** Charges a refused request to its address, and throws the refusal; where the address is used up, that refusal instead. */
export async function chargeRefusal(context: RequestContext, thrown: unknown): Promise<never> {
  if (isLeft(context.request, thrown)) {
    await enforceAddressLimit(context);
    throw thrown;
  }
  const refusal = toRefusal(thrown, context);
  if (refusal.code !== "limit_exceeded" && refusal.code !== "unavailable") await enforceAddressLimit(context);
  throw refusal;
}

/** Returns the project that a path names; undefined when it has no parameter for one. @throws ServiceError `not_found`. */
export function findProject({ domain, projectId }: Params): Project | undefined {
  if (domain === undefined && projectId === undefined) return undefined;
  const project = getConfig().projects.find((candidate) => candidate.domain === domain || candidate.id === projectId);
  if (project) return project;
  throw new ServiceError(
    "not_found",
    domain === undefined
      ? "There is no project with this id; docent.config.ts sets it as id."
      : "There is no site with this domain; docent.config.ts sets it as domain.",
  );
}

/** Returns the token of a bearer header; an empty text, which no token is, for any other form of authorisation. */
function readBearer({ headers }: Request): string | undefined {
  const header = headers.get("authorization")?.trim();
  if (!header) return undefined;
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? "";
}

/** Reads the query parameters. @throws ServiceError `invalid_request` for one that is given twice. */
/** Returns the parameters of a query, each of which may be given once. @throws ServiceError `invalid_request`. */
export function readQuery({ url }: Request): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    if (query.has(name)) throw invalidRequest([{ path: name.slice(0, 60), message: "is given more than once; send it once" }]);
    query.set(name, value.replaceAll("\0", "\ufffd"));
  }
  return Object.fromEntries(query);
}

function toTexts(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Creates an endpoint that takes no token and is not counted. */
export function publicEndpoint(handle: (context: RequestContext) => Promise<Response>): RouteHandler {
  return (request) => answerRequest(request, handle);
}

/** Answers every method for a URL that does not exist, preflights included: otherwise no browser could read the 404. */
export const notFound: RouteHandler = publicEndpoint(async (context) => {
  if (isPreflight(context.request)) return answerOptions(context);
  throw new ServiceError("not_found", "There is nothing at this address; GET /v1/openapi.json lists every endpoint.");
});

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
  throw new ServiceError("method_not_allowed", `${request.method} is not allowed here; use ${allow}.`, {
    headers: { Allow: allow },
  });
}

import type { z } from "zod";
import { authorise, authoriseProject, type Caller, identify, type Scope } from "../auth/auth.ts";
import { getConfig, type Project } from "../config/config.ts";
import { findKnownFull } from "../limits/limits.ts";
import { ServiceError } from "../service-error.ts";
import { readJson } from "./body.ts";
import { answerCall, type Call } from "./call.ts";
import { corsHeaders, isForeignOrigin } from "./cors.ts";
import { check } from "./field-errors.ts";
import { addressBuckets, admit, admitAddress, type Counts, limitExceeded, listBuckets } from "./rate-limit.ts";

/** What a checked request brings. */
export interface Context<Body, Query, Name extends string> {
  readonly body: Body;
  readonly query: Query;
  /** Path parameters by name. */
  readonly params: Readonly<Record<Name, string>>;
  /** The project that the path names. */
  readonly project: Project;
  readonly caller: Caller;
  readonly request: Request;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Adds what was asked to the request's log line, where the configuration wants questions logged. */
  readonly logQuestion: (question: string) => void;
}

export interface EndpointOptions<Body, Query, Name extends string, Opened> {
  /** Which tokens it takes: `assistant` keys and site tokens, or account tokens for `admin`. */
  readonly scope: Scope;
  /** Names of the path parameters; `domain` or `projectId` among them names the project. Default `domain`. */
  readonly params?: readonly Name[];
  /** What the JSON body must be. Without it, body and content type are ignored. */
  readonly body?: z.ZodType<Body>;
  /** What the query parameters must be, each given once. Without it they are ignored. */
  readonly query?: z.ZodType<Query>;
  /**
   * Finds what the request is about, such as its thread, after all else was checked and before anything is charged: what
   * it throws refuses the request.
   */
  readonly open?: (context: Context<Body, Query, Name>) => Promise<Opened>;
  /** What an accepted request is charged as; it may depend on what was opened. */
  readonly counts: Counts | ((context: Context<Body, Query, Name> & { readonly opened: Opened }) => Counts);
}

/** A route handler as Next calls it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Readonly<Record<string, string | string[] | undefined>>> },
) => Promise<Response>;

/** A route handler that says who may call it, so that `methods` can answer preflights for it. */
export type Endpoint = RouteHandler & { readonly scope: Scope };

/**
 * A guarded endpoint. Every request is checked in one order: address window (429), token (401), its rights (403), project
 * (404), media type (415), size (413), fields (400), what `open` looks up (404), other windows (429). Only then is it
 * charged, to all its limits or none, and handled.
 */
export function endpoint<Body = undefined, Query = undefined, const Name extends string = "domain", Opened = undefined>(
  options: EndpointOptions<Body, Query, Name, Opened>,
  handle: (context: Context<Body, Query, Name> & { readonly opened: Opened }) => Promise<Response>,
): Endpoint {
  const handler: RouteHandler = (request, { params }) =>
    answerCall(request, async (call) => {
      const guard = new Guard(call);
      const context = await guard.check(options, (await params) as Record<string, string>);
      return handle(context);
    });
  return Object.assign(handler, { scope: options.scope });
}

/** The checks of one request, and what is known of it so far. */
class Guard {
  readonly #call: Call;
  #caller: Caller | undefined;

  constructor(call: Call) {
    this.#call = call;
  }

  async check<Body, Query, Name extends string, Opened>(
    options: EndpointOptions<Body, Query, Name, Opened>,
    params: Readonly<Record<string, string>>,
  ) {
    const { checked, counts } = await this.#accept(options, params).catch((thrown: unknown) => this.#chargeRefusal(thrown));
    await this.#charge(counts, checked.project);
    return checked;
  }

  /** Everything that can refuse a request before it is charged. */
  async #accept<Body, Query, Name extends string, Opened>(
    options: EndpointOptions<Body, Query, Name, Opened>,
    params: Readonly<Record<string, string>>,
  ) {
    const { request, startedAt, id, address, addressBlock, remarks } = this.#call;
    const full = findKnownFull(addressBuckets(addressBlock), startedAt);
    if (full.length > 0) throw limitExceeded(full, startedAt);
    const caller = await this.#identify();
    authorise(caller, { scope: options.scope, address });
    const project = findProject(params);
    if (project) authoriseProject(caller, project);
    const body = options.body ? check(options.body, await readJson(request)) : undefined;
    const query = options.query ? check(options.query, readQuery(request)) : undefined;
    const context = {
      body: body as Body,
      query: query as Query,
      params: params as Record<Name, string>,
      project: project as Project,
      caller,
      request,
      signal: request.signal,
      requestId: id,
      logQuestion: (question: string) => {
        if (getConfig().logs.questions) remarks.question = question;
      },
    };
    const checked = { ...context, opened: (await options.open?.(context)) as Opened };
    return { checked, counts: typeof options.counts === "function" ? options.counts(checked) : options.counts };
  }

  async #identify(): Promise<Caller> {
    const { request, startedAt, headers, remarks } = this.#call;
    const caller = await identify(readBearer(request), startedAt);
    this.#caller = caller;
    remarks.key = caller.keyId;
    for (const [name, value] of Object.entries(corsHeaders(request, caller))) headers.set(name, value);
    if (caller.kind === "site" && isForeignOrigin(request))
      throw new ServiceError(
        "forbidden",
        "A site token works on the site's own pages only; from elsewhere use a key that allows your origin.",
      );
    return caller;
  }

  /** Charges a refused request to its address. Where that is full, the answer is that instead. */
  async #chargeRefusal(thrown: unknown): Promise<never> {
    const counted = thrown instanceof ServiceError && !["limit_exceeded", "unavailable", "internal"].includes(thrown.code);
    if (counted) await admitAddress(this.#call);
    throw thrown;
  }

  async #charge(counts: Counts, project: Project | undefined): Promise<void> {
    const buckets = listBuckets(counts, { address: this.#call.addressBlock, caller: this.#caller, project });
    await admit(this.#call, buckets, { withoutStore: counts === "search" || counts === "request" });
  }
}

/** The project that a path names, if it names one. @throws ServiceError `not_found`. */
export function findProject({ domain, projectId }: Readonly<Record<string, string | undefined>>): Project | undefined {
  if (domain === undefined && projectId === undefined) return undefined;
  const project = getConfig().projects.find((candidate) => candidate.domain === domain || candidate.id === projectId);
  if (project) return project;
  throw new ServiceError(
    "not_found",
    domain === undefined ? "There is no project with this id." : "There is no site with this domain.",
  );
}

/** The token of a bearer header; an empty text, which no token is, for any other form of authorisation. */
function readBearer({ headers }: Request): string | undefined {
  const header = headers.get("authorization")?.trim();
  if (!header) return undefined;
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? "";
}

function readQuery({ url }: Request): Record<string, string> {
  return Object.fromEntries([...new URL(url).searchParams].map(([name, value]) => [name, value.replaceAll("\0", "\ufffd")]));
}

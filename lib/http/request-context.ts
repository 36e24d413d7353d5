import { randomUUID } from "node:crypto";
import { getConfig } from "../config/config.ts";
import { type StoreFault, storeFault } from "../db/failure.ts";
import { type LogFields, log, toLogFields } from "../log.ts";
import { ServiceError } from "../service-error.ts";
import { findAddress, toAddressBlock } from "./client-address.ts";
import { allowReading } from "./cors.ts";
import { internalError, problem } from "./problem.ts";

/** A request on its way to its answer and its log line. */
export interface RequestContext {
  readonly request: Request;
  readonly id: string;
  readonly startedAt: number;
  readonly path: string;
  /** Address of the client, or `unknown`. */
  readonly address: string;
  /** The address as it is counted: IPv6 by its /64 network. */
  readonly addressBlock: string;
  /** Headers of the answer, also of a refusal. */
  readonly headers: Map<string, string>;
  /** More fields of the log line. */
  readonly logFields: Record<string, LogFields[string]>;
}

const retrySeconds = "5";

/**
 * Answers one request: gives it an id, forbids caches to keep the answer unless it says otherwise, turns what is thrown into a problem document that a page of any site may read, and
 * writes a log line.
 */
export async function answerRequest(request: Request, answer: (context: RequestContext) => Promise<Response>): Promise<Response> {
  const context = startContext(request);
  const response = await answer(context).catch((thrown: unknown) => {
    allowReading(context);
    return problem(toRefusal(thrown, context), context.path);
  });
  for (const [name, value] of context.headers) if (!response.headers.has(name)) response.headers.set(name, value);
  response.headers.append("Vary", "Origin");
  if (getConfig().logs.requests) logRequest(context, response.status);
  return response;
}

const storeMessages: Readonly<Record<StoreFault, string>> = {
  unreachable: "the store cannot be reached",
  busy: "the store is busy",
  disk_full: "the store's disk is full",
  read_only: "the store takes no writes",
  corrupt: "the store is damaged",
  outdated: "the store has the tables of an earlier version; whoever runs this site must run `npm run migrate`",
};

/** Returns what was thrown as a refusal: `unavailable` for a store that fails, `internal` for the unexpected. */
export function toRefusal(thrown: unknown, { id, path }: Pick<RequestContext, "id" | "path">): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const fault = storeFault(thrown);
  if (fault) {
    log("error", storeMessages[fault], { requestId: id, path, ...toLogFields(thrown) });
    return new ServiceError("unavailable", `${toSentence(storeMessages[fault])} Try again in a few seconds.`, {
      headers: { "Retry-After": retrySeconds },
      cause: thrown,
    });
  }
  log("error", "a request failed", { requestId: id, path, ...toLogFields(thrown) });
  return internalError(thrown);
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function startContext(request: Request): RequestContext {
  const id = randomUUID();
  const address = findAddress(request.headers);
  return {
    request,
    id,
    startedAt: Date.now(),
    path: new URL(request.url).pathname,
    address,
    addressBlock: toAddressBlock(address),
    headers: new Map([
      ["X-Request-Id", id],
      ["Cache-Control", "no-store"],
    ]),
    logFields: {},
  };
}

function logRequest({ request, id, path, startedAt, logFields }: RequestContext, status: number): void {
  const { method } = request;
  log("info", "request", { requestId: id, method, path, status, ms: Date.now() - startedAt, ...logFields });
}

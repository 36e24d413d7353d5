/*
 * The documentation for MCP clients, over streamable HTTP and without sessions: the next request may reach another instance.
 * A request brings one JSON-RPC message and gets one answer, as JSON or as an event stream; a refusal is a JSON-RPC error.
 * Start at `answerMcp`. `server.ts` has the tools and resources, `discovery.ts` what clients find.
 */

import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  type McpServer,
  type StandardSchemaV1Sync,
  specTypeSchemas,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { audienceOf } from "../auth/auth.ts";
import { getConfig, getMainProject } from "../config/config.ts";
import { completeSite } from "../content/site/site.ts";
import { invalidRequest, readJson, UnreadableJson } from "../http/body.ts";
import { acceptOpenRequest } from "../http/owner-endpoint.ts";
import { problemType } from "../http/problem.ts";
import { enforcePublicLimit } from "../http/rate-limit.ts";
import { answerRequest, type RequestContext, toRefusal } from "../http/request-context.ts";
import { recordMissing, recordRead, recordReport, recordSearch } from "../insights/insights.ts";
import { visitOf } from "../insights/kinds.ts";
import { type FieldError, refusals, ServiceError } from "../service-error.ts";
import { publicSite, siteFor } from "../site/served/reader-site.ts";
import { needsKey, requireMcp } from "./discovery.ts";
import { createServer, type McpEvents } from "./server.ts";

/** Answers a request of an MCP client. `onAccepted` is called before the answer of one that is not refused. */
export function answerMcp(request: Request, onAccepted: () => void): Promise<Response> {
  return answerRequest(request, async (context) => {
    try {
      requireMcp();
      const project = getMainProject();
      const { asked, caller } = await acceptOpenRequest(context, {
        project: () => project,
        counts: "mcp",
        read: readMessage,
        needsToken: needsKey(),
      });
      const site = await completeSite(await (caller ? siteFor(audienceOf(caller), project.domain) : publicSite(project.domain)));
      onAccepted();
      return await exchange(request, asked, () => createServer(site, eventsOf(context, asked)));
    } catch (thrown) {
      return toRpcError(toRefusal(thrown, context));
    }
  });
}

/** Logs and counts what a request searches and reads, and masks what goes wrong. */
function eventsOf(context: RequestContext, body: unknown): McpEvents {
  const { addressBlock: address, request } = context;
  const caller = { kind: "mcp", name: clientNameOf(body) };
  const visit = (place: { language?: string | undefined; version?: string | null | undefined } = {}) =>
    visitOf(request, { address, project: getMainProject(), ...place }, caller);
  return {
    onSearch: ({ query, results, ...place }) => {
      if (getConfig().logs.questions) context.logFields.question = query;
      const by = visit(place);
      if (by) recordSearch(by, { query, results });
    },
    onRead: ({ path, ...page }) => {
      const by = visit(page);
      if (by) recordRead(by, path);
    },
    onMissing: (path) => {
      const by = visit();
      if (by) recordMissing(by, { path, from: "" });
    },
    onReport: getConfig().insights.enabled
      ? async (page, report) => {
          await enforcePublicLimit(context, "feedback");
          const by = visit(page);
          if (by) recordReport(by, { page: page.path, ...report });
        }
      : undefined,
    onFault: (thrown) => toRefusal(thrown, context).message,
  };
}

const ClientInfo = z.object({
  params: z.object({ _meta: z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) }) }),
});

/** Returns what a client calls itself, where its revision of the protocol says so in each message. */
function clientNameOf(body: unknown): string | undefined {
  const found = ClientInfo.safeParse(body);
  return found.success ? found.data.params._meta[CLIENT_INFO_META_KEY].name.slice(0, 100) : undefined;
}

/**
 * Answers one message in the protocol revision that its client speaks, from 2025-03-26 on: as one JSON body, or as an event
 * stream for a client that takes nothing else.
 */
export async function exchange(request: Request, body: unknown, createServer: () => McpServer): Promise<Response> {
  const types = request.headers.get("accept") ?? "";
  const asStream = types.includes("text/event-stream") && !/application\/(?:json|\*)|\*\/\*/.test(types);
  const normal = normalRequest(request);
  if (await isLegacyRequest(normal, body)) return answerLegacy(normal, body, { server: createServer(), asStream });
  const handler = createMcpHandler(createServer, { legacy: "reject", responseMode: asStream ? "sse" : "auto" });
  return handler.fetch(normal, { parsedBody: body });
}

async function answerLegacy(
  request: Request,
  body: unknown,
  { server, asStream }: { server: McpServer; asStream: boolean },
): Promise<Response> {
  // Without a generator of session ids, there is no session: the next message may go to another instance.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !asStream });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}

/** Returns the request with the headers that the protocol asks for: a client that takes JSON alone is served too. */
function normalRequest({ url, headers, signal }: Request): Request {
  const normal = new Headers(headers);
  normal.set("accept", "application/json, text/event-stream");
  normal.set("content-type", "application/json");
  return new Request(url, { method: "POST", headers: normal, signal });
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const REFUSED = -32_000;

/** Schemas of the requests that are answered. The SDK shows what they find as JSON, under the code of a fault of the server. */
const requests: Readonly<Record<string, StandardSchemaV1Sync>> = {
  initialize: specTypeSchemas.InitializeRequest,
  "tools/list": specTypeSchemas.ListToolsRequest,
  "tools/call": specTypeSchemas.CallToolRequest,
  "resources/list": specTypeSchemas.ListResourcesRequest,
  "resources/templates/list": specTypeSchemas.ListResourceTemplatesRequest,
  "resources/read": specTypeSchemas.ReadResourceRequest,
};

/** A request whose parameters are wrong: its answer carries its id. */
class InvalidParams {
  readonly id: string | number;

  constructor(id: string | number) {
    this.id = id;
  }
}

async function readMessage(request: Request): Promise<unknown> {
  const body = await readJson(request);
  requireMessage(body);
  return body;
}

/**
 * Throws for a body that cannot be served without sessions: it must be one message, which is charged as one, and no
 * subscription, which would stay open. @throws ServiceError `invalid_request` that names every wrong parameter.
 */
function requireMessage(body: unknown): void {
  if (Array.isArray(body)) throw refuse("The body is a batch; send one message in each request.");
  if (body === null || typeof body !== "object") throw refuse("The body must be a JSON-RPC message, which is an object.");
  if ("method" in body && body.method === "subscriptions/listen")
    throw refuse("This server sends no notifications, so there is nothing to subscribe to.");
  if (isJSONRPCRequest(body)) requireParams(body);
}

function requireParams(request: { method: string; id: string | number }): void {
  if (!Object.hasOwn(requests, request.method)) return;
  const { issues = [] } = requests[request.method]?.["~standard"].validate(request) ?? {};
  if (issues.length === 0) return;
  const errors = issues.map(({ path = [], message }): FieldError => {
    const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment));
    const isMissing =
      keys.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], request) === undefined;
    return { path: keys.join("."), message: isMissing ? "is required; send a value" : message };
  });
  const { message } = invalidRequest(errors);
  throw new ServiceError("invalid_request", message, { errors, cause: new InvalidParams(request.id) });
}

function refuse(words: string): ServiceError {
  return new ServiceError("invalid_request", words, { errors: [{ path: "", message: words }] });
}

/** Returns a refusal in the form that MCP clients read: JSON-RPC, with the members of a problem document as data. */
function toRpcError(error: ServiceError): Response {
  const { status } = refusals[error.code];
  const data = { type: problemType(error.code), status, code: error.code, ...(error.errors && { errors: error.errors }) };
  const id = error.cause instanceof InvalidParams ? error.cause.id : null;
  return Response.json(
    { jsonrpc: "2.0", id, error: { code: rpcCodeOf(error, status), message: error.message, data } },
    // The status speaks of the message, not of what it asks for.
    { status: id === null ? status : 200, headers: { ...error.headers, "Cache-Control": "no-store" } },
  );
}

function rpcCodeOf(error: ServiceError, status: number): number {
  if (error instanceof UnreadableJson) return PARSE_ERROR;
  if (error.cause instanceof InvalidParams) return INVALID_PARAMS;
  if (status === 400) return INVALID_REQUEST;
  return status === 500 ? INTERNAL_ERROR : REFUSED;
}

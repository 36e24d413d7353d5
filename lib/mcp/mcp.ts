/*
 * The documentation for MCP clients, over streamable HTTP and without sessions: the next request may reach another instance.
 * A request brings one JSON-RPC message and gets one answer, as JSON or as an event stream; a refusal is a JSON-RPC error.
 * Start at `answerMcp`. `server.ts` has the tools and resources, `json-rpc.ts` the refusals, `discovery.ts` what clients find.
 */

import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { getConfig, getMainProject } from "../config/config.ts";
import { acceptOpenRequest } from "../http/open-endpoint.ts";
import { answerRequest, type RequestContext, toRefusal } from "../http/request-context.ts";
import { recordSearch } from "../insights/insights.ts";
import { visitOf } from "../insights/kinds.ts";
import { latestWholeSite } from "../site/current.ts";
import { requireMessage, toRpcError } from "./json-rpc.ts";
import { createServer, type McpEvents } from "./server.ts";
import { requireMcp } from "./server-info.ts";

/** Answers a request of an MCP client. `onAccepted` is called before the answer of one that is not refused. */
export function answerMcp(request: Request, onAccepted: () => void): Promise<Response> {
  return answerRequest(request, async (context) => {
    try {
      requireMcp();
      const project = getMainProject();
      const { body } = await acceptOpenRequest(context, { project, counts: "mcp", checkBody: requireMessage });
      const site = await latestWholeSite(project.domain);
      onAccepted();
      return await exchange(request, body, () => createServer(site, eventsOf(context)));
    } catch (thrown) {
      return toRpcError(toRefusal(thrown, context));
    }
  });
}

/** Logs and counts searches of a request, and masks what goes wrong. */
function eventsOf(context: RequestContext): McpEvents {
  return {
    onSearch: ({ query, results, ...place }) => {
      if (getConfig().logs.questions) context.logFields.question = query;
      const visit = visitOf(context.request, { project: getMainProject(), ...place }, { kind: "mcp" });
      if (visit) recordSearch(visit, { query, results });
    },
    onFault: (thrown) => toRefusal(thrown, context).message,
  };
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

// Tested in app/mcp/mcp.test.ts.
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/**
 * Answers one message of an MCP client, without a session. Clients of all protocol revisions since 2025-03-26 are served,
 * each in its own: as one JSON body, or as an event stream for a client that takes nothing else.
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

/**
 * The request with the headers that the protocol asks for: a client that takes JSON alone is served too. The body has been
 * read.
 */
function normalRequest({ url, headers, signal }: Request): Request {
  const normal = new Headers(headers);
  normal.set("accept", "application/json, text/event-stream");
  normal.set("content-type", "application/json");
  return new Request(url, { method: "POST", headers: normal, signal });
}

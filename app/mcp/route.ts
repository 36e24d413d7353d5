import { CONNECT_PATH } from "@/lib/engine-paths.ts";
import { methods, type RouteHandler } from "@/lib/http/http.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { requireMcp } from "@/lib/mcp/discovery.ts";
import { answerMcp } from "@/lib/mcp/mcp.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { withBasePath } from "@/lib/site/served/site-url.ts";
import { keepRecords } from "../keep-records.ts";

/** The documentation for MCP clients: streamable HTTP without sessions. */
const mcp = (request: Request) => answerMcp(request, keepRecords);

/** Leads a browser to the page on how to connect; a client, which asks for an event stream, gets none. */
const connect: RouteHandler = (request) =>
  answerRequest(request, async () => {
    requireMcp();
    if (!/text\/html/i.test(request.headers.get("accept") ?? ""))
      throw new ServiceError(
        "method_not_allowed",
        "GET is not allowed here; use POST. A browser gets a page on how to connect.",
        {
          headers: { Allow: "GET, HEAD, POST, OPTIONS", Vary: "Accept" },
        },
      );
    return new Response(null, { status: 303, headers: { Location: withBasePath(CONNECT_PATH), Vary: "Accept" } });
  });

/** Request headers that clients in browsers send beside those of every endpoint. */
const requestHeaders = ["Mcp-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Last-Event-ID"];

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: connect, POST: mcp }, { requestHeaders });

import { methods } from "@/lib/http/http.ts";
import { answerMcp } from "@/lib/mcp/mcp.ts";
import { keepRecords } from "../keep-records.ts";

/** The documentation for MCP clients: streamable HTTP without sessions. */
const mcp = (request: Request) => answerMcp(request, keepRecords);

/** Request headers that clients in browsers send beside those of every endpoint. */
const requestHeaders = ["Mcp-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Last-Event-ID"];

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: mcp }, { requestHeaders });

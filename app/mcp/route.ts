import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { methods } from "@/lib/http/methods.ts";
import { acceptOpenRequest } from "@/lib/http/open-endpoint.ts";
import { problemType } from "@/lib/http/problem.ts";
import { answerRequest, toRefusal } from "@/lib/http/request-context.ts";
import { recordSearch } from "@/lib/insights/record.ts";
import { visitOf } from "@/lib/insights/visit.ts";
import { requireMcp, requireOneMessage } from "@/lib/mcp/access.ts";
import { exchange } from "@/lib/mcp/exchange.ts";
import { createServer } from "@/lib/mcp/server.ts";
import { refusals, type ServiceError } from "@/lib/service-error.ts";
import { latestSearchedSite } from "@/lib/site/follow.ts";
import { keepRecords } from "../keep-records.ts";

/** The documentation for MCP clients: streamable HTTP without sessions. */
function mcp(request: Request): Promise<Response> {
  return answerRequest(request, async (context) => {
    try {
      requireMcp();
      const project = getMainProject();
      const { body } = await acceptOpenRequest(context, { project, counts: "mcp", checkBody: requireOneMessage });
      const site = await latestSearchedSite(project.domain);
      keepRecords();
      return await exchange(request, body, () =>
        createServer(site, {
          onSearch: ({ query, results, ...place }) => {
            if (getConfig().logs.questions) context.logFields.question = query;
            const visit = visitOf(request, { project: site.project, ...place }, { kind: "mcp" });
            if (visit) recordSearch(visit, { query, results });
          },
          onFault: (thrown) => toRefusal(thrown, context).message,
        }),
      );
    } catch (thrown) {
      return toMcpError(toRefusal(thrown, context));
    }
  });
}

/** A refusal in the form that MCP clients read: JSON-RPC, with the members of a problem document as data. */
function toMcpError(error: ServiceError): Response {
  const { status } = refusals[error.code];
  const data = { type: problemType(error.code), status, code: error.code, ...(error.errors && { errors: error.errors }) };
  const code = status === 400 ? -32_600 : status === 500 ? -32_603 : -32_000;
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message: error.message, data } },
    { status, headers: { ...error.headers, "Cache-Control": "no-store" } },
  );
}

/** What clients in browsers send beside the headers of every endpoint. */
const requestHeaders = ["Mcp-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Last-Event-ID"];

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: mcp }, { requestHeaders });

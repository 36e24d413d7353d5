import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { methods } from "@/lib/http/methods.ts";
import { acceptOpenRequest } from "@/lib/http/open-endpoint.ts";
import { answerRequest, toRefusal } from "@/lib/http/request-context.ts";
import { recordSearch } from "@/lib/insights/record.ts";
import { visitOf } from "@/lib/insights/visit.ts";
import { exchange } from "@/lib/mcp/exchange.ts";
import { requireMessage, toRpcError } from "@/lib/mcp/json-rpc.ts";
import { createServer } from "@/lib/mcp/server.ts";
import { requireMcp } from "@/lib/mcp/server-info.ts";
import { latestSearchedSite } from "@/lib/site/follow.ts";
import { keepRecords } from "../keep-records.ts";

/** The documentation for MCP clients: streamable HTTP without sessions. */
function mcp(request: Request): Promise<Response> {
  return answerRequest(request, async (context) => {
    try {
      requireMcp();
      const project = getMainProject();
      const { body } = await acceptOpenRequest(context, { project, counts: "mcp", checkBody: requireMessage });
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
      return toRpcError(toRefusal(thrown, context));
    }
  });
}

/** What clients in browsers send beside the headers of every endpoint. */
const requestHeaders = ["Mcp-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Last-Event-ID"];

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: mcp }, { requestHeaders });

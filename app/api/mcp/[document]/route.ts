import { getMainProject } from "@/lib/config/config.ts";
import { methods } from "@/lib/http/http.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { describeServer, requireMcp } from "@/lib/mcp/discovery.ts";
import { ServiceError } from "@/lib/service-error.ts";

interface Context {
  readonly params: Promise<{ document?: string | string[] }>;
}

/**
 * Returns the documents by which clients find the MCP server; proxy.ts leads `/.well-known/mcp` and its like here. Public, also to
 * pages of other sites.
 */
function discovery(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    context.headers.set("Access-Control-Allow-Origin", "*");
    await enforcePublicLimit(context, "text");
    requireMcp();
    const { document } = await params;
    const found = describeServer(getMainProject(), String(document));
    if (!found) throw new ServiceError("not_found", "There is no such document.");
    return new Response(JSON.stringify(found.body), {
      headers: { "Content-Type": found.type, "Cache-Control": "public, max-age=3600" },
    });
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: discovery });

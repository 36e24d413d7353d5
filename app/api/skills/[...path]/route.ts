import { createHash } from "node:crypto";
import { getMainProject } from "@/lib/config/config.ts";
import { decodeText } from "@/lib/decode-text.ts";
import { entityResponse } from "@/lib/http/file-response.ts";
import { methods } from "@/lib/http/http.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { findSkillDocument, generatedSkill } from "@/lib/mcp/skills.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

interface Context {
  readonly params: Promise<{ path?: string | string[] }>;
}

/** Returns the skills of the site, their index and their files; proxy.ts leads `/.well-known/skills` and its like here. Public, also to pages of other sites. */
function skills(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    context.headers.set("Access-Control-Allow-Origin", "*");
    await enforcePublicLimit(context, "text");
    const [folder = "", ...rest] = [(await params).path ?? []].flat().map((segment) => decodeText(segment));
    const found = await find(folder, rest.join("/"));
    if (!found) throw new ServiceError("not_found", "There is no such skill.");
    const bytes = typeof found.body === "string" ? new TextEncoder().encode(found.body) : found.body;
    const etag = createHash("sha256").update(bytes).digest("hex");
    return entityResponse(
      request,
      { etag, headers: { "content-type": found.type, "cache-control": "public, no-cache" } },
      async () => bytes,
    );
  });
}

async function find(folder: string, path: string) {
  if (folder === "generated") return generatedSkill(getMainProject());
  return folder === "agent-skills" || folder === "skills" ? findSkillDocument(await publicSite(), folder, path) : undefined;
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: skills });

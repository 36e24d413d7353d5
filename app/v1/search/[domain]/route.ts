import { endpoint } from "@/lib/http/endpoint.ts";
import { methods } from "@/lib/http/methods.ts";
import { SearchRequest } from "@/lib/search/request.ts";
import { searchSite } from "@/lib/search/results.ts";
import { latestSite } from "@/lib/site/follow.ts";

const search = endpoint(
  { scope: "assistant", body: SearchRequest, counts: "search" },
  async ({ body, project, caller, signal, logQuestion }) => {
    logQuestion(body.query);
    return Response.json(
      await searchSite(await latestSite(project.domain), body, { completeLastWord: caller.kind === "site", signal }),
    );
  },
);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: search });

import { completeSite } from "@/lib/content/site/site.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { recordSearch } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { breadcrumbsOf } from "@/lib/navigation/breadcrumbs.ts";
import { SearchRequest, searchSite } from "@/lib/search/request.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";
import { keepRecords } from "../../../keep-records.ts";

const search = endpoint(
  { scope: "assistant", body: SearchRequest, counts: "search" },
  async ({ body, project, caller, request, addressBlock, signal, logQuestion }) => {
    logQuestion(body.query);
    const isReader = caller.kind === "site";
    const site = await completeSite(await publicSite(project.domain));
    const found = await searchSite(site, body, { completeLastWord: isReader, breadcrumbs: breadcrumbsOf(site), signal });
    const visit = visitOf(request, { address: addressBlock, project: site.project, ...body.filter }, caller);
    const search = { query: body.query, results: found.length, ...(isReader && { typing: caller.fp }) };
    if (visit) recordSearch(visit, search);
    keepRecords();
    return Response.json(found);
  },
);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: search });

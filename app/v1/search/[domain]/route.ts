import { audienceOf, type Caller } from "@/lib/auth/auth.ts";
import { getConfig, type Project } from "@/lib/config/config.ts";
import { completeSite } from "@/lib/content/site/site.ts";
import { check } from "@/lib/http/body.ts";
import { endpoint, findProject, methods, type RouteHandler, readQuery } from "@/lib/http/http.ts";
import { acceptOpenRequest } from "@/lib/http/owner-endpoint.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { recordSearch } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { breadcrumbsOf } from "@/lib/navigation/breadcrumbs.ts";
import { SearchQuery, SearchRequest, searchSite } from "@/lib/search/request.ts";
import { publicSite, siteFor } from "@/lib/site/served/reader-site.ts";
import { keepRecords } from "../../../keep-records.ts";

const search = endpoint({ scope: "assistant", body: SearchRequest, counts: "search" }, (accepted) => {
  accepted.logQuestion(accepted.body.query);
  return answer(accepted.body, accepted);
});

/** The same search for agents that can only fetch: a token is optional, and without one the address is charged like a reader's. */
const searchByQuery: RouteHandler = (request, { params }) =>
  answerRequest(request, async (context) => {
    const { domain } = await params;
    const accepted = await acceptOpenRequest(context, {
      project: () => findProject({ domain: String(domain) }) as Project,
      counts: "open-search",
      needsToken: getConfig().mcp.access === "key",
      read: (asked) => check(SearchQuery, readQuery(asked)),
    });
    const { query, pageSize, version, language } = accepted.asked;
    if (getConfig().logs.questions) context.logFields.question = query;
    const { addressBlock } = context;
    return answer(
      { query, pageSize, filter: { version, language } },
      { ...accepted, request, addressBlock, signal: request.signal },
    );
  });

interface Sender {
  readonly project: Project;
  readonly caller: Caller | undefined;
  readonly request: Request;
  readonly addressBlock: string;
  readonly signal: AbortSignal;
}

async function answer(body: SearchRequest, { project, caller, request, addressBlock, signal }: Sender): Promise<Response> {
  const reader = caller?.kind === "site" ? caller : undefined;
  const { domain } = project;
  const site = await completeSite(await (caller ? siteFor(audienceOf(caller), domain) : publicSite(domain)));
  const found = await searchSite(site, body, {
    completeLastWord: reader !== undefined,
    breadcrumbs: breadcrumbsOf(site),
    signal,
  });
  const visit = visitOf(request, { address: addressBlock, project: site.project, ...body.filter }, caller);
  if (visit) recordSearch(visit, { query: body.query, results: found.length, ...(reader && { typing: reader.fp }) });
  keepRecords();
  return Response.json(found);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: searchByQuery, POST: search });

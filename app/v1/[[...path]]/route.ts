import { getConfig } from "@/lib/config/config.ts";
import { withoutBasePath } from "@/lib/content/model/urls.ts";
import { notFound, type RouteHandler } from "@/lib/http/http.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { findPageBehindApi } from "@/lib/routing/routing.ts";
import { siteOfReader } from "../../reader.ts";

/** Redirects to the page of a version named v1, which other systems have at the root; anything else is not found. */
export const GET: RouteHandler = async (request, params) => {
  const { pathname, search } = new URL(request.url);
  const { basePath } = getConfig();
  const site = await siteOfReader(request.headers);
  const page = findPageBehindApi(site, withoutBasePath(basePath, pathname));
  if (page === undefined) return notFound(request, params);
  const headers = { Location: `${basePath}${page}${search}` };
  return answerRequest(request, async () => new Response(null, { status: 308, headers }));
};

export const HEAD = GET;

export { notFound as DELETE, notFound as OPTIONS, notFound as PATCH, notFound as POST, notFound as PUT };

import { getAccess, getMainProject } from "@/lib/config/config.ts";
import { absoluteUrl } from "@/lib/site/served/site-url.ts";
import { historyOf, readApiHistory, toApiFeed } from "@/lib/site/stored/api-history.ts";
import { siteOfReader } from "../../reader.ts";

export const dynamic = "force-dynamic";

/** Returns the changes of the API as RSS. */
export async function GET(request: Request): Promise<Response> {
  const { id, name } = getMainProject();
  const address = { page: absoluteUrl("/api-changes"), feed: absoluteUrl("/api/api-changes") };
  return new Response(
    toApiFeed(historyOf(await readApiHistory(id), await siteOfReader(request.headers)), { site: name, ...address }),
    {
      headers: {
        "content-type": "application/rss+xml; charset=utf-8",
        "cache-control": getAccess() ? "private, no-cache" : "public, max-age=300",
      },
    },
  );
}

import { getMainProject } from "@/lib/config/config.ts";
import { absoluteUrl } from "@/lib/site/served/site-url.ts";
import { readApiHistory, toApiFeed } from "@/lib/site/stored/api-history.ts";

export const dynamic = "force-dynamic";

/** Returns the changes of the API as RSS. */
export async function GET(): Promise<Response> {
  const { id, name } = getMainProject();
  const address = { page: absoluteUrl("/api-changes"), feed: absoluteUrl("/api/api-changes") };
  return new Response(toApiFeed(await readApiHistory(id), { site: name, ...address }), {
    headers: { "content-type": "application/rss+xml; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}

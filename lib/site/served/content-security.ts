import type { Config } from "../../config/config.ts";
import { BASE_POLICY, toPolicyHeader } from "../../config/content-policy.ts";
import type { Site } from "../../content/site/site.ts";
import { listServerOrigins } from "../../openapi/document/servers.ts";

/** A header must not grow with what a repository holds. */
const MAX_SERVERS = 50;

interface Allowed {
  readonly config: Config;
  readonly site: Site;
  readonly development: boolean;
  /** Origins that may have the page in a frame. */
  readonly embedders?: readonly string[];
}

/**
 * Returns the Content-Security-Policy of all pages of a site, since one that is reached by a link keeps the policy of the page
 * before it: the site's own origin, pictures, films and frames of any https host or of those that the configuration lists, the hosts
 * that it allows for scripts, and the servers of the API descriptions.
 */
export function contentSecurityPolicy({ config, site, development, embedders = [] }: Allowed): string {
  const https = (hosts: readonly string[]) => hosts.map((host) => `https://${host}`);
  const media = config.images.allow ? https(config.images.allow) : ["https:"];
  const servers = serverOriginsOf(site);
  const scripts = config.scripts.flatMap(({ src }) => (src?.startsWith("https:") ? [new URL(src).origin] : []));
  const scriptHosts = [...scripts, ...https(config.scripts.flatMap(({ hosts }) => hosts))];
  return toPolicyHeader({
    ...BASE_POLICY,
    ...(embedders.length > 0 ? { "frame-ancestors": ["'self'", ...embedders] } : {}),
    "script-src": [...BASE_POLICY["script-src"], ...scriptHosts, ...(development ? ["'unsafe-eval'"] : [])],
    "img-src": [...BASE_POLICY["img-src"], ...media, ...scriptHosts],
    "media-src": [...BASE_POLICY["media-src"], ...media],
    "connect-src": [...BASE_POLICY["connect-src"], ...servers, ...scriptHosts, ...(development ? ["ws:"] : [])],
    "frame-src": ["'self'", ...(config.embeds.allow ? https(config.embeds.allow) : ["https:"])],
  });
}

/** Lists the origins of servers that any description of the site names. */
function serverOriginsOf({ openapi, descriptions }: Site): readonly string[] {
  const documents = [...(openapi ? [openapi] : []), ...Object.values(descriptions)];
  return [...new Set(documents.flatMap(listServerOrigins))].slice(0, MAX_SERVERS);
}

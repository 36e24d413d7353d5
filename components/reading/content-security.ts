import type { Config } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/page.ts";
import type { Site } from "../../lib/content/site.ts";

interface Allowed {
  readonly config: Config;
  readonly site: Site;
  /** The page that is shown, if it is one of the documentation. */
  readonly page: Page | undefined;
  readonly development: boolean;
}

/**
 * Content-Security-Policy of a page: its own origin, the hosts that the configuration allows for images and embeds and,
 * on API pages, the servers of the description, which the reader may call from there.
 */
export function contentSecurityPolicy({ config, site, page, development }: Allowed): string {
  const https = (hosts: readonly string[]) => hosts.map((host) => `https://${host}`);
  const servers = page?.kind === "api" ? serverOrigins(site) : [];
  const rules: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    // Next writes its data into inline scripts of prerendered pages, where a nonce cannot stand.
    "script-src": ["'self'", "'unsafe-inline'", ...(development ? ["'unsafe-eval'"] : [])],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", ...https(config.images.allow)],
    "connect-src": ["'self'", ...servers, ...(development ? ["ws:"] : [])],
    "frame-src": config.embeds.allow.length > 0 ? https(config.embeds.allow) : ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'self'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

/** Origins of the servers that the API description names; relative and templated addresses are none. */
export function serverOrigins({ description }: Pick<Site, "description">): string[] {
  const servers = Array.isArray(description?.servers) ? description.servers : [];
  const origins = servers.flatMap((server: { url?: unknown }) => {
    const url = typeof server?.url === "string" && URL.canParse(server.url) ? new URL(server.url) : undefined;
    return url && /^https?:$/.test(url.protocol) && !url.host.includes("{") ? [url.origin] : [];
  });
  return [...new Set(origins)];
}

import { withoutBasePath } from "../../lib/content/model/urls.ts";
import type { SiteScope } from "../site-scope.ts";

/** The target of an answer's link: a page of this site for `next/link`, or another site. */
export type LinkTarget = { readonly kind: "page"; readonly href: string } | { readonly kind: "elsewhere"; readonly href: string };

/**
 * Reads a link of an answer; undefined for anything but http, https, mailto and addresses within the site. The service
 * writes absolute addresses with the site's public one, which is not where a preview or a laptop serves it.
 */
export function readLink(site: SiteScope, href: string | undefined, origin: string): LinkTarget | undefined {
  const text = href?.trim();
  if (!text || !URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  if (url.protocol === "mailto:") return { kind: "elsewhere", href: url.href };
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const isHere = url.origin === origin || url.origin === new URL(site.siteUrl).origin;
  // A path with two slashes would lead to the host that it names.
  const leadsAway = withoutBasePath(site.basePath, url.pathname).startsWith("//");
  if (!isHere || !isWithin(site, url.pathname) || leadsAway) return { kind: "elsewhere", href: url.href };
  return { kind: "page", href: `${withoutBasePath(site.basePath, url.pathname)}${url.search}${url.hash}` };
}

function isWithin({ basePath }: SiteScope, path: string): boolean {
  return basePath === "" || path === basePath || path.startsWith(`${basePath}/`);
}

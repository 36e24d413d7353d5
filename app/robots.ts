import type { MetadataRoute } from "next";
import { ENGINE_ROUTES } from "@/lib/engine-paths.ts";
import { toAddresses, withBasePath } from "@/lib/site/served/site-url.ts";

export const revalidate = 30;

/** Folders of endpoints, such as `/v1/`, which crawlers must not read. */
const endpointFolders = new Set(ENGINE_ROUTES.endpoints.flatMap((route) => /^\/[^/]+\//.exec(route) ?? []));

export default function robots(): MetadataRoute.Robots {
  const allow = ["/", "/api/card/"].map(withBasePath);
  const disallow = [...endpointFolders, "/insights"].map(withBasePath);
  return { rules: { userAgent: "*", allow, disallow }, ...toAddresses({ sitemap: "/sitemap.xml" }) };
}

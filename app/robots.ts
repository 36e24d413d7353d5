import type { MetadataRoute } from "next";
import { absoluteUrl, withBasePath } from "@/components/docs/site-url.ts";

export const revalidate = 30;

export default function robots(): MetadataRoute.Robots {
  const allow = ["/", "/api/card/"].map(withBasePath);
  const disallow = ["/api/", "/v1/", "/v2/", "/insights"].map(withBasePath);
  return { rules: { userAgent: "*", allow, disallow }, sitemap: absoluteUrl("/sitemap.xml") };
}

import { getConfig } from "@/lib/config/config.ts";
import { lookOf, readableOn } from "@/lib/site/served/look.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

/** The configuration at start may differ from that of the build. */
export const dynamic = "force-dynamic";

/** Returns the icon of a site without one: the first letter of its name on its accent colour. */
export async function GET(): Promise<Response> {
  const site = await publicSite();
  const { accent } = lookOf(getConfig(), site);
  const [letter = ""] = site.project.name;
  const text = letter.toUpperCase().replace(/[<>&]/g, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent.light}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="${readableOn(accent.light)}">${text}</text></svg>`;
  return new Response(svg, { headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=3600" } });
}

import { readableOn } from "@/components/docs/theme.ts";
import { getConfig, getMainProject } from "@/lib/config/config.ts";

/** The configuration of the start may be another than that of the build. */
export const dynamic = "force-dynamic";

/** The icon of a site without one: the first letter of its name on its accent colour. */
export function GET(): Response {
  const { accent } = getConfig().theme;
  const [letter = ""] = getMainProject().name;
  const text = letter.toUpperCase().replace(/[<>&]/g, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent.light}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="${readableOn(accent.light)}">${text}</text></svg>`;
  return new Response(svg, { headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=3600" } });
}

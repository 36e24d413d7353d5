import { embedScript } from "@/components/embed/embed-script.ts";
import { getConfig } from "@/lib/config/config.ts";
import { assistantTriggerMessages, docsMessages } from "@/lib/i18n/messages.ts";
import { lookOf, readableOn } from "@/lib/site/served/look.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";
import { withBasePath } from "@/lib/site/served/site-url.ts";

/** Serves the script of the widget; 404 when no origin may embed the panel. */
export async function GET(): Promise<Response> {
  const config = getConfig();
  const { enabled, embed } = config.assistant;
  if (!enabled || embed.origins.length === 0)
    return new Response("There is no widget here: assistant.embed.origins is empty.\n", { status: 404 });
  const site = await publicSite();
  const { languages, defaultLanguage, name } = site.project;
  const ids = [defaultLanguage, ...languages.map(({ id }) => id)];
  const accent = lookOf(config, site, defaultLanguage).accent.light;
  const script = embedScript({
    frame: withBasePath("/embed"),
    name,
    origins: embed.origins,
    labels: Object.fromEntries(ids.map((id) => [id, assistantTriggerMessages(id).short])),
    close: Object.fromEntries(ids.map((id) => [id, docsMessages(id).close])),
    accent,
    onAccent: readableOn(accent),
  });
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=300, stale-while-revalidate=86400",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { searchTriggerMessages } from "../../lib/i18n/messages.ts";
import { readableOn, starterQuestionsOf } from "../../lib/site/served/look.ts";
import { SiteDocument } from "../docs/shell.tsx";
import { toSiteScope } from "../site-scope.ts";
import { EmbeddedAssistant } from "./embedded-assistant.tsx";

interface EmbedProps {
  readonly site: Site;
  readonly params: Promise<{ readonly language?: readonly string[] }>;
}

/** Renders the document of the frame; 404 when the configuration lists no page that may embed it. */
export async function EmbedLayout({ site, params, children }: EmbedProps & { readonly children: ReactNode }) {
  return (
    <SiteDocument site={site} language={await requireEmbedLanguage(site, params)}>
      {children}
    </SiteDocument>
  );
}

export async function embedMetadata(): Promise<Metadata> {
  return { title: getMainProject().name, robots: { index: false } };
}

interface EmbedPageProps extends EmbedProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

/** Renders the panel alone, in the language of the path, and the theme and accent that the query names. */
export async function EmbedPage({ site, params, searchParams }: EmbedPageProps) {
  const language = await requireEmbedLanguage(site, params);
  const { theme, accent } = await searchParams;
  const config = getConfig();
  return (
    <>
      <Appearance theme={theme} accent={accent} />
      <EmbeddedAssistant
        site={toSiteScope(config, site.project, { language })}
        language={language}
        origins={config.assistant.embed.origins}
        messages={searchTriggerMessages(language)}
        starterQuestions={starterQuestionsOf(site, config)}
      />
    </>
  );
}

/** Applies the embedding page's theme and accent before the first paint, and ignores anything but a known word and a colour. */
function Appearance({ theme, accent }: Readonly<Record<"theme" | "accent", unknown>>) {
  const isColour = typeof accent === "string" && /^#[0-9a-f]{6}$/i.test(accent);
  return (
    <>
      {theme === "light" || theme === "dark" ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: one of two words
        <script dangerouslySetInnerHTML={{ __html: toThemeScript(theme) }} />
      ) : null}
      {isColour ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a checked colour
        <style dangerouslySetInnerHTML={{ __html: `:root{--accent:${accent};--on-accent:${readableOn(accent)}}` }} />
      ) : null}
    </>
  );
}

/** Returns a script that replaces the reader's own choice, which the document has set already. */
function toThemeScript(theme: "light" | "dark"): string {
  return `{const{classList:c}=document.documentElement;c.remove("light","dark");c.add("${theme}")}`;
}

/** Returns the language that a path names, or the site's own where it names none that the site has. */
async function requireEmbedLanguage({ project }: Site, params: EmbedProps["params"]): Promise<string> {
  const { enabled, embed } = getConfig().assistant;
  if (!enabled || embed.origins.length === 0) notFound();
  const { languages, defaultLanguage } = project;
  const [asked] = (await params).language ?? [];
  return languages.find(({ id }) => id === asked)?.id ?? defaultLanguage;
}

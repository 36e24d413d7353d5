import { existsSync } from "node:fs";
import path from "node:path";
import type { ReactNode, ScriptHTMLAttributes } from "react";
import { type Config, getConfig, getEnvironment } from "../../lib/config/config.ts";
import { address } from "../../lib/content/model/address.ts";
import { parseMarkdown } from "../../lib/content/parse/syntax.ts";
import { listOf } from "../../lib/content/site/addresses.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { docsUrl } from "../../lib/content/site/site-links.ts";
import { directionOf } from "../../lib/i18n/languages.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { isExternal } from "../../lib/navigation/model.ts";
import { codeStyle } from "../../lib/site/served/code-colours.ts";
import { lookOf, PAPER } from "../../lib/site/served/look.ts";
import { styleUrl, withBasePath } from "../../lib/site/served/site-url.ts";
import { configHasChanged, currentGeneration } from "../../lib/site/stored/sites.ts";
import { earlyInputScript } from "../early-input.ts";
import { drawWords } from "../mdx/words.tsx";
import { ownUi } from "../own-ui.ts";
import { ownerScript } from "../owner-events.ts";
import { fontClasses } from "../ui/fonts.ts";
import { Message } from "../ui/message.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { PageHeaderFrame } from "./header-parts.tsx";
import { LiveRefresh } from "./live-refresh.tsx";
import { NavAnchor } from "./nav-choices.tsx";
import { PageNavigation } from "./page-navigation.tsx";
import { LanguageOfReader } from "./reader-language.tsx";
import { readerScript } from "./reader-script.ts";
import { themeScript, themeStyle } from "./theme.ts";

/** A fork puts the file into its public folder. */
const hasTouchIcon = existsSync(path.join(/* turbopackIgnore: true */ process.cwd(), "public/apple-touch-icon.png"));

interface DocumentProps {
  readonly site: Site;
  /** Names what the browser keeps of a signed-in reader; empty for one who is not. */
  readonly reader?: string;
  readonly language: string;
  readonly children: ReactNode;
}

/** Renders the document around every page: its language, colours, header and footer. */
export function Shell({ site, reader, language, children }: DocumentProps) {
  const messages = docsMessages(language);
  const look = lookOf(getConfig(), site, language);
  const { banner: Banner, footer: FooterSlot } = ownUi.slots ?? {};
  return (
    <SiteDocument site={site} {...(reader !== undefined && { reader })} language={language}>
      <a className={SKIP} href="#content">
        <Message of={messages} name="skip" />
      </a>
      <a className={`${SKIP} not-in-[body:has(#pages)]:hidden max-lg:hidden`} href="#pages">
        <Message of={messages} name="skipToPages" />
      </a>
      {getConfig().footer.llmsTxt ? <AgentsNote site={site} language={language} /> : null}
      {Banner || look.banner ? (
        <section aria-label={messages.announcement}>
          {Banner ? <Banner language={language} site={site} /> : null}
          <ContentBanner site={site} look={look} />
        </section>
      ) : null}
      <Header site={site} look={look} language={language} />
      {children}
      <PageNavigation basePath={getConfig().basePath} />
      <Footer
        site={site}
        look={look}
        language={language}
        own={FooterSlot ? <FooterSlot language={language} site={site} /> : null}
      />
      {getEnvironment().development ? <Development messages={messages} /> : null}
    </SiteDocument>
  );
}

const SKIP =
  "-top-24 fixed start-2 z-60 rounded-(--radius) bg-accent px-4 py-2.5 font-semibold text-on-accent focus:top-2 print:hidden";

/** Tells programs that read the HTML where the same is as Markdown. Nothing shows it or reads it out. */
function AgentsNote({ site: { project }, language }: { site: Site; language: string }) {
  const list = withBasePath(listOf(project, { language, version: project.defaultVersion }));
  return (
    <p hidden lang="en">
      All pages as Markdown are listed in <a href={list}>{list}</a>. The Markdown of a page is at its address with .md.
    </p>
  );
}

/** Renders a document with the site's language, colours, fonts and scripts, without header and footer. */
export async function SiteDocument({ site, reader = "", language, children }: DocumentProps) {
  const { scripts, events } = getConfig();
  const waiting = scripts.flatMap(({ consent, src, inline, attributes }) =>
    consent === undefined ? [] : [{ consent, inline, attributes, src: src?.startsWith("/") ? withBasePath(src) : src }],
  );
  const look = lookOf(getConfig(), site, language);
  const { headScripts: HeadScripts } = ownUi.slots ?? {};
  return (
    <html lang={languageTag(language)} dir={directionOf(language)} className={fontClasses} suppressHydrationWarning>
      {/* biome-ignore lint/style/noHeadElement: this is the root layout of the app router, where the element belongs */}
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from checked colours, names and paths of files */}
        <style dangerouslySetInnerHTML={{ __html: themeStyle(look) + (await codeStyle(look.code)) }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from one of three fixed words, runs before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: themeScript(look) }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: fixed text, runs before the page's code is there */}
        <script dangerouslySetInnerHTML={{ __html: earlyInputScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed function and settings as JSON */}
        <script dangerouslySetInnerHTML={{ __html: ownerScript({ eventTexts: events.texts, scripts: waiting }) }} />
        <LanguageOfReader project={site.project} />
        {site.audience ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: fixed text and letters of a hash
          <script dangerouslySetInnerHTML={{ __html: readerScript(reader) }} />
        ) : null}
        {/* Not in the metadata, where it would hide an apple-icon that a fork puts into app. */}
        <link rel="icon" href={withBasePath(look.favicon ?? "/api/icon")} />
        {hasTouchIcon ? <link rel="apple-touch-icon" href={withBasePath("/apple-touch-icon.png")} /> : null}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={look.background.light ?? PAPER.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={look.background.dark ?? PAPER.dark} />
        <OwnScripts scripts={scripts.filter(({ consent }) => consent === undefined)} />
        {HeadScripts ? <HeadScripts language={language} site={site} /> : null}
      </head>
      <body>
        {/* Here and not in the head, where the engine's own sheets come last. */}
        {(site.styles ?? []).map((sheet) => (
          <link key={sheet.path} rel="stylesheet" href={styleUrl(site.project, sheet)} />
        ))}
        {children}
      </body>
    </html>
  );
}

/** Follows edits; those of the config file only tell that a restart is needed. */
function Development({ messages }: { messages: DocsMessages }) {
  return (
    <>
      <LiveRefresh address={withBasePath("/api/internal/changes")} generation={currentGeneration()} />
      {configHasChanged() ? (
        <p role="alert" className="fixed inset-x-0 bottom-0 z-60 bg-ink px-4 py-2 text-center text-paper text-sm">
          <Message of={messages} name="configChanged" />
        </p>
      ) : null}
    </>
  );
}

/** React's names of attributes that HTML writes in lower case. */
const SPELLING: Readonly<Record<string, string>> = {
  crossorigin: "crossOrigin",
  fetchpriority: "fetchPriority",
  nomodule: "noModule",
  referrerpolicy: "referrerPolicy",
};

/** Renders the scripts of the configuration, for the head of every page. */
function OwnScripts({ scripts }: Pick<Config, "scripts">) {
  return scripts.map(({ src, inline, attributes }) => (
    <OwnScript key={src ?? inline} src={src} inline={inline} attributes={attributes} />
  ));
}

type OwnScriptProps = Pick<Config["scripts"][number], "src" | "inline" | "attributes">;

function OwnScript({ src, inline, attributes }: OwnScriptProps) {
  const given = Object.entries(attributes).map(([name, value]) => [SPELLING[name] ?? name, value === true ? "" : value]);
  const props: ScriptHTMLAttributes<HTMLScriptElement> = Object.fromEntries(given);
  const isDeferred = attributes.defer !== undefined && attributes.defer !== false;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text of the configuration, which is code */}
      {inline ? <script dangerouslySetInnerHTML={{ __html: inline }} /> : null}
      {src ? (
        <script {...props} async={!isDeferred} defer={isDeferred} src={src.startsWith("/") ? withBasePath(src) : src} />
      ) : null}
    </>
  );
}

const TONE = { info: "bg-accent text-on-accent", warning: "bg-[#7a4b00] text-white", critical: "bg-[#a01818] text-white" };

/** Renders the banner of the content above every page: text, emphasis, code and links, and no other Markdown. */
function ContentBanner({ site, look: { banner } }: Pick<PageHeaderFrame, "site" | "look">) {
  const [first] = banner ? parseMarkdown(banner.content).children : [];
  if (!banner || first?.type !== "paragraph") return null;
  return (
    <div className={`px-4 py-2 text-center text-sm print:hidden [&_a]:underline [&_svg]:inline ${TONE[banner.type]}`} role="note">
      {drawWords(first.children, ({ url, children }) => {
        const { data: href } = address.safeParse(url);
        const target = href && docsUrl(site, href);
        return target ? (
          <NavAnchor url={target} isExternal={isExternal(target)}>
            {children}
          </NavAnchor>
        ) : (
          children
        );
      })}
    </div>
  );
}

import { GitBranch } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { getConfig, getEnvironment, getMainProject } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site.ts";
import { landingPath, pagePath } from "../../lib/content/urls.ts";
import { directionOf } from "../../lib/i18n/catalogue.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/docs.ts";
import { readBrand } from "../../lib/site/brand.ts";
import { latestSite } from "../../lib/site/follow.ts";
import { currentGeneration } from "../../lib/site/site.ts";
import { AssistantSlot } from "../assistant/assistant-slot.tsx";
import { earlyInputScript } from "../early-input.ts";
import { ownUi } from "../own-ui.ts";
import { SearchTrigger } from "../search/search-trigger.tsx";
import { toSiteScope } from "../site-scope.ts";
import { Message } from "../ui/message.tsx";
import { firstPath } from "./alternatives.ts";
import { LiveRefresh } from "./live-refresh.tsx";
import { Logo } from "./logo.tsx";
import { OwnScripts } from "./own-scripts.tsx";
import { withBasePath } from "./site-url.ts";
import { themeScript, themeStyle } from "./theme.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The document around every page: its language, colours, header and footer. */
export async function Shell({ language, children }: { language: string; children: ReactNode }) {
  const messages = docsMessages(language);
  const { theme, scripts } = getConfig();
  const site = await latestSite(getMainProject().domain);
  const { banner: Banner, footer: FooterSlot, headScripts: HeadScripts } = ownUi.slots ?? {};
  return (
    <html lang={language} dir={directionOf(language)} suppressHydrationWarning>
      {/* biome-ignore lint/style/noHeadElement: this is the root layout of the app router, where the element belongs */}
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from two checked hexadecimal colours */}
        <style dangerouslySetInnerHTML={{ __html: themeStyle(theme) }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from one of three fixed words, runs before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: themeScript(theme) }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: fixed text, runs before the page's code is there */}
        <script dangerouslySetInnerHTML={{ __html: earlyInputScript }} />
        <OwnScripts scripts={scripts} />
        {HeadScripts ? <HeadScripts language={language} /> : null}
      </head>
      <body>
        <a className="skip-link" href="#content">
          <Message of={messages} name="skip" />
        </a>
        {Banner ? <Banner language={language} /> : null}
        <Header site={site} language={language} messages={messages} />
        {children}
        {FooterSlot ? <FooterSlot language={language} /> : null}
        <Footer />
        {getEnvironment().development ? (
          <LiveRefresh address={withBasePath("/api/internal/changes")} generation={currentGeneration()} />
        ) : null}
      </body>
    </html>
  );
}

function Header({ site: live, language, messages }: { site: Site; language: string; messages: DocsMessages }) {
  const config = getConfig();
  const { assistant, navigation, theme } = config;
  const { header: HeaderSlot } = ownUi.slots ?? {};
  const { project } = live;
  const site = toSiteScope(config, project, language);
  const start = firstPath(live, { language, version: project.defaultVersion });
  const schemes = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };
  return (
    <header className="site-header">
      <div className="site-header-row">
        <Link className="site-name" href={live.docs ? (start ?? "/") : landingPath(project, language)} prefetch={false}>
          <SiteName name={project.name} />
        </Link>
        <nav className="site-links" aria-label={messages.footer}>
          {start && !live.docs ? (
            <Link href={pagePath(project, { language, version: project.defaultVersion, slug: "" })} prefetch={false}>
              <Message of={messages} name="docs" />
            </Link>
          ) : null}
          {navigation.links.map(({ text, url }) => (
            <a key={url} href={url.startsWith("/") ? withBasePath(url) : url}>
              {text}
            </a>
          ))}
        </nav>
        {HeaderSlot ? <HeaderSlot language={language} /> : null}
        <SearchTrigger site={site} />
        {assistant.enabled ? <AssistantSlot site={site} starterQuestions={assistant.starterQuestions} /> : null}
        {navigation.repository ? (
          <a className="icon-button" href={navigation.repository} aria-label={messages.repository} title={messages.repository}>
            <GitBranch aria-hidden size={17} />
          </a>
        ) : null}
        <ThemeSwitch label={messages.theme} names={schemes} initial={theme.colorScheme} />
      </div>
    </header>
  );
}

/** The logo with the name beside it, or either alone. */
async function SiteName({ name }: { name: string }) {
  const { logo } = getConfig();
  const brand = await readBrand();
  const isNamed = !brand || logo?.showName !== false;
  return (
    <>
      {brand ? <Logo brand={brand} alt={isNamed ? "" : name} /> : null}
      {isNamed ? <span>{name}</span> : null}
    </>
  );
}

function Footer() {
  const { footer, navigation, organisation } = getConfig();
  return (
    <footer className="site-footer">
      <div className="site-footer-row">
        <span>{organisation.name}</span>
        {navigation.links.map(({ text, url }) => (
          <a key={url} className="narrow-only" href={url.startsWith("/") ? withBasePath(url) : url}>
            {text}
          </a>
        ))}
        {footer.links.map(({ text, url }) => (
          <a key={url} href={url.startsWith("/") ? withBasePath(url) : url}>
            {text}
          </a>
        ))}
        <a href={withBasePath("/llms.txt")}>llms.txt</a>
      </div>
    </footer>
  );
}

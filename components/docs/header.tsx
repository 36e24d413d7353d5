import { EllipsisVertical } from "lucide";
import { getConfig } from "../../lib/config/config.ts";
import { landingPath, pagePath } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { assistantTriggerMessages, type DocsMessages, docsMessages, searchTriggerMessages } from "../../lib/i18n/messages.ts";
import { firstPath, pagesInOrder } from "../../lib/navigation/navigation.ts";
import { type Brand, type BrandImage, readBrand } from "../../lib/site/brand.ts";
import { type Look, starterQuestionsOf } from "../../lib/site/look.ts";
import { AssistantSlot } from "../assistant/assistant-slot.tsx";
import { ownUi } from "../own-ui.ts";
import { SearchTrigger } from "../search/search.tsx";
import { toSiteScope } from "../site-scope.ts";
import { RepositoryIcon } from "../ui/brand-icon.tsx";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { MenuAnchor, MenuLink } from "../ui/menu-items.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { withBasePath } from "./site-url.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

export interface PageHeaderFrame {
  readonly site: Site;
  readonly look: Look;
  readonly language: string;
}

/** The bar above every page. Where it has no room for its links, a menu holds them. */
export function Header({ site: live, look, language }: PageHeaderFrame) {
  const messages = docsMessages(language);
  const config = getConfig();
  const { assistant } = config;
  const { header: HeaderSlot } = ownUi.slots ?? {};
  const { header: OwnHeader } = ownUi.parts ?? {};
  const { project } = live;
  const site = toSiteScope(config, project, { language, startPages: startPages(live, language) });
  const start = startOf(live, language);
  const home = project.addresses === "paths" ? start : landingPath(project, language);
  // At the root, the name already leads where "Docs" would.
  const docsLink = start === home ? undefined : start;
  const schemes = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };
  const search = <SearchTrigger site={site} messages={searchTriggerMessages(language)} />;
  const assistantButton = assistant.enabled ? (
    <AssistantSlot
      site={site}
      messages={assistantTriggerMessages(language)}
      starterQuestions={starterQuestionsOf(live, getConfig())}
    />
  ) : null;
  const languages = <LanguageMenu site={live} language={language} messages={messages} />;
  const scheme = look.hasSchemeSwitch ? <ThemeSwitch label={messages.theme} names={schemes} initial={look.colorScheme} /> : null;
  const bar = (
    <header className="@container/header sticky top-0 z-40 h-(--header) border-line border-b bg-paper/90 [backdrop-filter:blur(12px)] print:hidden">
      <div className="mx-auto flex h-full max-w-(--page-width) items-center gap-1.5 px-4 md:px-6">
        <PageLink
          className="me-auto inline-flex min-w-0 items-center gap-2.5 font-display font-(--display-weight) text-xl tracking-tight"
          href={look.home ?? home}
        >
          <SiteName name={project.name} logo={look.logo} />
        </PageLink>
        <div className="contents print:hidden">
          <Links look={look} start={docsLink} messages={messages} />
          {HeaderSlot ? <HeaderSlot language={language} site={live} /> : null}
          {search}
          {assistantButton}
          <Primary look={look} />
          <Repository look={look} messages={messages} />
          {languages}
          {scheme}
          <LinkMenu look={look} start={docsLink} messages={messages} />
        </div>
      </div>
    </header>
  );
  if (!OwnHeader) return bar;
  const menus = (
    <>
      {languages}
      {scheme}
    </>
  );
  return (
    <OwnHeader language={language} site={live} search={search} assistant={assistantButton} menus={menus}>
      {bar}
    </OwnHeader>
  );
}

/** The logo with the name beside it, or either alone. A logo that came with the content stands for the name unless it says otherwise. */
async function SiteName({ name, logo: own }: { name: string; logo: Look["logo"] }) {
  const { logo } = getConfig();
  const brand = own ? { light: { path: own.light, data: "" }, dark: { path: own.dark, data: "" } } : await readBrand();
  const isNamed = own ? own.showName : !brand || logo?.showName !== false;
  return (
    <>
      {brand ? <Logo brand={brand} alt={isNamed ? "" : name} /> : null}
      {isNamed ? <span className="truncate">{name}</span> : null}
    </>
  );
}

interface Part {
  readonly look: Look;
  /** URL of the first page; undefined where only the name links there. */
  readonly start: string | undefined;
  readonly messages: DocsMessages;
}

const LINK = "rounded-lg px-3 py-1.5 text-[0.9375rem] text-muted transition-colors hover:text-ink";

function Links({ look, start, messages }: Part) {
  return (
    <nav className="flex items-center gap-1 @max-3xl/header:hidden" aria-label={messages.footer}>
      {start ? (
        <PageLink className={LINK} href={start}>
          <Message of={messages} name="docs" />
        </PageLink>
      ) : null}
      <SiteLinks links={look.links} className={LINK} />
    </nav>
  );
}

/** Links of the configuration or of docs.json. */
export function SiteLinks({ links, className }: { links: Look["links"]; className: string }) {
  return links.map(({ text, url }) => (
    <a key={url} className={className} href={toHref(url)}>
      {text}
    </a>
  ));
}

function Primary({ look: { primary } }: Pick<Part, "look">) {
  if (!primary) return null;
  return (
    <a
      className="rounded-lg bg-accent px-3.5 py-1.5 font-semibold text-[0.9375rem] text-on-accent transition-opacity hover:opacity-90 @max-2xl/header:hidden"
      href={toHref(primary.url)}
    >
      {primary.text}
    </a>
  );
}

function Repository({ look: { repository }, messages }: Pick<Part, "look" | "messages">) {
  if (!repository) return null;
  const name = { "aria-label": messages.repository, title: messages.repository };
  return (
    <a className={`${iconButtonClass()} @max-md/header:hidden`} href={repository} {...name}>
      <RepositoryIcon url={repository} />
    </a>
  );
}

function LinkMenu({ look, start, messages }: Part) {
  const { repository } = look;
  const links = [...look.links, ...(look.primary ? [look.primary] : [])];
  if (!start && links.length === 0 && !repository) return null;
  return (
    <div className="@3xl/header:hidden">
      <Menu
        trigger={<LucideSvg icon={EllipsisVertical} size={18} />}
        label={messages.siteMenu}
        triggerClass={iconButtonClass()}
        align="end"
      >
        <nav aria-label={messages.footer}>
          {start ? (
            <MenuLink href={start}>
              <Message of={messages} name="docs" />
            </MenuLink>
          ) : null}
          {links.map(({ text, url }) => (
            <MenuAnchor key={url} href={toHref(url)}>
              {text}
            </MenuAnchor>
          ))}
          {repository ? (
            <MenuAnchor href={repository}>
              <RepositoryIcon url={repository} />
              <Message of={messages} name="repository" />
            </MenuAnchor>
          ) : null}
        </nav>
      </Menu>
    </div>
  );
}

function startOf(site: Site, language: string): string {
  const { project } = site;
  const locale = { language, version: project.defaultVersion };
  if (project.addresses === "paths" || project.pagesAt === "root") return firstPath(site, locale) ?? "/";
  return pagePath(project, { ...locale, slug: "" });
}

const MAX_START_PAGES = 5;

/** The first pages of the sidebar. */
function startPages(site: Site, language: string): { title: string; path: string }[] {
  const pages = pagesInOrder(site, { language, version: site.project.defaultVersion });
  return pages.slice(0, MAX_START_PAGES).map(({ title, path }) => ({ title, path }));
}

/** The address of a link of the configuration: a path of the site, or a whole address. */
function toHref(url: string): string {
  return url.startsWith("/") ? withBasePath(url) : url;
}

const HEIGHT = 26;

/** The logo in the picture for the reader's scheme. What is beside it, or `alt`, says the name. */
function Logo({ brand: { light, dark }, alt = "" }: { brand: Brand; alt?: string }) {
  if (light.path === dark.path) return <Picture image={light} alt={alt} />;
  return (
    <>
      <Picture image={light} alt={alt} scheme="light" />
      <Picture image={dark} alt={alt} scheme="dark" />
    </>
  );
}

/** Paper is light. */
const SHOWN = { light: "dark:hidden print:block!", dark: "not-dark:hidden print:hidden!" } as const;

interface PictureProps {
  readonly image: BrandImage;
  readonly alt: string;
  readonly scheme?: "light" | "dark";
}

function Picture({ image: { path, size }, alt, scheme }: PictureProps) {
  const width = size && Math.round((HEIGHT * size.width) / size.height);
  return (
    // biome-ignore lint/performance/noImgElement: a small file that needs no resizing
    <img
      className={`w-auto max-w-48 shrink-0 object-contain ${scheme ? SHOWN[scheme] : ""}`}
      src={withBasePath(path)}
      alt={alt}
      width={width}
      height={HEIGHT}
      style={{ height: HEIGHT }}
    />
  );
}

import { EllipsisVertical } from "lucide";
import type { ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { assistantTriggerMessages, type DocsMessages, docsMessages, searchTriggerMessages } from "../../lib/i18n/messages.ts";
import { homePath, pagesInOrder, startPath } from "../../lib/navigation/navigation.ts";
import { type Brand, type BrandImage, type Look, readBrand, starterQuestionsOf } from "../../lib/site/served/look.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { AssistantSlot } from "../assistant/assistant-slot.tsx";
import { ownUi } from "../own-ui.ts";
import { SearchTrigger } from "../search/search.tsx";
import { toSiteScope } from "../site-scope.ts";
import { RepositoryIcon } from "../ui/brand-icon.tsx";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { MenuAnchor, MenuLink } from "../ui/menu-items.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { HeaderFit } from "./header-fit.tsx";
import { type FitWidths, toRules } from "./header-rules.ts";
import { LanguageLinks, LanguageMenu } from "./language-menu.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export interface PageHeaderFrame {
  readonly site: Site;
  readonly look: Look;
  readonly language: string;
}

/** A link of the bar. */
interface BarLink {
  readonly text: string;
  readonly url: string;
  /** A page of the site, which opens without a load. */
  readonly isPage?: boolean;
}

/** Renders the bar above every page. Parts that do not fit are in a menu at its end; see `HeaderFit`. */
export function Header({ site: live, look, language }: PageHeaderFrame) {
  const messages = docsMessages(language);
  const config = getConfig();
  const { header: HeaderSlot } = ownUi.slots ?? {};
  const { header: OwnHeader } = ownUi.parts ?? {};
  const { project } = live;
  const site = toSiteScope(config, project, {
    language,
    startPages: startPages(live, language),
    changelogs: changelogs(live, language),
  });
  const start = startPath(live, language);
  const home = homePath(live, language);
  // At the root, the name already leads where "Docs" would.
  const links: BarLink[] = [...(start === home ? [] : [{ text: messages.docs, url: start, isPage: true }]), ...look.links];
  const schemes = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };
  const theme = { label: messages.theme, names: schemes, initial: look.colorScheme };
  const search = <SearchTrigger site={site} messages={searchTriggerMessages(language)} />;
  const assistantButton = config.assistant.enabled ? (
    <AssistantSlot
      site={site}
      messages={assistantTriggerMessages(language)}
      starterQuestions={starterQuestionsOf(live, config)}
    />
  ) : null;
  const languages = project.languages.length > 1 ? <LanguageMenu site={live} language={language} messages={messages} /> : null;
  const scheme = look.hasSchemeSwitch ? <ThemeSwitch {...theme} /> : null;
  const hasLinks = links.length > 0 || look.primary !== undefined || look.repository !== undefined;
  const estimate = estimateWidths({
    name: project.name,
    links,
    look,
    boxes: [searchTriggerMessages(language).search, ...(assistantButton ? [assistantTriggerMessages(language).short] : [])],
    icons: [...(languages ? ["languages"] : []), ...(scheme ? ["theme"] : [])],
    slots: HeaderSlot ? 1 : 0,
  });
  const bar = (
    <header className="@container/header sticky top-0 z-40 h-(--header) border-line border-b bg-paper/90 [backdrop-filter:blur(12px)] print:hidden">
      <div className="mx-auto flex h-full max-w-(--page-width) items-center gap-1.5 whitespace-nowrap px-4 *:shrink-0 md:px-6">
        <PageLink
          className="me-auto inline-flex items-center gap-2.5 font-display font-(--display-weight) text-xl tracking-tight"
          href={look.home ?? home}
          data-fit-home
        >
          <SiteName name={project.name} logo={look.logo} />
        </PageLink>
        {links.length > 0 ? <Links links={links} label={messages.footer} /> : null}
        {HeaderSlot ? <HeaderSlot language={language} site={live} /> : null}
        {search}
        {assistantButton}
        <Primary look={look} />
        <Repository look={look} messages={messages} />
        {languages}
        {scheme}
        {hasLinks || languages || scheme ? (
          <MoreMenu links={links} look={look} messages={messages}>
            {languages ? (
              <nav aria-label={messages.language} className={hasLinks ? GROUP : undefined} data-fit-menu="languages">
                <LanguageLinks site={live} language={language} />
              </nav>
            ) : null}
            {scheme ? (
              <div className={hasLinks || languages ? GROUP : undefined} data-fit-menu="theme">
                <ThemeSwitch {...theme} isItem />
              </div>
            ) : null}
          </MoreMenu>
        ) : null}
        <HeaderFit rules={toRules(estimate)} steps={estimate.steps} />
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

/** Renders the logo, the name, or both. A logo of the content replaces the name unless its settings ask for both. */
async function SiteName({ name, logo: own }: { name: string; logo: Look["logo"] }) {
  const { logo } = getConfig();
  const brand = own ? { light: { path: own.light, data: "" }, dark: { path: own.dark, data: "" } } : await readBrand();
  const isNamed = own ? own.showName : !brand || logo?.showName !== false;
  return (
    <>
      {brand ? <Logo brand={brand} alt={isNamed ? "" : name} /> : null}
      {isNamed ? (
        <span className="overflow-hidden text-ellipsis" data-fit-name>
          {name}
        </span>
      ) : null}
    </>
  );
}

const LINK = "rounded-lg px-3 py-1.5 text-[0.9375rem] text-muted transition-colors hover:text-ink";

function Links({ links, label }: { links: readonly BarLink[]; label: string }) {
  return (
    <nav className="flex items-center gap-1.5" aria-label={label}>
      {links.map(({ text, url, isPage }, index) =>
        isPage ? (
          <PageLink key={url} className={LINK} href={url} data-fit={index}>
            {text}
          </PageLink>
        ) : (
          <a key={url} className={LINK} href={toHref(url)} data-fit={index}>
            {text}
          </a>
        ),
      )}
    </nav>
  );
}

/** Renders links of the configuration or of docs.json. */
export function SiteLinks({ links, className }: { links: Look["links"]; className: string }) {
  return links.map(({ text, url }) => (
    <a key={url} className={className} href={toHref(url)}>
      {text}
    </a>
  ));
}

function Primary({ look: { primary } }: { look: Look }) {
  if (!primary) return null;
  return (
    <a
      className="rounded-lg bg-accent px-3.5 py-1.5 font-semibold text-[0.9375rem] text-on-accent transition-opacity hover:opacity-90"
      href={toHref(primary.url)}
      data-fit="primary"
    >
      {primary.text}
    </a>
  );
}

function Repository({ look: { repository }, messages }: { look: Look; messages: DocsMessages }) {
  if (!repository) return null;
  const name = { "aria-label": messages.repository, title: messages.repository };
  return (
    <a className={iconButtonClass()} href={repository} data-fit="repository" {...name}>
      <RepositoryIcon url={repository} />
    </a>
  );
}

const GROUP = "mt-1 border-line border-t pt-1";

interface MoreMenuProps {
  readonly links: readonly BarLink[];
  readonly look: Look;
  readonly messages: DocsMessages;
  /** Choices that are in the bar when they fit. */
  readonly children: ReactNode;
}

/** Renders a menu of everything that may have to leave the bar; each part shows in one of the two. */
function MoreMenu({ links, look: { primary, repository }, messages, children }: MoreMenuProps) {
  return (
    <div data-fit-more>
      <Menu
        trigger={<LucideSvg icon={EllipsisVertical} size={18} />}
        label={messages.siteMenu}
        triggerClass={iconButtonClass()}
        align="end"
      >
        {links.length > 0 || primary || repository ? (
          <nav aria-label={messages.siteMenu}>
            {links.map(({ text, url, isPage }, index) =>
              isPage ? (
                <MenuLink key={url} href={url} data-fit-menu={index}>
                  {text}
                </MenuLink>
              ) : (
                <MenuAnchor key={url} href={toHref(url)} data-fit-menu={index}>
                  {text}
                </MenuAnchor>
              ),
            )}
            {primary ? (
              <MenuAnchor href={toHref(primary.url)} data-fit-menu="primary">
                {primary.text}
              </MenuAnchor>
            ) : null}
            {repository ? (
              <MenuAnchor href={repository} data-fit-menu="repository">
                <RepositoryIcon url={repository} />
                {messages.repository}
              </MenuAnchor>
            ) : null}
          </nav>
        ) : null}
        {children}
      </Menu>
    </div>
  );
}

/** Widths in pixels: of a square button, the space between two parts, and what is around the words of a link and of a box. */
const [ICON, GAP, LINK_SPACE, BOX_SPACE, KEYS] = [40, 6, 24, 51, 60];

interface BarParts {
  readonly name: string;
  readonly links: readonly BarLink[];
  readonly look: Look;
  /** Words of the buttons that can shrink to their icons, search first. */
  readonly boxes: readonly string[];
  /** Steps of the other square buttons. */
  readonly icons: readonly string[];
  readonly slots: number;
}

/** Returns how wide the parts of the bar will be, as far as their texts tell. */
function estimateWidths({ name, links, look, boxes, icons, slots }: BarParts): FitWidths {
  const linkSteps = links.map(({ text }, index) => ({ id: String(index), saves: textWidth(text) + LINK_SPACE + GAP })).reverse();
  const steps = [
    ...linkSteps,
    ...(look.primary ? [{ id: "primary", saves: textWidth(look.primary.text) + LINK_SPACE + GAP }] : []),
    ...[...(look.repository ? ["repository"] : []), ...icons].map((id) => ({ id, saves: ICON + GAP })),
  ].map((step) => ({ ...step, inMenu: true }));
  const boxWidths = boxes.map((text, index) => textWidth(text) + BOX_SPACE + (index === 0 ? KEYS : 0));
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  const logo = getConfig().logo || look.logo ? 36 : 0;
  const total =
    32 + logo + 1.4 * textWidth(name) + sum(boxWidths.map((width) => width + GAP)) + sum(steps.map(({ saves }) => saves));
  const shrink = { id: "boxes", saves: sum(boxWidths.map((width) => width - ICON)), inMenu: false };
  const first = steps.length - icons.length;
  return {
    total: total + slots * 120,
    menu: ICON + GAP,
    steps: [...steps.slice(0, first), shrink, ...steps.slice(first), { id: "name", saves: 0, inMenu: false }],
    max: 1440,
    rem: 16,
  };
}

/** Estimates the width of a text in pixels: 15 for a character of Chinese, Japanese or Korean, 7.5 for any other. */
function textWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < 0x2e80 ? 7.5 : 15), 0);
}

const MAX_START_PAGES = 5;

/** Returns the first pages of the sidebar. */
function startPages(site: Site, language: string): { title: string; path: string }[] {
  const pages = pagesInOrder(site, { language, version: site.project.defaultVersion });
  return pages.slice(0, MAX_START_PAGES).map(({ title, path }) => ({ title, path }));
}

/** Returns the paths of pages that offer their updates as a feed. */
function changelogs({ pages }: Site, language: string): string[] {
  return pages.filter((page) => page.rss && page.language === language).map(({ path }) => path);
}

/** Returns the address of a link of the configuration, which is a path of the site or a whole URL. */
function toHref(url: string): string {
  return url.startsWith("/") ? withBasePath(url) : url;
}

const HEIGHT = 26;

/** Renders the logo for the reader's colour scheme. Text beside it, or `alt`, gives the name. */
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

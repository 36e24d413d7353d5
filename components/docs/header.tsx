import { EllipsisVertical, Menu as MenuIcon } from "lucide";
import { getConfig } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { assistantTriggerMessages, docsMessages, searchTriggerMessages } from "../../lib/i18n/messages.ts";
import { homePath } from "../../lib/navigation/navigation.ts";
import { pagesToBeginWith } from "../../lib/navigation/page-groups.ts";
import { type Brand, type BrandImage, type Look, readBrand, starterQuestionsOf } from "../../lib/site/served/look.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { AssistantSlot } from "../assistant/assistant-slot.tsx";
import { ownUi } from "../own-ui.ts";
import { SearchTrigger } from "../search/search.tsx";
import { toSiteScope } from "../site-scope.ts";
import { MENU_ITEM } from "../ui/button.ts";
import { IconButton, iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { PageLink } from "../ui/page-link.tsx";
import {
  BarAnchor,
  type BarLink,
  barLinks,
  LinkedPlaces,
  type PageHeaderFrame,
  PRIMARY,
  ReaderLink,
  Repository,
  SiteChoices,
  sidebarId,
  themeOf,
  toHref,
} from "./header-parts.tsx";
import { LanguageLinks } from "./language-menu.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Renders the bar above every page. In narrow windows its links and choices are in the drawer of pages, see `Sidebar`. */
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
  const links = barLinks(live, look, language);
  const search = <SearchTrigger site={site} messages={searchTriggerMessages(language)} />;
  const assistantButton = config.assistant.enabled ? (
    <AssistantSlot
      site={site}
      messages={assistantTriggerMessages(language)}
      starterQuestions={starterQuestionsOf(live, config)}
    />
  ) : null;
  const choices = { site: live, look, language };
  const places = placeLinks(links, {
    around: [project.name, look.primary?.text ?? "", assistantButton ? assistantTriggerMessages(language).short : ""],
    icons: 2 + (look.repository ? 1 : 0) + (project.languages.length > 1 ? 1 : 0),
    slots: HeaderSlot ? 1 : 0,
  });
  const bar = (
    <header className="@container/header sticky top-0 z-40 h-(--header) border-line border-b bg-paper print:hidden">
      <div className="mx-auto flex h-full max-w-(--page-width) items-center gap-1.5 whitespace-nowrap px-4 *:shrink-0 md:px-6">
        <PageLink
          className="me-auto inline-flex min-h-10 min-w-0 shrink! items-center gap-2.5 pe-3 font-display font-(--display-weight) text-xl tracking-display"
          href={look.home ?? homePath(live, language)}
        >
          <SiteName name={project.name} logo={look.logo} />
        </PageLink>
        <BarLinks links={links} places={places} label={messages.footer} />
        {HeaderSlot ? <HeaderSlot language={language} site={live} /> : null}
        {search}
        {assistantButton}
        <div className="flex items-center gap-1.5 @max-4xl/header:hidden">
          {look.primary ? (
            <a className={PRIMARY} href={toHref(look.primary.url)}>
              {look.primary.text}
            </a>
          ) : null}
          <Repository look={look} messages={messages} />
          <SiteChoices {...choices} />
          <ReaderLink site={live} language={language} className={LINK} />
        </div>
        <MoreLinks {...choices} links={links} places={places} />
        <DrawerButton label={messages.menu} />
      </div>
    </header>
  );
  if (!OwnHeader) return bar;
  return (
    <OwnHeader language={language} site={live} search={search} assistant={assistantButton} menus={<SiteChoices {...choices} />}>
      {bar}
    </OwnHeader>
  );
}

/** Renders the button that opens the drawer of pages, where the page has one and no room for a column. */
function DrawerButton({ label }: { label: string }) {
  return (
    <div className="hidden in-[body:has(#pages)]:@max-4xl/header:block" data-drawer>
      <IconButton popoverTarget={sidebarId} label={label}>
        <LucideSvg icon={MenuIcon} size={19} />
      </IconButton>
    </div>
  );
}

const LINK = "rounded-lg px-3 py-1.5 text-[0.9375rem] text-muted transition-colors hover:text-ink";

interface PlacedLinks {
  readonly links: readonly BarLink[];
  /** For each link, the width of the header from which it is in the bar. */
  readonly places: readonly Place[];
}

function BarLinks({ links, places, label }: PlacedLinks & { readonly label: string }) {
  const [first] = places;
  if (first === undefined) return null;
  return (
    <nav className={`flex items-center gap-1.5 ${IN_BAR[first]}`} aria-label={label}>
      {links.map((link, index) => (
        <BarAnchor key={link.url} {...link} className={`${LINK} ${IN_BAR[places[index] ?? "never"]}`} />
      ))}
    </nav>
  );
}

/** Renders a menu of what is not in the bar: links without room, and everything on a narrow page without a drawer. */
function MoreLinks({ links, places, site, look, language }: PlacedLinks & PageHeaderFrame) {
  const messages = docsMessages(language);
  const last = places.at(-1);
  return (
    <div className={`in-[body:has(#pages)]:@max-4xl/header:hidden ${last ? IN_MENU[last] : "@4xl/header:hidden"}`}>
      <Menu
        trigger={<LucideSvg icon={EllipsisVertical} size={18} />}
        label={messages.siteMenu}
        triggerClass={iconButtonClass()}
        align="end"
      >
        <nav aria-label={messages.siteMenu}>
          {links.map((link, index) => (
            <BarAnchor key={link.url} {...link} className={`${MENU_ITEM} ${IN_MENU[places[index] ?? "never"]}`} />
          ))}
        </nav>
        <div className="@4xl/header:hidden">
          <LinkedPlaces look={look} messages={messages} />
          <LanguageLinks site={site} language={language} />
          {look.hasSchemeSwitch ? <ThemeSwitch {...themeOf(look, messages)} isItem /> : null}
          <ReaderLink site={site} language={language} className={MENU_ITEM} />
        </div>
      </Menu>
    </div>
  );
}

/** Widths of the header in rem from which a link is in the bar; before them it is in the menu. */
const PLACES = [64, 72, 80] as const;
type Place = (typeof PLACES)[number] | "never";

const IN_BAR: Readonly<Record<Place, string>> = {
  64: "@max-5xl/header:hidden",
  72: "@max-6xl/header:hidden",
  80: "@max-7xl/header:hidden",
  never: "hidden",
};
const IN_MENU: Readonly<Record<Place, string>> = {
  64: "@5xl/header:hidden",
  72: "@6xl/header:hidden",
  80: "@7xl/header:hidden",
  never: "",
};

/** Widths in pixels: a square button, the room of the search box, the space in a link, the padding of the bar, a slot of a fork. */
const [ICON, SEARCH, LINK_SPACE, PADDING, SLOT] = [46, 180, 30, 96, 126];

interface BarParts {
  /** Words beside the links: the site's name and its buttons. */
  readonly around: readonly string[];
  readonly icons: number;
  readonly slots: number;
}

/** Returns the narrowest header for each link, by the width of its text and of those before it. */
function placeLinks(links: readonly BarLink[], { around, icons, slots }: BarParts): Place[] {
  const [name = "", ...buttons] = around;
  const words = buttons.filter((text) => text !== "").reduce((sum, text) => sum + textWidth(text) + 2 * LINK_SPACE, 0);
  const nameWidth = textWidth(name) * (name.length > LONG_NAME ? 0.6 : 1.4);
  let needed = PADDING + nameWidth + SEARCH + words + icons * ICON + slots * SLOT;
  return links.map(({ text }) => {
    needed += textWidth(text) + LINK_SPACE;
    return PLACES.find((rem) => 16 * rem >= needed) ?? "never";
  });
}

/** Estimates the width of a text in pixels: 16 for a character of Chinese, Japanese or Korean, 8 for any other. */
function textWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) < 0x2e80 ? 8 : 16), 0);
}

/** From this many characters on, a name may take several lines. */
const LONG_NAME = 20;
const SMALL_NAME =
  "line-clamp-3 whitespace-normal text-[0.8125rem] leading-[1.15] @4xl/header:line-clamp-2 @4xl/header:text-base @4xl/header:leading-tight";

/** Renders the logo, the name, or both. A logo of the content replaces the name unless its settings ask for both. */
async function SiteName({ name, logo: own }: { name: string; logo: Look["logo"] }) {
  const { logo } = getConfig();
  const brand = own ? { light: { path: own.light, data: "" }, dark: { path: own.dark, data: "" } } : await readBrand();
  const isNamed = own ? own.showName : !brand || logo?.showName !== false;
  return (
    <>
      {brand ? <Logo brand={brand} alt={isNamed ? "" : name} /> : null}
      {isNamed ? <span className={`text-balance wrap-anywhere ${name.length > LONG_NAME ? SMALL_NAME : ""}`}>{name}</span> : null}
    </>
  );
}

const MAX_START_PAGES = 5;

/** Returns the pages that the empty search box offers. */
function startPages(site: Site, language: string): { title: string; path: string }[] {
  const pages = pagesToBeginWith(site, { language, version: site.project.defaultVersion }, MAX_START_PAGES);
  return pages.map(({ path, page }) => ({ title: page.title, path }));
}

/** Returns the paths of pages that offer their updates as a feed. */
function changelogs({ pages }: Site, language: string): string[] {
  return pages.filter((page) => page.rss && page.language === language).map(({ path }) => path);
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

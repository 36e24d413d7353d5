import { getAccess } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/messages.ts";
import { homePath, startPath } from "../../lib/navigation/navigation.ts";
import type { Look } from "../../lib/site/served/look.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { RepositoryIcon } from "../ui/brand-icon.tsx";
import { MENU_ITEM } from "../ui/button.ts";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { MenuAnchor } from "../ui/menu-items.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The id of the drawer of pages, which is a column where there is room. */
export const sidebarId = "pages";

/** The site that a header or a drawer is of. */
export interface PageHeaderFrame {
  readonly site: Site;
  readonly look: Look;
  readonly language: string;
}

/** A link of the header. */
export interface BarLink {
  readonly text: string;
  readonly url: string;
  /** A page of the site, which opens without a load. */
  readonly isPage?: boolean;
}

/** Returns the links of the header: the documentation and those of the configuration or of docs.json. */
export function barLinks(site: Site, look: Look, language: string): BarLink[] {
  const start = startPath(site, language);
  // At the root, the name already leads where "Docs" would.
  const isHome = start === homePath(site, language);
  return [...(isHome ? [] : [{ text: docsMessages(language).docs, url: start, isPage: true }]), ...look.links];
}

/** Renders a link of the header. */
export function BarAnchor({ text, url, isPage, className }: BarLink & { readonly className: string }) {
  return isPage ? (
    <PageLink className={className} href={url}>
      {text}
    </PageLink>
  ) : (
    <a className={className} href={toHref(url)}>
      {text}
    </a>
  );
}

/** Returns the href of a link of the configuration, which is a path of the site or a whole URL. */
export function toHref(url: string): string {
  return url.startsWith("/") ? withBasePath(url) : url;
}

/** Classes of the link that stands out. */
export const PRIMARY =
  "rounded-lg bg-accent px-3.5 py-1.5 font-semibold text-[0.9375rem] text-on-accent transition-opacity hover:opacity-90";

/** Renders the link to the repository as its icon. */
export function Repository({ look: { repository }, messages }: { look: Look; messages: DocsMessages }) {
  if (!repository) return null;
  return (
    <a className={iconButtonClass()} href={repository} aria-label={messages.repository} title={messages.repository}>
      <RepositoryIcon url={repository} />
    </a>
  );
}

/** Renders the link that stands out and the one to the repository as items of a menu. */
export function LinkedPlaces({ look: { primary, repository }, messages }: { look: Look; messages: DocsMessages }) {
  return (
    <>
      {primary ? <MenuAnchor href={toHref(primary.url)}>{primary.text}</MenuAnchor> : null}
      {repository ? (
        <MenuAnchor href={repository}>
          <RepositoryIcon url={repository} />
          {messages.repository}
        </MenuAnchor>
      ) : null}
    </>
  );
}

/** Renders the way in for a reader who is not signed in, else the way out. Nothing where everyone reads everything, or a proxy signs readers in. */
export function ReaderLink({ site: { audience }, language, className }: ReaderLinkProps) {
  const { password, oidc } = getAccess()?.signIn ?? {};
  if (!audience || !(password || oidc)) return null;
  const messages = docsMessages(language).signIn;
  if (!audience.isSignedIn)
    return (
      // The page has another document around it, which a link of the router would load by itself.
      <a className={className} href={withBasePath("/sign-in")} rel="nofollow">
        <Message of={messages} name="title" />
      </a>
    );
  return (
    <form method="post" action={withBasePath("/api/reader/sign-out")} data-sign-out>
      <button type="submit" className={className}>
        <Message of={messages} name="signOut" />
      </button>
    </form>
  );
}

interface ReaderLinkProps extends Pick<PageHeaderFrame, "site" | "language"> {
  readonly className: string;
}

/** Renders the menu of languages and the switch of light and dark, where the site has them. */
export function SiteChoices({ site, look, language }: PageHeaderFrame) {
  const messages = docsMessages(language);
  return (
    <>
      {site.project.languages.length > 1 ? <LanguageMenu site={site} language={language} messages={messages} /> : null}
      {look.hasSchemeSwitch ? <ThemeSwitch {...themeOf(look, messages)} /> : null}
    </>
  );
}

/** Renders the links of the header below the pages of a drawer. */
export function DrawerLinks({ site, look, language }: PageHeaderFrame) {
  const links = barLinks(site, look, language).filter(({ isPage }) => !isPage);
  const messages = docsMessages(language);
  if (links.length === 0 && !look.primary && !look.repository && !site.audience) return null;
  return (
    <nav aria-label={messages.links} className="border-line border-t pt-3 @4xl/docs:hidden">
      {links.map((link) => (
        <BarAnchor key={link.url} {...link} className={MENU_ITEM} />
      ))}
      <LinkedPlaces look={look} messages={messages} />
      <ReaderLink site={site} language={language} className={MENU_ITEM} />
    </nav>
  );
}

/** Returns the words of the switch of light and dark. */
export function themeOf(look: Look, messages: DocsMessages) {
  const names = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };
  return { label: messages.theme, names, initial: look.colorScheme };
}

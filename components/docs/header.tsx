// Tested in e2e/widgets.spec.ts.

import { EllipsisVertical } from "lucide-react";
import Link from "next/link";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { landingPath, pagePath } from "../../lib/content/urls.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/docs.ts";
import { readBrand } from "../../lib/site/brand.ts";
import { AssistantSlot } from "../assistant/assistant-slot.tsx";
import { ownUi } from "../own-ui.ts";
import { SearchTrigger } from "../search/search-trigger.tsx";
import { toSiteScope } from "../site-scope.ts";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { Menu, MenuAnchor, MenuLink } from "../ui/menu.tsx";
import { Message } from "../ui/message.tsx";
import { Logo } from "./logo.tsx";
import { RepositoryIcon } from "./repository-icon.tsx";
import { withBasePath } from "./site-url.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The bar above every page. Where it has no room for its links, a menu holds them. */
export function Header({ language }: { language: string }) {
  const messages = docsMessages(language);
  const config = getConfig();
  const { assistant, theme } = config;
  const { header: HeaderSlot } = ownUi.slots ?? {};
  const project = getMainProject();
  const site = toSiteScope(config, project);
  const schemes = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };
  return (
    <header className="@container/header sticky top-0 z-40 h-(--header) border-line border-b bg-paper/90 backdrop-blur-md print:static print:border-0 print:bg-transparent">
      <div className="mx-auto flex h-full max-w-(--page-width) items-center gap-1.5 px-4 md:px-6">
        <Link
          className="me-auto inline-flex min-w-0 items-center gap-2.5 font-display font-(--display-weight) text-xl tracking-tight"
          href={landingPath(project, language)}
          prefetch={false}
        >
          <SiteName />
        </Link>
        <div className="contents print:hidden">
          <Links language={language} messages={messages} />
          {HeaderSlot ? <HeaderSlot language={language} /> : null}
          <SearchTrigger site={site} />
          {assistant.enabled ? <AssistantSlot site={site} starterQuestions={assistant.starterQuestions} /> : null}
          <Repository messages={messages} />
          <ThemeSwitch label={messages.theme} names={schemes} initial={theme.colorScheme} />
          <LinkMenu language={language} messages={messages} />
        </div>
      </div>
    </header>
  );
}

/** The logo with the name beside it, or either alone. */
async function SiteName() {
  const { logo } = getConfig();
  const { name } = getMainProject();
  const brand = await readBrand();
  const isNamed = !brand || logo?.showName !== false;
  return (
    <>
      {brand ? <Logo brand={brand} alt={isNamed ? "" : name} /> : null}
      {isNamed ? <span className="truncate">{name}</span> : null}
    </>
  );
}

interface Part {
  readonly language: string;
  readonly messages: DocsMessages;
}

const LINK = "rounded-lg px-3 py-1.5 text-[0.9375rem] text-muted transition-colors hover:text-ink";

function Links({ language, messages }: Part) {
  return (
    <nav className="flex items-center gap-1 @max-3xl/header:hidden" aria-label={messages.footer}>
      <Link className={LINK} href={startOf(language)} prefetch={false}>
        <Message of={messages} name="docs" />
      </Link>
      {getConfig().navigation.links.map(({ text, url }) => (
        <a key={url} className={LINK} href={toHref(url)}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function Repository({ messages }: Pick<Part, "messages">) {
  const { repository } = getConfig().navigation;
  if (!repository) return null;
  const name = { "aria-label": messages.repository, title: messages.repository };
  return (
    <a className={`${iconButtonClass()} @max-md/header:hidden`} href={repository} {...name}>
      <RepositoryIcon url={repository} />
    </a>
  );
}

function LinkMenu({ language, messages }: Part) {
  const { links, repository } = getConfig().navigation;
  return (
    <span className="@3xl/header:hidden">
      <Menu
        trigger={<EllipsisVertical aria-hidden size={18} />}
        label={messages.siteMenu}
        triggerClass={iconButtonClass()}
        align="end"
      >
        <nav aria-label={messages.footer}>
          <MenuLink href={startOf(language)}>
            <Message of={messages} name="docs" />
          </MenuLink>
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
    </span>
  );
}

function startOf(language: string): string {
  const project = getMainProject();
  return pagePath(project, { language, version: project.defaultVersion, slug: "" });
}

/** The address of a link of the configuration: a path of the site, or a whole address. */
export function toHref(url: string): string {
  return url.startsWith("/") ? withBasePath(url) : url;
}

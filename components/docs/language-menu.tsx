import { Languages } from "lucide";
import type { Site } from "../../lib/content/site/site.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { homePath } from "../../lib/navigation/navigation.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { MENU_ITEM } from "../ui/button.ts";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";

interface LanguageLinksProps {
  readonly site: Site;
  readonly language: string;
}

/** Renders the menu of the site's languages. */
export function LanguageMenu({ messages, ...links }: LanguageLinksProps & { readonly messages: DocsMessages }) {
  return (
    <Menu
      trigger={<LucideSvg icon={Languages} size={18} />}
      label={messages.language}
      triggerClass={iconButtonClass()}
      align="end"
    >
      <nav aria-label={messages.language}>
        <LanguageLinks {...links} />
      </nav>
    </Menu>
  );
}

/** Renders a link for each language. On a page of the documentation each leads to the same page, see `useLanguageLinks`. */
export function LanguageLinks({ site: { project }, site, language }: LanguageLinksProps) {
  if (project.languages.length < 2) return null;
  return project.languages.map(({ id, label }) => (
    <a
      key={id}
      className={MENU_ITEM}
      href={withBasePath(homePath(site, id))}
      hrefLang={languageTag(id)}
      lang={languageTag(id)}
      aria-current={id === language ? "true" : undefined}
      data-language-link={id}
    >
      {label}
    </a>
  ));
}

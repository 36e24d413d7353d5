import { Languages } from "lucide";
import { landingPath } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { firstPath } from "../../lib/navigation/navigation.ts";
import { MENU_ITEM } from "../ui/button.ts";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { withBasePath } from "./site-url.ts";

interface LanguageMenuProps {
  readonly site: Site;
  readonly language: string;
  readonly messages: DocsMessages;
}

/** The languages of the site. On a page of the documentation each leads to the same page, see `useLanguageLinks`. */
export function LanguageMenu({ site, language, messages }: LanguageMenuProps) {
  const { languages, defaultVersion } = site.project;
  if (languages.length < 2) return null;
  const startOf = (id: string) =>
    (site.project.addresses === "paths" ? firstPath(site, { language: id, version: defaultVersion }) : undefined) ??
    landingPath(site.project, id);
  return (
    <div>
      <Menu
        trigger={<LucideSvg icon={Languages} size={18} />}
        label={messages.language}
        triggerClass={iconButtonClass()}
        align="end"
      >
        <nav aria-label={messages.language}>
          {languages.map(({ id, label }) => (
            <a
              key={id}
              className={MENU_ITEM}
              href={withBasePath(startOf(id))}
              hrefLang={languageTag(id)}
              lang={languageTag(id)}
              aria-current={id === language ? "true" : undefined}
              data-language-link={id}
            >
              {label}
            </a>
          ))}
        </nav>
      </Menu>
    </div>
  );
}

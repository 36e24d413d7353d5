import { ArrowUpRight, Check, ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { readAddress } from "../../lib/content/model/address.ts";
import type { NavChoice } from "../../lib/navigation/view.ts";
import { isFile, withBasePath } from "../../lib/site/served/site-url.ts";
import { Icon } from "../mdx/icon.tsx";
import { MENU_ITEM } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { PageLink } from "../ui/page-link.tsx";

interface NavAnchorProps {
  readonly url: string;
  readonly isExternal: boolean;
  readonly children: ReactNode;
  readonly current?: "page" | "true" | undefined;
  readonly className?: string;
}

/**
 * Renders a link of the navigation: without a page load within the site, with an arrow to another site, or as text
 * when the address is not safe.
 */
export function NavAnchor({ url, isExternal, children, current, className }: NavAnchorProps) {
  if (!readAddress(url)) return <span className={className}>{children}</span>;
  if (!isExternal && !isFile(url)) {
    return (
      <PageLink href={url} aria-current={current} className={className}>
        {children}
      </PageLink>
    );
  }
  return (
    <a href={isExternal ? url : withBasePath(url)} className={className} rel={isExternal ? "noopener" : undefined}>
      {children}
      {isExternal ? <LucideSvg icon={ArrowUpRight} size={14} /> : null}
    </a>
  );
}

/** Renders a short word beside an entry. */
export function NavTag({ tag }: { readonly tag: string | undefined }) {
  if (!tag) return null;
  return (
    <small className="max-w-28 shrink-0 truncate rounded-md border border-line bg-paper px-1.5 font-semibold text-[0.6875rem] text-accent">
      {tag}
    </small>
  );
}

/** Renders the row of tabs below the header; in narrow windows they are in the drawer. */
export function SectionTabs({ tabs, label }: { readonly tabs: readonly NavChoice[]; readonly label: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav className="hidden border-line border-b @4xl/docs:block print:hidden" aria-label={label} data-tabs>
      <ul className="nav-tabs">
        {tabs.map((tab) => (
          <li key={tab.id} data-title={tab.title}>
            <NavAnchor url={tab.url} isExternal={tab.isExternal} current={tab.isCurrent ? "true" : undefined}>
              <Icon icon={tab.icon} size={15} />
              {tab.title}
              <NavTag tag={tab.tag} />
            </NavAnchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Renders a menu of sections, such as products: its button shows the current one. */
export function SectionMenu({ choices, label }: { readonly choices: readonly NavChoice[]; readonly label: string }) {
  const current = choices.find(({ isCurrent }) => isCurrent);
  return (
    <ChoiceMenu label={label} chosen={current?.title} icon={<Icon icon={current?.icon} size={16} />}>
      {choices.map(({ id, title, icon, description, tag, url, isExternal, isCurrent }) => (
        <li key={id}>
          <NavAnchor url={url} isExternal={isExternal} current={isCurrent ? "true" : undefined} className={MENU_ITEM}>
            <Icon icon={icon} size={16} />
            <span className="flex-1">
              {title} <NavTag tag={tag} />
              {description ? <small className="block font-normal text-muted text-xs">{description}</small> : null}
            </span>
            {isCurrent ? <LucideSvg icon={Check} size={14} /> : null}
          </NavAnchor>
        </li>
      ))}
    </ChoiceMenu>
  );
}

interface ChoiceMenuProps {
  readonly label: string;
  /** Name of the choice that holds now. */
  readonly chosen: string | undefined;
  readonly icon: ReactNode;
  /** Items of a list. */
  readonly children: ReactNode;
}

/** Renders a menu as wide as its button, which shows the chosen entry. */
export function ChoiceMenu({ label, chosen, icon, children }: ChoiceMenuProps) {
  return (
    <Menu
      label={`${label}: ${chosen ?? ""}`}
      triggerClass="flex w-full items-center gap-2.5 rounded-lg border border-line bg-card px-3 py-1.75 text-sm transition-colors hover:border-line-strong"
      menuClass="w-[anchor-size(inline)]"
      trigger={
        <>
          {icon}
          <bdi className="flex-1 truncate text-start">{chosen ?? label}</bdi>
          <LucideSvg icon={ChevronDown} size={15} className="text-muted" />
        </>
      }
    >
      <ul>{children}</ul>
    </Menu>
  );
}

/** Renders the links in the head of the sidebar. */
export function SectionAnchors({ anchors, label }: { readonly anchors: readonly NavChoice[]; readonly label: string }) {
  if (anchors.length === 0) return null;
  return (
    <nav className="nav-anchors" aria-label={label}>
      <ul className="grid gap-px">
        {anchors.map(({ id, title, icon, url, isExternal, isCurrent }) => (
          <li key={id}>
            <NavAnchor url={url} isExternal={isExternal} current={isCurrent ? "true" : undefined}>
              <Icon icon={icon} size={16} />
              {title}
            </NavAnchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

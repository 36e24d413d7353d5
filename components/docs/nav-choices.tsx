import { ArrowUpRight, Check, ChevronDown } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { NavChoice } from "../../lib/navigation/view.ts";
import { NavIcon } from "./nav-icon.tsx";
import { isFile, withBasePath } from "./site-url.ts";

/** A link of the navigation: to a page without a load, to another site with its sign. */
export function NavAnchor({
  url,
  isExternal,
  children,
  current,
}: {
  readonly url: string;
  readonly isExternal: boolean;
  readonly children: ReactNode;
  readonly current?: "page" | "true" | undefined;
}) {
  if (!isExternal && !isFile(url)) {
    return (
      <Link href={url} prefetch={false} aria-current={current}>
        {children}
      </Link>
    );
  }
  return (
    <a href={isExternal ? url : withBasePath(url)} rel={isExternal ? "noopener" : undefined}>
      {children}
      {isExternal ? <ArrowUpRight aria-hidden size={14} /> : null}
    </a>
  );
}

/** The row of tabs below the header. */
export function SectionTabs({ tabs, label }: { readonly tabs: readonly NavChoice[]; readonly label: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav className="section-tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <NavAnchor url={tab.url} isExternal={tab.isExternal} current={tab.isCurrent ? "true" : undefined}>
              <NavIcon icon={tab.icon} size={15} />
              {tab.title}
              {tab.tag ? <small className="nav-tag">{tab.tag}</small> : null}
            </NavAnchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A menu of sections, such as products: it shows the one that is read. */
export function SectionMenu({ choices, label }: { readonly choices: readonly NavChoice[]; readonly label: string }) {
  const current = choices.find(({ isCurrent }) => isCurrent);
  return (
    <details className="switch" name="switch">
      <summary aria-label={`${label}: ${current?.title ?? ""}`}>
        <NavIcon icon={current?.icon} />
        <span>{current?.title ?? label}</span>
        <ChevronDown aria-hidden size={15} />
      </summary>
      <ul>
        {choices.map(({ id, title, icon, description, tag, url, isExternal, isCurrent }) => (
          <li key={id}>
            <NavAnchor url={url} isExternal={isExternal} current={isCurrent ? "true" : undefined}>
              <NavIcon icon={icon} /> {title}
              {tag ? <small className="nav-tag">{tag}</small> : null}
              {isCurrent ? <Check aria-hidden size={14} className="icon ms-1.5" /> : null}
              {description ? <small>{description}</small> : null}
            </NavAnchor>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Links in the head of the sidebar. */
export function SectionAnchors({ anchors, label }: { readonly anchors: readonly NavChoice[]; readonly label: string }) {
  if (anchors.length === 0) return null;
  return (
    <nav className="section-anchors" aria-label={label}>
      <ul>
        {anchors.map(({ id, title, icon, url, isExternal, isCurrent }) => (
          <li key={id}>
            <NavAnchor url={url} isExternal={isExternal} current={isCurrent ? "true" : undefined}>
              <NavIcon icon={icon} />
              {title}
            </NavAnchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

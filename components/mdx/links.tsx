import type { AnchorHTMLAttributes, ComponentProps, ComponentType, ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import { hasOwnScheme, readAddress } from "../../lib/content/model/address.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { namesLanguages, type PageKey } from "../../lib/content/model/urls.ts";
import { findPageAt, type Site } from "../../lib/content/site/site.ts";
import { linkTableOf } from "../../lib/content/site/site-links.ts";
import { resolveLink } from "../../lib/content/tree/links.ts";
import { isFile, withBasePath } from "../../lib/site/served/site-url.ts";
import { PageLink as SitePageLink } from "../ui/page-link.tsx";
import { Tooltip as Tip } from "../ui/tooltip.tsx";
import { isOn, type PropsFor } from "./blocks.tsx";
import { Icon } from "./icon.tsx";
import { Words } from "./words.tsx";

/** The page that is shown and the key it is shown for, which decide what its links mean. */
export interface LinkContext {
  readonly site: Site;
  readonly pageKey: PageKey;
  readonly page: Page;
}

/**
 * Resolves a link of a page. A link to a page of the default language leads to the same page in the reader's
 * language. Schemes besides those that `readAddress` knows are listed in the configuration.
 */
export function resolveHref(href: string | undefined, context: LinkContext): string | undefined {
  const text = typeof href === "string" ? href : "";
  if (hasOwnScheme(text, getConfig().links.schemes)) return text.trim();
  const written = readAddress(text);
  if (!written || written.kind === "picture") return undefined;
  if (written.kind !== "site" || written.href.startsWith("#")) return written.href;
  const { page, site } = context;
  const resolved = readAddress(site.tree ? resolveDocsLink(site, page, written.href) : resolveLink(page, written.href));
  if (resolved?.kind !== "site" || !resolved.href.startsWith("/")) return undefined;
  const [, pathname = "", rest = ""] = /^([^?#]*)(.*)$/.exec(resolved.href) ?? [];
  return `${inLanguage(pathname, context)}${rest}`;
}

/** Resolves a link that is in no file, such as one of a snippet's props, when it is shown. */
function resolveDocsLink(site: Site, page: Page, href: string): string {
  const known = resolveLink(page, href);
  if (known !== href || Object.values(page.links).includes(href)) return known;
  return linkTableOf(site).resolve(page.file ?? "", href) ?? href;
}

function inLanguage(pathname: string, { site, pageKey }: Pick<LinkContext, "site" | "pageKey">): string {
  const { project } = site;
  if (!namesLanguages(project)) return pathname;
  const start = pageKey.language === project.defaultLanguage ? "" : `/${pageKey.language}`;
  return findPageAt(site, `${start}${pathname}`)?.path ?? pathname;
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement>;

/** Returns the `rel` of a link, without the words that let a page in another window reach into this one. */
function relOf(written: string | undefined, leavesPage: boolean): string | undefined {
  const words = new Set((written ?? "").toLowerCase().split(/\s+/).filter(Boolean));
  words.delete("opener");
  if (leavesPage) words.add("noopener");
  return words.size > 0 ? [...words].join(" ") : undefined;
}

/** Creates the links of a page: to pages of the site without a page load, to other sites with safe attributes. */
export function linksIn(context: LinkContext, Picture: ComponentType<ComponentProps<"img">> = () => null) {
  function PageLink({ href, children, ...others }: AnchorProps) {
    const address = resolveHref(href, context);
    // A place that links name: `<a id="old-name"></a>`.
    if (!address && (others.id || "name" in others)) return <a {...others}>{children}</a>;
    if (!address) return <>{children}</>;
    if (address.startsWith("/") && !isFile(address)) {
      return (
        <SitePageLink {...others} href={address} rel={relOf(others.rel, others.target !== undefined)}>
          {children}
        </SitePageLink>
      );
    }
    const outside = /^https?:/i.test(address) || others.target !== undefined;
    return (
      <a {...others} href={address.startsWith("/") ? withBasePath(address) : address} rel={relOf(others.rel, outside)}>
        {children}
      </a>
    );
  }

  interface BoxProps {
    readonly href: string | undefined;
    readonly className?: string;
    readonly children: ReactNode;
  }

  function Box({ href, className = "card", children }: BoxProps) {
    if (!resolveHref(href, context)) return <div className={className}>{children}</div>;
    return (
      <PageLink className={className} href={href}>
        {children}
      </PageLink>
    );
  }

  function Card({ children, title, description, href, url, icon, img, cta, color, horizontal }: PropsFor<"Card">) {
    return (
      <Box href={href ?? url} className={isOn(horizontal) ? "card card-row" : "card"}>
        {img ? <Picture className="card-picture" src={img} alt="" /> : null}
        <Icon icon={icon} size={20} color={color} />
        {title ? (
          <p className="card-title">
            <Words>{title}</Words>
          </p>
        ) : null}
        {description || children ? (
          <div className="card-body">
            {description ? (
              <p>
                <Words>{description}</Words>
              </p>
            ) : null}
            {children}
          </div>
        ) : null}
        {cta ? <span className="card-cta">{cta}</span> : null}
      </Box>
    );
  }

  function Tile({ children, title, description, href, url }: PropsFor<"Tile">) {
    return (
      <Box href={href ?? url}>
        {children}
        {title ? <p className="card-title">{title}</p> : null}
        {description ? <p className="card-body">{description}</p> : null}
      </Box>
    );
  }

  /** Renders words with an explanation, which may have a link. */
  function Tooltip({ children, tip, headline, cta, href }: PropsFor<"Tooltip">) {
    const text = (
      <>
        {headline ? <strong>{headline} </strong> : null}
        {tip}
        {cta ? <> {href ? <PageLink href={href}>{cta}</PageLink> : cta}</> : null}
      </>
    );
    return <Tip tip={text}>{children}</Tip>;
  }
  return { a: PageLink, Card, Tile, Tooltip };
}

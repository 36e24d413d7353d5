import type { ComponentProps } from "react";
import { withBasePath } from "../../lib/site/served/site-url.ts";

export interface PageLinkProps extends ComponentProps<"a"> {
  /** A path of the site, without base path. */
  readonly href: string;
}

/**
 * Renders a link to a page of the site, which opens without a page load. One listener serves all of them: a page
 * has a hundred links, and as client components they were the largest part of hydration.
 */
export function PageLink({ href, children, ...props }: PageLinkProps) {
  return (
    <a {...props} href={withBasePath(href)} data-page="">
      {children}
    </a>
  );
}

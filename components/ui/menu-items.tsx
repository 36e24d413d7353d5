import type { ComponentProps } from "react";
import { MENU_ITEM } from "./button.ts";
import { PageLink, type PageLinkProps } from "./page-link.tsx";

/** Renders a menu item that leads to another page of the site. */
export function MenuLink(props: Omit<PageLinkProps, "className">) {
  return <PageLink {...props} className={MENU_ITEM} />;
}

/** Renders a menu item that leads to a file or another site. */
export function MenuAnchor({ children, ...props }: Omit<ComponentProps<"a">, "className">) {
  return (
    <a {...props} className={MENU_ITEM}>
      {children}
    </a>
  );
}

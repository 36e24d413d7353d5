import type { ComponentType, ReactNode } from "react";
import type { OwnComponent, OwnProps } from "../lib/content/components/own-components.ts";
import type { Page } from "../lib/content/page.ts";
import type { Site } from "../lib/content/site.ts";
import type { SiteDefinition } from "../lib/site-definition.ts";

/** Properties of a fork's landing page. */
export interface LandingProps {
  readonly site: Site;
  /** Language tag of the reader. */
  readonly language: string;
}

/**
 * What a slot around every page gets. It is rendered once for all of them and outlives each, so it has no page; a client
 * component in it has the path from `usePathname()`.
 */
export interface ShellSlotProps {
  readonly language: string;
  readonly site: Site;
}

/** Properties of a slot in a page of the documentation. */
export interface PageSlotProps extends ShellSlotProps {
  readonly page: Page;
}

/** Places that are empty until a fork puts something there. */
export interface Slots {
  /** Above the header, on every page. */
  readonly banner?: ComponentType<ShellSlotProps>;
  /** In the header, before search. */
  readonly header?: ComponentType<ShellSlotProps>;
  /** Above the last line of every page. */
  readonly footer?: ComponentType<ShellSlotProps>;
  /** At the end of the document's head, such as a script. */
  readonly headScripts?: ComponentType<ShellSlotProps>;
  readonly sidebarHead?: ComponentType<PageSlotProps>;
  readonly sidebarFoot?: ComponentType<PageSlotProps>;
  /** Under the page's title. */
  readonly pageHead?: ComponentType<PageSlotProps>;
  /** Under the page's text. */
  readonly pageFoot?: ComponentType<PageSlotProps>;
}

type OwnComponents<Definition extends SiteDefinition> = Definition["components"] & {};

type Drawings<Definition extends SiteDefinition> = {
  readonly [Name in keyof OwnComponents<Definition>]: ComponentType<
    OwnProps<OwnComponents<Definition>[Name] & OwnComponent> & { readonly children?: ReactNode }
  >;
};

/** A component that `site/index.ts` defines and `site/ui.tsx` does not draw is a type error. */
type WithDrawings<Definition extends SiteDefinition> = [keyof OwnComponents<Definition>] extends [never]
  ? { readonly components?: Readonly<Record<never, never>> }
  : { readonly components: Drawings<Definition> };

/** The parts of `site/ui.tsx`: the fork's own drawings. Each may be left out. */
export type SiteUi<Definition extends SiteDefinition = SiteDefinition> = WithDrawings<Definition> & {
  /** The first page of the site in a language; without it, a plain one made from name, description and pages. */
  readonly landing?: ComponentType<LandingProps>;
  readonly slots?: Slots;
};

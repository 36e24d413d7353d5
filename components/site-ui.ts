import type { ComponentType, ReactNode } from "react";
import type { OwnComponent, OwnProps } from "../lib/content/components/own-components.ts";
import type { Page } from "../lib/content/model/page.ts";
import type { Site } from "../lib/content/site/site.ts";
import type { NavNode } from "../lib/navigation/model.ts";
import type { SiteDefinition } from "../lib/site-definition.ts";

/** Properties of a fork's landing page. */
export interface LandingProps {
  readonly site: Site;
  /** Language tag of the reader. */
  readonly language: string;
}

/**
 * The props of a slot around every page. It is rendered once for all of them and outlives each, so it has no page; a client
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

/** Places that are empty until a fork fills them. */
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

/** Properties of a part that a fork draws itself. */
interface PartProps {
  /** The engine's own part: leave it out, or put something around it. */
  readonly children: ReactNode;
}

export interface HeaderProps extends ShellSlotProps, PartProps {
  /** The button of the search box. */
  readonly search: ReactNode;
  /** The button of the assistant; null when it is switched off. */
  readonly assistant: ReactNode;
  /** The menu of languages and the switch of light and dark. */
  readonly menus: ReactNode;
}

export interface SidebarPartProps extends PageSlotProps, PartProps {
  /** The pages of this language and version as a tree, to draw a list of your own from. */
  readonly nodes: readonly NavNode[];
}

/** Parts that a fork draws in place of the engine's. */
export interface Parts {
  /** The bar above every page. Its height is `--header` of the style sheet. */
  readonly header?: ComponentType<HeaderProps>;
  /** The content of the column beside a page, which a button opens in narrow windows. */
  readonly sidebar?: ComponentType<SidebarPartProps>;
  readonly footer?: ComponentType<ShellSlotProps & PartProps>;
}

type OwnComponents<Definition extends SiteDefinition> = Definition["components"] & {};

/** The attributes of an own component as its drawing gets them, numbers and truth values as such. */
type DrawnProps<Own extends OwnComponent> = {
  readonly [Name in keyof OwnProps<Own>]?: KindOf<Own, Name> extends "number"
    ? number
    : KindOf<Own, Name> extends "flag"
      ? boolean
      : OwnProps<Own>[Name];
};

type KindOf<Own extends OwnComponent, Name> = Name extends keyof Own["props"] ? Own["props"][Name] : never;

type Drawings<Definition extends SiteDefinition> = {
  readonly [Name in keyof OwnComponents<Definition>]: ComponentType<
    DrawnProps<OwnComponents<Definition>[Name] & OwnComponent> & { readonly children?: ReactNode }
  >;
};

/** Components that `site/index.ts` does not define get their attributes as a page writes them. */
// biome-ignore lint/suspicious/noExplicitAny: each component says its own props
type OtherDrawings = Readonly<Record<string, ComponentType<any>>>;

/** A component that `site/index.ts` defines and `site/ui.tsx` does not draw is a type error. */
type WithDrawings<Definition extends SiteDefinition> = [keyof OwnComponents<Definition>] extends [never]
  ? { readonly components?: OtherDrawings }
  : { readonly components: Drawings<Definition> & OtherDrawings };

/** The parts of `site/ui.tsx`: the fork's own drawings. Each may be left out. */
export type SiteUi<Definition extends SiteDefinition = SiteDefinition> = WithDrawings<Definition> & {
  /** The first page of the site in a language; without it, a plain one made from name, description and pages. */
  readonly landing?: ComponentType<LandingProps>;
  readonly slots?: Slots;
  readonly parts?: Parts;
};

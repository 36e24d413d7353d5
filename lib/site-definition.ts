// Tested in components/mdx/own-components.test.tsx.
import type { OwnComponent } from "./content/components/own-components.ts";
import type { OwnMessages } from "./i18n/own-messages.ts";

/** What `site/index.ts` may say: what is the fork's own and needs no JSX. Every part may be left out. */
export interface SiteDefinition {
  /** Components for pages, by name: their attributes and their Markdown form. `site/ui.tsx` draws each of them. */
  readonly components?: Readonly<Record<string, OwnComponent>>;
  /** Messages of the interface by language tag: single ones in other words, or a whole language. */
  readonly messages?: Readonly<Record<string, OwnMessages>>;
}

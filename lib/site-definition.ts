import type { PluggableList } from "unified";
import type { OwnComponent } from "./content/components/own-components.ts";
import type { OwnMessages } from "./i18n/own-messages.ts";

/** The parts of `site/index.ts`: the fork's own settings that need no JSX. Each may be left out. */
export interface SiteDefinition {
  /** Components for pages, by name: their attributes and their Markdown form. `site/ui.tsx` draws each of them. */
  readonly components?: Readonly<Record<string, OwnComponent>>;
  /** Messages of the interface by language tag: single ones in other words, or a whole language. */
  readonly messages?: Readonly<Record<string, OwnMessages>>;
  /** Plugins of unified for what pages show. Search, the assistant and the Markdown form have what a page writes. */
  readonly plugins?: Plugins;
}

export interface Plugins {
  /** Change the Markdown tree (mdast) after Docent has read it. */
  readonly remark?: PluggableList;
  /** Change the elements (hast) before they are drawn, with code in its colours. */
  readonly rehype?: PluggableList;
}

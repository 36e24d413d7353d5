import type { Config } from "../../config/config.ts";

/** A link that the content gives: to a page or file by its path in the content, or an address with its scheme. */
export interface ContentLink {
  readonly text: string;
  readonly href: string;
}

/** A font that the content names, and its file there. */
export interface ContentFont {
  readonly family: string;
  readonly weight: number | undefined;
  readonly source: string | undefined;
}

/** The appearance that a content folder brings with it. Colours are written in full; files are named by their paths in the content. */
export interface Appearance {
  readonly accent: Config["theme"]["accent"] | undefined;
  readonly colorScheme: Config["theme"]["colorScheme"] | undefined;
  /** False when the site has one scheme, and no switch. */
  readonly hasSchemeSwitch: boolean;
  /** Colours of the page's background. */
  readonly background: { readonly light?: string | undefined; readonly dark?: string | undefined };
  readonly fonts: { readonly text?: ContentFont | undefined; readonly heading?: ContentFont | undefined };
  readonly code: Config["theme"]["code"];
  readonly logo: { readonly light: string; readonly dark: string; readonly showName: boolean } | undefined;
  /** Link of the logo. */
  readonly home: string | undefined;
  readonly favicon: string | undefined;
  readonly links: readonly ContentLink[];
  /** The one link that stands out. */
  readonly primary: ContentLink | undefined;
  readonly repository: string | undefined;
  readonly socials: readonly ContentLink[];
  readonly footerColumns: readonly { readonly title: string | undefined; readonly links: readonly ContentLink[] }[];
  /** Text above every page, as Markdown. */
  readonly banner: { readonly content: string; readonly type: "info" | "warning" | "critical" } | undefined;
  /** Texts of the page for an unknown path. */
  readonly missing: { readonly title?: string | undefined; readonly description?: string | undefined };
}

import type { Config } from "../config/config.ts";
import type { Appearance, ContentFont, ContentLink } from "../content/model/appearance.ts";
import { getOwn } from "../content/model/records.ts";
import { docsAddress, splitPath } from "../content/model/urls.ts";
import { findPage, findPageAt, hasAsset, type Site } from "../content/site/site.ts";
import { docsUrl } from "../content/site/site-links.ts";
import { perObject } from "../per-object.ts";
import { toReadable } from "./contrast.ts";

/** A link of the frame around pages: a path without base path, or an address with its scheme. */
interface LookLink {
  readonly text: string;
  readonly url: string;
}

/** A font that the content names. */
export interface LookFont {
  readonly family: string;
  readonly weight: number | undefined;
  /** Path of its file; undefined where the folder has none, so that only a style sheet or the reader's machine may have it. */
  readonly file: string | undefined;
}

/** The look of a site and the links around its pages. */
export interface Look {
  readonly accent: Config["theme"]["accent"];
  readonly colorScheme: Config["theme"]["colorScheme"];
  /** False where the site has one scheme, and no switch. */
  readonly hasSchemeSwitch: boolean;
  /** Colours of the page's background, where the content has some. */
  readonly background: { readonly light?: string | undefined; readonly dark?: string | undefined };
  readonly fonts: { readonly text?: LookFont | undefined; readonly heading?: LookFont | undefined };
  /** Themes of Shiki that give code its colours; undefined for those of the site. */
  readonly code: Config["theme"]["code"];
  /** Paths of the logo that came with the content; undefined where the configuration's is shown, or none. */
  readonly logo: { readonly light: string; readonly dark: string; readonly showName: boolean } | undefined;
  /** Link of the logo; undefined for the start of the site. */
  readonly home: string | undefined;
  readonly favicon: string | undefined;
  readonly links: readonly LookLink[];
  /** The one link that stands out. */
  readonly primary: LookLink | undefined;
  readonly repository: string | undefined;
  readonly footerLinks: readonly LookLink[];
  readonly footerColumns: readonly { readonly title: string | undefined; readonly links: readonly LookLink[] }[];
  /** Text above every page, as Markdown. */
  readonly banner: { readonly content: string; readonly type: "info" | "warning" | "critical" } | undefined;
  /** Texts of the page for an unknown path. */
  readonly missing: { readonly title?: string | undefined; readonly description?: string | undefined };
}

const looksOf = perObject((_: Site) => new Map<string, Look>());

/**
 * Returns the appearance of a site in a language: the configuration's, then the content's, then the default. A configuration that speaks of
 * another folder than the one that is served says nothing of this one.
 */
export function lookOf(config: Config, site: Site, language = site.project.defaultLanguage): Look {
  const looks = looksOf(site);
  const look =
    looks.get(language) ??
    (site.appearance ? withContent(config, site.appearance, { site, language }) : fromConfig(config, { site, language }));
  looks.set(language, look);
  return look;
}

interface Place {
  readonly site: Site;
  readonly language: string;
}

/** Returns a link of the configuration in a language. One to a page leads to that page in the language. */
function linkIn({ site, language }: Place, { text, url }: Config["footer"]["links"][number]): LookLink {
  const { defaultLanguage } = site.project;
  const inLanguage = (value: string | Readonly<Record<string, string>>) =>
    typeof value === "string"
      ? value
      : (getOwn(value, language) ?? getOwn(value, defaultLanguage) ?? Object.values(value)[0] ?? "");
  const written = inLanguage(url);
  const { path, suffix } = splitPath(written);
  const found = findPageAt(site, path);
  const shown = found?.page.language === defaultLanguage && !found.fallback && findPage(site, { ...found.page, language });
  return { text: inLanguage(text), url: shown ? `${shown.path}${suffix}` : written };
}

function fromConfig({ theme, favicon, navigation, footer }: Config, place: Place): Look {
  return {
    accent: theme.accent,
    colorScheme: theme.colorScheme,
    hasSchemeSwitch: true,
    background: {},
    fonts: {},
    code: theme.code,
    logo: undefined,
    home: undefined,
    favicon,
    links: navigation.links.map((link) => linkIn(place, link)),
    primary: undefined,
    repository: navigation.repository,
    footerLinks: footer.links.map((link) => linkIn(place, link)),
    footerColumns: [],
    banner: undefined,
    missing: {},
  };
}

/** Returns the questions that readers may begin with: those of the config, unless they were written about other content. */
export function starterQuestionsOf(
  { appearance, project }: Site,
  { assistant }: Config,
): Config["assistant"]["starterQuestions"] {
  return appearance && project.isReplaced ? {} : assistant.starterQuestions;
}

function withContent(config: Config, given: Appearance, place: Place): Look {
  const { site } = place;
  const own = fromConfig(config, place);
  const isOwn = !site.project.isReplaced;
  const toLink = ({ text, href }: ContentLink): LookLink => ({ text, url: docsUrl(site, href) });
  const { accent, background } = given;
  const readable = accent && {
    light: toReadable(accent.light, background.light ?? PAPER.light),
    dark: toReadable(accent.dark, background.dark ?? PAPER.dark),
  };
  const links = given.links.map(toLink);
  return {
    accent: readable && !(isOwn && isWritten(config.theme.accent)) ? readable : own.accent,
    colorScheme: given.colorScheme ?? own.colorScheme,
    hasSchemeSwitch: given.hasSchemeSwitch,
    background,
    fonts: { text: toFont(site, given.fonts.text), heading: toFont(site, given.fonts.heading) },
    code: (isOwn ? own.code : undefined) ?? given.code,
    logo: isOwn && config.logo ? undefined : logoOf(site, given.logo),
    home: given.home === undefined ? undefined : docsUrl(site, given.home),
    favicon: (isOwn ? config.favicon : undefined) ?? assetUrl(site, given.favicon) ?? (isOwn ? undefined : "/api/icon"),
    links: isOwn && own.links.length > 0 ? own.links : links,
    primary: given.primary && toLink(given.primary),
    repository: (isOwn ? own.repository : undefined) ?? given.repository,
    footerLinks: [...(isOwn ? own.footerLinks : []), ...given.socials.map(toLink)],
    footerColumns: given.footerColumns.map(({ title, links: listed }) => ({ title, links: listed.map(toLink) })),
    banner: given.banner,
    missing: given.missing,
  };
}

/** The grounds of pages, as tokens.css has them. */
export const PAPER = { light: "#fbfaf7", dark: "#131513" };
const DEFAULT_ACCENT = "#0f5f4c";

/** Returns true for an accent that was configured: the schema fills in the default, so only another value shows that. */
function isWritten({ light }: Config["theme"]["accent"]): boolean {
  return light !== DEFAULT_ACCENT;
}

function toFont(site: Site, font: ContentFont | undefined): LookFont | undefined {
  return font && { family: font.family, weight: font.weight, file: assetUrl(site, font.source) };
}

function logoOf(site: Site, logo: Appearance["logo"]): Look["logo"] {
  const light = assetUrl(site, logo?.light);
  const dark = assetUrl(site, logo?.dark);
  return light && dark ? { light, dark, showName: logo?.showName === true } : undefined;
}

/** Returns the address of a file of the content; undefined when it is not there. */
function assetUrl(site: Site, name: string | undefined): string | undefined {
  const bare = name?.replace(/^\.?\/+/, "");
  return bare !== undefined && hasAsset(site, bare) ? docsAddress(site.project, bare) : undefined;
}

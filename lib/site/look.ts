import { bundledThemes } from "shiki/themes";
import type { Config } from "../config/config.ts";
import type { DocsJson } from "../content/docs-json/docs-json.ts";
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
 * Returns the appearance of a site in a language: the configuration's, then its docs.json's, then the default. A configuration that speaks of
 * another folder than the one that is served says nothing of this one.
 */
export function lookOf(config: Config, site: Site, language = site.project.defaultLanguage): Look {
  const looks = looksOf(site);
  const look =
    looks.get(language) ?? (site.docs ? withDocs(config, site.docs, { site, language }) : fromConfig(config, { site, language }));
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
export function starterQuestionsOf({ docs, project }: Site, { assistant }: Config): Config["assistant"]["starterQuestions"] {
  return docs && project.isReplaced ? {} : assistant.starterQuestions;
}

function withDocs(config: Config, { settings }: DocsJson, place: Place): Look {
  const { site } = place;
  const { colors, appearance, background, favicon, banner, errors, navbar, footer, logo, fonts, styling } = settings;
  const own = fromConfig(config, place);
  const isOwn = !site.project.isReplaced;
  const toLink = ({ label, href }: { label?: string | undefined; href: string }): LookLink => ({
    text: label ?? hostName(href),
    url: docsUrl(site, href),
  });
  const icon = assetUrl(site, favicon?.light ?? favicon?.dark);
  const links = (navbar?.links ?? []).filter(({ type }) => type !== "github").map(toLink);
  const github = [...(navbar?.links ?? []), navbar?.primary].find((link) => link?.type === "github");
  // Their addresses are often those of the owner's own site, which lead on.
  const socials = Object.entries(footer?.socials ?? {}).map(([name, href]) => toLink({ label: NAMES[`${name}.com`], href }));
  const accent = colors?.primary !== undefined && {
    light: toReadable(toHex(colors.primary), toHex(background?.color?.light ?? PAPER.light)),
    dark: toReadable(toHex(colors.light ?? colors.primary), toHex(background?.color?.dark ?? PAPER.dark)),
  };
  return {
    accent: accent && !(isOwn && isWritten(config.theme.accent)) ? accent : own.accent,
    colorScheme: appearance?.default ?? own.colorScheme,
    hasSchemeSwitch: appearance?.strict !== true,
    background: {
      light: background?.color?.light && toHex(background.color.light),
      dark: background?.color?.dark && toHex(background.color.dark),
    },
    fonts: { text: toFont(site, fonts?.body ?? fonts), heading: toFont(site, fonts?.heading ?? fonts) },
    code: (isOwn ? own.code : undefined) ?? toCodeThemes(styling?.codeblocks?.theme),
    logo: isOwn && config.logo ? undefined : logoOf(site, logo),
    home: logo?.href === undefined ? undefined : docsUrl(site, logo.href),
    favicon: (isOwn ? config.favicon : undefined) ?? icon ?? (isOwn ? undefined : "/api/icon"),
    links: isOwn && own.links.length > 0 ? own.links : links,
    primary: navbar?.primary && navbar.primary.type !== "github" ? toLink(navbar.primary) : undefined,
    repository: (isOwn ? own.repository : undefined) ?? github?.href,
    footerLinks: [...(isOwn ? own.footerLinks : []), ...socials],
    footerColumns: (footer?.links ?? []).map(({ header, items }) => ({ title: header, links: items.map(toLink) })),
    banner: banner && { content: banner.content, type: banner.type ?? "info" },
    missing: { title: errors?.[404]?.title, description: errors?.[404]?.description },
  };
}

/** The grounds of pages, as tokens.css has them. */
export const PAPER = { light: "#fbfaf7", dark: "#131513" };
const DEFAULT_ACCENT = "#0f5f4c";

/** Returns true for an accent that was configured: the schema fills in the default, so only another value shows that. */
function isWritten({ light }: Config["theme"]["accent"]): boolean {
  return light !== DEFAULT_ACCENT;
}

type Settings = DocsJson["settings"];

function toFont(site: Site, font: NonNullable<Settings["fonts"]>["body"]): LookFont | undefined {
  return font?.family === undefined ? undefined : { family: font.family, weight: font.weight, file: assetUrl(site, font.source) };
}

/** Returns the themes that are some of Shiki's; undefined unless both are. */
function toCodeThemes({ light, dark }: { light?: string | undefined; dark?: string | undefined } = {}): Look["code"] {
  const isTheme = (name: string | undefined) => name !== undefined && Object.hasOwn(bundledThemes, name);
  return light !== undefined && dark !== undefined && isTheme(light) && isTheme(dark) ? { light, dark } : undefined;
}

function logoOf(site: Site, logo: Settings["logo"]): Look["logo"] {
  const light = assetUrl(site, logo?.light ?? logo?.dark);
  const dark = assetUrl(site, logo?.dark ?? logo?.light);
  return light && dark ? { light, dark, showName: logo?.showName === true } : undefined;
}

/** Returns the address of a file of the content; undefined when it is not there. */
function assetUrl(site: Site, name: string | undefined): string | undefined {
  const bare = name?.replace(/^\.?\/+/, "");
  return bare !== undefined && hasAsset(site, bare) ? docsAddress(site.project, bare) : undefined;
}

/** Returns the label of a link without words: the name of the site that it leads to. */
function hostName(href: string): string {
  if (!URL.canParse(href)) return href;
  const host = new URL(href).hostname.replace(/^www\./, "");
  return NAMES[host] ?? host;
}

const NAMES: Readonly<Record<string, string>> = {
  "github.com": "GitHub",
  "x.com": "X",
  "twitter.com": "X",
  "linkedin.com": "LinkedIn",
  "discord.com": "Discord",
  "discord.gg": "Discord",
  "youtube.com": "YouTube",
  "slack.com": "Slack",
  "reddit.com": "Reddit",
};

/** `#abc` in full. */
function toHex(colour: string): string {
  return colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
}

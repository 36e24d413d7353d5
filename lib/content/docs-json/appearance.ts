import { bundledThemes } from "shiki/themes";
import type { Appearance, ContentFont, ContentLink } from "../model/appearance.ts";
import type { DocsFile } from "./schema.ts";

/** Returns the appearance that a docs.json gives, in the words of the configuration. */
export function toAppearance(settings: Omit<DocsFile, "navigation">): Appearance {
  const { colors, appearance, background, favicon, banner, errors, navbar, footer, logo, fonts, styling } = settings;
  const links = (navbar?.links ?? []).filter(({ type }) => type !== "github").map(toLink);
  const github = [...(navbar?.links ?? []), navbar?.primary].find((link) => link?.type === "github");
  return {
    accent: colors?.primary === undefined ? undefined : toAccent({ ...colors, primary: colors.primary }),
    colorScheme: appearance?.default,
    hasSchemeSwitch: appearance?.strict !== true,
    background: {
      light: background?.color?.light && toHex(background.color.light),
      dark: background?.color?.dark && toHex(background.color.dark),
    },
    fonts: { text: toFont(fonts?.body ?? fonts), heading: toFont(fonts?.heading ?? fonts) },
    code: toCodeThemes(styling?.codeblocks?.theme),
    logo: toLogo(logo),
    home: logo?.href,
    favicon: favicon?.light ?? favicon?.dark,
    links,
    primary: navbar?.primary && navbar.primary.type !== "github" ? toLink(navbar.primary) : undefined,
    repository: github?.href,
    // Their URLs are often redirects of the owner's site.
    socials: Object.entries(footer?.socials ?? {}).map(([name, href]) => toLink({ label: NAMES[`${name}.com`], href })),
    footerColumns: (footer?.links ?? []).map(({ header, items }) => ({ title: header, links: items.map(toLink) })),
    banner: banner && { content: banner.content, type: banner.type ?? "info" },
    missing: { title: errors?.[404]?.title, description: errors?.[404]?.description },
  };
}

function toAccent({ primary, light }: { readonly primary: string; readonly light?: string | undefined }) {
  return { light: toHex(primary), dark: toHex(light ?? primary) };
}

function toLink({ label, href }: { readonly label?: string | undefined; readonly href: string }): ContentLink {
  return { text: label ?? hostName(href), href };
}

function toFont(font: NonNullable<DocsFile["fonts"]>["body"]): ContentFont | undefined {
  return font?.family === undefined ? undefined : { family: font.family, weight: font.weight, source: font.source };
}

function toLogo(logo: DocsFile["logo"]): Appearance["logo"] {
  const light = logo?.light ?? logo?.dark;
  const dark = logo?.dark ?? logo?.light;
  return light === undefined || dark === undefined ? undefined : { light, dark, showName: logo?.showName === true };
}

/** Returns the themes that are some of Shiki's; undefined unless both are. */
function toCodeThemes({ light, dark }: { light?: string | undefined; dark?: string | undefined } = {}): Appearance["code"] {
  const isTheme = (name: string | undefined) => name !== undefined && Object.hasOwn(bundledThemes, name);
  return light !== undefined && dark !== undefined && isTheme(light) && isTheme(dark) ? { light, dark } : undefined;
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
  "facebook.com": "Facebook",
  "instagram.com": "Instagram",
  "telegram.com": "Telegram",
  "t.me": "Telegram",
  "medium.com": "Medium",
  "threads.com": "Threads",
  "bluesky.com": "Bluesky",
  "bsky.app": "Bluesky",
  "hacker-news.com": "Hacker News",
};

/** Expands `#abc` to `#aabbcc`. */
function toHex(colour: string): string {
  return colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
}

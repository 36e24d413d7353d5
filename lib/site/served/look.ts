import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Config, getConfig, getEnvironment } from "../../config/config.ts";
import type { Appearance, ContentFont, ContentLink } from "../../content/model/appearance.ts";
import { getOwn } from "../../content/model/records.ts";
import { docsAddress, splitPath } from "../../content/model/urls.ts";
import { counterpart, findPageAt, hasAsset, type Site } from "../../content/site/site.ts";
import { docsUrl } from "../../content/site/site-links.ts";
import { log, toLogFields } from "../../log.ts";
import { replaceFile } from "../../replace-file.ts";

/** A link of the frame around pages: a path without base path, or an address with its scheme. */
interface LookLink {
  readonly text: string;
  readonly url: string;
}

/** A font that the content names. */
interface LookFont {
  readonly family: string;
  readonly weight: number | undefined;
  /** Path of its file; undefined when the folder has none, so that only a style sheet or the reader's machine may have it. */
  readonly file: string | undefined;
}

/** The look of a site and the links around its pages. */
export interface Look {
  readonly accent: Config["theme"]["accent"];
  readonly colorScheme: Config["theme"]["colorScheme"];
  /** False when the site has one scheme, and no switch. */
  readonly hasSchemeSwitch: boolean;
  /** Colours of the page's background, where the content has some. */
  readonly background: { readonly light?: string | undefined; readonly dark?: string | undefined };
  readonly fonts: { readonly text?: LookFont | undefined; readonly heading?: LookFont | undefined };
  /** Themes of Shiki that give code its colours; undefined for those of the site. */
  readonly code: Config["theme"]["code"];
  /** Paths of the logo that came with the content; undefined when the configuration's is shown, or none. */
  readonly logo: { readonly light: string; readonly dark: string; readonly showName: boolean } | undefined;
  /** Link of the logo; undefined for the start of the site. */
  readonly home: string | undefined;
  readonly favicon: string | undefined;
  readonly links: readonly LookLink[];
  /** The one link that stands out. */
  readonly primary: LookLink | undefined;
  readonly repository: string | undefined;
  readonly footerLinks: readonly LookLink[];
  /** Profiles of the site at other services, each by the name of its service. */
  readonly socials: readonly LookLink[];
  readonly footerColumns: readonly { readonly title: string | undefined; readonly links: readonly LookLink[] }[];
  /** Text above every page, as Markdown. */
  readonly banner: { readonly content: string; readonly type: "info" | "warning" | "critical" } | undefined;
  /** Texts of the page for an unknown path. */
  readonly missing: { readonly title?: string | undefined; readonly description?: string | undefined };
}

/**
 * Returns the appearance of a site in a language: the configuration's, then the content's, then the default. A configuration that speaks of
 * another folder than the one that is served says nothing of this one.
 */
export function lookOf(config: Config, site: Site, language = site.project.defaultLanguage): Look {
  return site.appearance ? withContent(config, site.appearance, { site, language }) : fromConfig(config, { site, language });
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
  const shown = found?.page.language === defaultLanguage && !found.fallback && counterpart(site, found.page, { language });
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
    socials: [],
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
    footerLinks: isOwn ? own.footerLinks : [],
    socials: given.socials.map(toLink),
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

/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const NEEDED = 4.5;
const STEPS = 40;

type Rgb = readonly [number, number, number];

/** Returns black or white, whichever has more contrast on a colour such as `#16a34a`. */
export function readableOn(colour: string): string {
  return contrastOf("#ffffff", colour) >= contrastOf("#000000", colour) ? "#ffffff" : "#0d0f0d";
}

/** Share of the colour in the ground of what is current or chosen, as the style sheets mix it. */
const SOFT = { light: 0.09, dark: 0.12 };

/**
 * Returns the colour, made darker on a light ground and lighter on a dark one until text in it can be read there, and on the ground
 * with a little of the colour that marks what is current.
 */
export function toReadable(colour: string, ground: string): string {
  const isLight = luminanceOf(toRgb(ground)) > 0.18;
  const target: Rgb = isLight ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = mix(toRgb(colour), target, step / STEPS);
    const soft = mix(toRgb(ground), mixed, isLight ? SOFT.light : SOFT.dark);
    if (contrastOf(toHex(mixed), toHex(soft)) >= NEEDED) return toHex(mixed);
  }
  return toHex(target);
}

/** Returns the contrast of two colours (WCAG 2): 1 for the same, 21 for black and white. */
export function contrastOf(left: string, right: string): number {
  const [low = 0, high = 0] = [luminanceOf(toRgb(left)), luminanceOf(toRgb(right))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function toRgb(colour: string): Rgb {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Bytes that a logo may have: cards and pages hold it whole. */
const MAX_BYTES = 256 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

const BrandImage = z.object({
  /** Path in the public folder. */
  path: z.string(),
  /** The picture itself, as a data: address. */
  data: z.string(),
  /** In the picture's own unit; undefined when it does not say. */
  size: z.object({ width: z.number(), height: z.number() }).optional(),
});
export type BrandImage = z.infer<typeof BrandImage>;

const Brand = z.object({ light: BrandImage, dark: BrandImage });
/** The logo in both schemes. */
export type Brand = z.infer<typeof Brand>;

let built: Promise<unknown> | undefined;

/**
 * Returns the logo of the configuration; undefined when there is none, or when it cannot be read, which the log says. A server
 * reads what its build wrote, since hosts keep public files apart from functions; elsewhere the files are read.
 */
export async function readBrand(): Promise<Brand | undefined> {
  const { logo } = getConfig();
  if (!logo) return undefined;
  if (getEnvironment().production) {
    built ??= readFile(brandFile(), "utf8").then(JSON.parse, () => undefined);
    const { success, data } = Brand.safeParse(await built);
    if (success && data.light.path === logo.light && data.dark.path === logo.dark) return data;
  }
  return readImages(logo).catch((cause: unknown) => {
    log("warn", "the logo cannot be shown", toLogFields(cause));
    return undefined;
  });
}

/**
 * Returns the logo as its files are now; undefined when there is none.
 * @throws Error naming the setting whose file is missing, too large or of another type.
 */
export async function readBrandFiles(): Promise<Brand | undefined> {
  const { logo } = getConfig();
  return logo && readImages(logo);
}

/** Writes the logo down for the server that runs this build. @throws as readBrandFiles. */
export async function writeBrand(): Promise<void> {
  await replaceFile(brandFile(), JSON.stringify((await readBrandFiles()) ?? null));
}

function brandFile(): string {
  return path.join(process.cwd(), ".snapshot/brand.json");
}

async function readImages({ light, dark }: { light: string; dark: string }): Promise<Brand> {
  return { light: await readImage("logo.light", light), dark: await readImage("logo.dark", dark) };
}

async function readImage(setting: string, file: string): Promise<BrandImage> {
  const type = TYPES[path.extname(file).toLowerCase()];
  if (!type) throw new Error(`${setting}: ${file} must be an .svg, .png or .jpg file.`);
  const bytes = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "public", file)).catch(() => {
    throw new Error(`${setting}: there is no file public${file}.`);
  });
  if (bytes.length > MAX_BYTES) throw new Error(`${setting}: ${file} has ${bytes.length} bytes; make it ${MAX_BYTES} or fewer.`);
  return { path: file, data: `data:${type};base64,${bytes.toString("base64")}`, size: sizeOf(type, bytes) };
}

/** Returns the size that an SVG or PNG states. */
export function sizeOf(type: string, bytes: Buffer): BrandImage["size"] {
  if (type === "image/png" && bytes.length > 24) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (type !== "image/svg+xml") return undefined;
  const [tag = ""] = /<svg\b[^<>]*>/.exec(bytes.toString("utf8")) ?? [];
  const [, box] = /\bviewBox\s*=\s*["']([^"']*)["']/.exec(tag) ?? [];
  const [, , boxWidth, boxHeight] =
    box
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const attribute = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+(?:\\.\\d+)?)(?:px)?["']`).exec(tag)?.[1]);
  const [width, height] = boxWidth && boxHeight ? [boxWidth, boxHeight] : [attribute("width"), attribute("height")];
  return width && height ? { width, height } : undefined;
}

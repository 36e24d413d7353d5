import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readGitbookSettings, readMkdocsSettings } from "./dialects/recognise-dialect.ts";
import { isObject, listOf } from "./engine/files.ts";
import { isWithin } from "./recognise.ts";
import type { Repository } from "./repository.ts";
import { readSettings } from "./settings-value.ts";
import { isFile, readImported, readSettingsCode } from "./site-code.ts";
import { walkFiles } from "./walk-files.ts";

/** The name, address and looks of a site, as its settings have them. */
export interface SiteFacts {
  readonly name?: string | undefined;
  /** The public address, without a path. */
  readonly url?: string | undefined;
  /** Fields of a docs.json. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Redirects from older addresses. */
  readonly redirects: readonly { readonly source: string; readonly destination: string }[];
  /** Pictures around the content, by the path that they get: the path on the disk. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Facts as each system states them. */
interface Stated {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly url?: unknown;
  readonly logo?: { readonly light: unknown; readonly dark: unknown; readonly showName: boolean };
  readonly favicon?: unknown;
  /** Address of the source code. */
  readonly code?: unknown;
  readonly colour?: unknown;
  /** Older addresses or files of pages, with the address or file of the page that each leads to. */
  readonly redirects?: readonly (readonly [from: unknown, to: unknown])[];
}

/** Reads title, address, logo, icon, colour and redirects of a site; nothing of one that only its own build can read. */
export async function readFacts(repository: Repository): Promise<SiteFacts> {
  const stated = await readStated(repository).catch((): Stated => ({}));
  const pictures = new Map<string, string>();
  const place = (value: unknown) => placeOf(value, repository, pictures);
  const [light, dark] = [place(stated.logo?.light), place(stated.logo?.dark)];
  const colour = textOf(stated.colour) ?? readColour(repository);
  const code = textOf(stated.code);
  const settings = {
    description: textOf(stated.description),
    logo: light || dark ? { light: light ?? dark, dark: dark ?? light, showName: stated.logo?.showName } : undefined,
    favicon: place(stated.favicon),
    colors: colour && { primary: colour },
    navbar: code && { primary: { type: "github", href: code } },
  };
  return {
    name: textOf(stated.name),
    url: urlOf(stated.url),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    redirects: (stated.redirects ?? []).flatMap(toRedirect),
    pictures,
  };
}

async function readStated({ kind, content, site }: Repository): Promise<Stated> {
  if (site === undefined) return {};
  if (kind === "mkdocs") return fromMkdocs(readMkdocsSettings(site)?.settings ?? {}, content);
  if (kind === "gitbook") return { redirects: Object.entries(fields(readGitbookSettings(site).redirects)) };
  const config = await readConfig(kind, site);
  if (kind === "docusaurus") return fromDocusaurus(config);
  return kind === "vitepress" ? fromVitepress(config) : kind === "starlight" ? fromStarlight(config) : {};
}

/** Reads the settings that are code of a site; without fields where it has none. */
export async function readConfig(kind: Repository["kind"], site: string): Promise<Record<string, unknown>> {
  const file = readSettingsCode(kind, site);
  return file ? fields(await readSettings(file, readImported(site, file).values())) : {};
}

function fromMkdocs(settings: Record<string, unknown>, content: string): Stated {
  const theme = fields(settings.theme);
  const light = isWhite(path.join(content, String(theme.logo))) ? theme.favicon : theme.logo;
  const palette = [theme.palette].flat().map(fields);
  const primary = palette.map((each) => each.primary).find((each) => typeof each === "string");
  return {
    name: settings.site_name,
    description: settings.site_description,
    url: settings.site_url,
    logo: { light, dark: light && theme.logo, showName: true },
    favicon: theme.favicon,
    code: settings.repo_url,
    colour: MATERIAL[String(primary)],
    redirects: listOf(settings.plugins).flatMap((each) => Object.entries(fields(fields(fields(each).redirects).redirect_maps))),
  };
}

/** Returns true for a drawing in white alone, which Material shows on its coloured bar. */
function isWhite(file: string): boolean {
  if (!file.endsWith(".svg") || !existsSync(file) || statSync(file).size > MAX_BYTES) return false;
  const found = readFileSync(file, "utf8").matchAll(/\b(?:fill|stroke)\s*[:=]\s*["']?\s*(#[\da-f]{3,8}|[a-z]+)\b/gi);
  const colours = [...found].map(([, colour = ""]) => colour.toLowerCase()).filter((colour) => colour !== "none");
  return colours.length > 0 && colours.every((colour) => /^(?:white|#f+)$/.test(colour));
}

/** Colours of Material for MkDocs by name, dark enough for words on white. */
const MATERIAL: Readonly<Record<string, string>> = {
  red: "#ef5552",
  pink: "#e92063",
  purple: "#ab47bd",
  "deep purple": "#7e56c2",
  indigo: "#4051b5",
  blue: "#2094f3",
  "light blue": "#02a6f2",
  cyan: "#00bdd6",
  teal: "#009485",
  green: "#4cae4f",
  "light green": "#8bc34b",
  orange: "#ff9100",
  "deep orange": "#ff6e42",
  brown: "#795649",
  "blue grey": "#546d78",
};

function fromDocusaurus(config: Record<string, unknown>): Stated {
  const navbar = fields(fields(config.themeConfig).navbar);
  const logo = fields(navbar.logo);
  const link = listOf(navbar.items)
    .map(fields)
    .find((each) => /^https:\/\/github\.com\//.test(String(each.href)));
  return {
    ...{ name: config.title, description: config.tagline, url: config.url, favicon: config.favicon, code: link?.href },
    logo: { light: logo.src, dark: logo.srcDark, showName: textOf(navbar.title) !== undefined },
    redirects: listOf(config.plugins)
      .filter((each) => Array.isArray(each) && /client-redirects$/.test(String(each[0])))
      .flatMap((each) => listOf(fields(listOf(each)[1]).redirects).map(fields))
      .flatMap(({ from, to }) => [from].flat().map((each) => [inDocs(each), inDocs(to)] as const)),
  };
}

/** Strips `/docs` from an address, below which Docusaurus has its pages. */
function inDocs(address: unknown): unknown {
  return typeof address === "string" ? address.replace(/^\/docs(?=\/)/, "") : address;
}

function fromVitepress(config: Record<string, unknown>): Stated {
  const locale = fields(fields(config.locales).root);
  const theme = { ...fields(config.themeConfig), ...fields(locale.themeConfig) };
  const logo = typeof theme.logo === "string" ? { src: theme.logo } : fields(theme.logo);
  const icon = listOf(config.head).find((each) => Array.isArray(each) && fields(each[1]).rel === "icon");
  const link = listOf(theme.socialLinks)
    .map(fields)
    .find((each) => each.icon === "github");
  return {
    name: locale.title ?? config.title,
    description: locale.description ?? config.description,
    url: fields(config.sitemap).hostname,
    logo: { light: logo.light ?? logo.src, dark: logo.dark ?? logo.src, showName: theme.siteTitle !== false },
    favicon: Array.isArray(icon) ? fields(icon[1]).href : undefined,
    code: link?.link,
  };
}

function fromStarlight(config: Record<string, unknown>): Stated {
  const [options = {}] = listOf(config.integrations)
    .flat(3)
    .flatMap((each) => (isObject(each) && isObject(each.$starlight) ? [each.$starlight] : []));
  const logo = fields(options.logo);
  const social = Array.isArray(options.social)
    ? options.social.map(fields).find((each) => each.icon === "github")?.href
    : fields(options.social).github;
  const title = typeof options.title === "string" ? options.title : Object.values(fields(options.title))[0];
  return {
    ...{
      name: title,
      description: options.description,
      url: config.site,
      favicon: options.favicon ?? "/favicon.svg",
      code: social,
    },
    logo: { light: logo.light ?? logo.src, dark: logo.dark ?? logo.src, showName: logo.replacesTitle !== true },
    redirects: Object.entries(fields(config.redirects)).map(([from, to]) => [from, isObject(to) ? to.destination : to]),
  };
}

/** Returns the path of a picture in the copy. One in a public folder is copied anyway; any other is added to `pictures`. */
function placeOf(
  value: unknown,
  { kind, content, site = content }: Repository,
  pictures: Map<string, string>,
): string | undefined {
  const name = textOf(value)?.replace(/[?#].*$/, "");
  if (name === undefined || /^[a-z]+:|^\/\//i.test(name)) return undefined;
  const bare = name.replace(/^\.?\//, "");
  const served = [
    path.join(site, kind === "docusaurus" ? "static" : "public"),
    path.join(content, "public"),
    ...(kind === "mkdocs" ? [content] : []),
  ];
  const isThere = (file: string) => isFile(file) && isWithin(site, file);
  if (served.some((folder) => isThere(path.join(folder, bare)))) return `/${bare}`;
  const absolute = path.join(site, bare);
  if (!isThere(absolute)) return undefined;
  const place = `site/${path.basename(bare)}`;
  pictures.set(place, absolute);
  return `/${place}`;
}

const COLOURS =
  /--(?:ifm-color-primary|vp-c-brand(?:-1)?|sl-color-accent|md-primary-fg-color)\s*:\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\b/i;
const MAX_FOLDERS = 200;
const MAX_BYTES = 256 * 1024;

/** Reads the main colour that a style sheet of the site sets. */
function readColour({ kind, site }: Repository): string | undefined {
  const folder = site && path.join(site, kind === "vitepress" ? ".vitepress/theme" : kind === "mkdocs" ? "docs" : "src");
  if (!folder || !existsSync(folder) || !isWithin(site, folder)) return undefined;
  for (const file of walkFiles(folder, { folders: MAX_FOLDERS, enters: (each) => !each.includes("node_modules") })) {
    if (!/\.(?:css|scss|less)$/.test(file) || statSync(file).size > MAX_BYTES) continue;
    const [, colour] = COLOURS.exec(readFileSync(file, "utf8")) ?? [];
    if (colour) return colour;
  }
  return undefined;
}

/** Converts a redirect for docs.json; none when either end is not an address, or has a part that only its own site fills in. */
function toRedirect([from, to]: readonly [from: unknown, to: unknown]): SiteFacts["redirects"][number][] {
  const [source, destination] = [from, to].map(toAddress);
  return source?.startsWith("/") && destination ? [{ source, destination }] : [];
}

function toAddress(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || /[[\]*:]/.test(text.replace(/^https?:/, ""))) return undefined;
  if (/^https?:\/\//.test(text)) return text;
  const bare = text.replace(/(^|\/)(?:README|index)\.(?:md|html)(?=#|$)|\.(?:md|html)(?=#|$)/i, "$1");
  return `/${bare.replace(/^\.?\/+|\/+(?=#|$)/g, "")}`;
}

function urlOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text && /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function fields(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

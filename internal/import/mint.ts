import { UsageError } from "../../scripts/command-line.ts";
import { type ContentFile, createRecord, isObject, listOf, textOf } from "./engine/files.ts";
import { readJsonSource } from "./engine/site.ts";
import { toFile } from "./metas.ts";

/** Returns the docs.json that says what the mint.json of a folder says. @throws UsageError for a mint.json that is not JSON */
export function toNewSettings(files: readonly ContentFile[]): ContentFile {
  const old = files.find(({ path }) => path === "mint.json");
  const { value, findings } = readJsonSource(old ?? toFile("mint.json", "{}"), new Map());
  if (!isObject(value)) throw new UsageError(`mint.json cannot be read: ${findings[0]?.message ?? "it must be an object"}`);
  return toFile("docs.json", `${JSON.stringify(fromMintJson(value), null, 2)}\n`);
}

/** Returns a mint.json, the form before docs.json, as the docs.json that says the same. */
function fromMintJson(mint: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { navigation, tabs, anchors, versions, topbarLinks, topbarCtaButton, footerSocials, backgroundImage, modeToggle } = mint;
  const groups = listOf(navigation);
  const { primaryTab, openapi, api, colors, analytics } = mint;
  const same = Object.fromEntries(Object.entries(mint).filter(([name]) => SAME.has(name)));
  return {
    ...same,
    ...(isObject(colors) ? { colors: pick(colors, ["primary", "light", "dark"]) } : {}),
    navigation: toNavigation({ groups, tabs: listOf(tabs), anchors: listOf(anchors), versions: listOf(versions), primaryTab }),
    ...(isObject(modeToggle)
      ? { appearance: { default: modeToggle.default ?? "system", strict: modeToggle.isHidden === true } }
      : {}),
    navbar: { links: listOf(topbarLinks).filter(isObject).map(toLink), ...toPrimary(topbarCtaButton) },
    footer: { socials: toSocials(footerSocials) },
    ...toApi(openapi, api),
    ...(analytics === undefined ? {} : { integrations: analytics }),
    ...(backgroundImage === undefined ? {} : { background: { image: backgroundImage } }),
  };
}

function toApi(openapi: unknown, api: unknown): Record<string, unknown> {
  if (openapi === undefined && !isObject(api)) return {};
  const server = isObject(api) ? api.baseUrl : undefined;
  return { api: { ...(openapi === undefined ? {} : { openapi }), ...(server === undefined ? {} : { mdx: { server } }) } };
}

/** Fields that docs.json has as well. */
const SAME: ReadonlySet<string> = new Set([
  "$schema",
  "name",
  "description",
  "logo",
  "favicon",
  "seo",
  "redirects",
  "integrations",
  "search",
]);

interface MintNavigation {
  readonly groups: readonly unknown[];
  readonly tabs: readonly unknown[];
  readonly anchors: readonly unknown[];
  readonly versions: readonly unknown[];
  readonly primaryTab: unknown;
}

/** Groups belong to the tab or anchor whose address is the start of their pages' addresses, and to a version by its name. */
function toNavigation({ groups, tabs, anchors, versions, primaryTab }: MintNavigation): Record<string, unknown> {
  const names = versions.flatMap((version) => (isObject(version) ? textOf(version.name) : textOf(version)) || []);
  const inVersion = (name: string) => groups.filter((group) => !isObject(group) || [undefined, name].includes(versionOf(group)));
  if (names.length > 0)
    return { versions: names.map((name) => ({ version: name, ...toDivisions(inVersion(name), { tabs, anchors, primaryTab }) })) };
  return toDivisions(groups, { tabs, anchors, primaryTab });
}

function versionOf(group: Readonly<Record<string, unknown>>): string | undefined {
  return typeof group.version === "string" ? group.version : undefined;
}

function toDivisions(
  groups: readonly unknown[],
  { tabs, anchors, primaryTab }: Pick<MintNavigation, "tabs" | "anchors" | "primaryTab">,
): Record<string, unknown> {
  const links = anchors.filter(isObject);
  const divisions = [...tabs.filter(isObject), ...links].filter(({ url }) => typeof url === "string" && !/^https?:/.test(url));
  const taken = new Set<unknown>();
  const of = (url: unknown) =>
    groups.filter((group) => {
      const isBelow = !taken.has(group) && firstPages(group).every((page) => page === url || page.startsWith(`${String(url)}/`));
      if (isBelow) taken.add(group);
      return isBelow;
    });
  const sections = divisions.map((division) => ({ division, groups: of(division.url).map(withoutVersion) }));
  const rest = groups.filter((group) => !taken.has(group)).map(withoutVersion);
  const outside = links.filter(({ url }) => /^https?:/.test(String(url))).map(toAnchor);
  const all = sections.filter((section) => section.groups.length > 0);
  const first = textOf(isObject(primaryTab) ? primaryTab.name : "") || "Documentation";
  return {
    ...(outside.length > 0 ? { global: { anchors: outside } } : {}),
    ...(all.length === 0
      ? { groups: rest }
      : {
          tabs: [
            ...(rest.length > 0 ? [{ tab: first, groups: rest }] : []),
            ...all.map(({ division, groups: own }) => ({ tab: textOf(division.name) || String(division.url), groups: own })),
          ],
        }),
  };
}

function withoutVersion(group: unknown): unknown {
  if (!isObject(group)) return group;
  const { version, ...rest } = group;
  return rest;
}

function firstPages(group: unknown): string[] {
  if (typeof group === "string") return [group];
  return isObject(group) ? listOf(group.pages).flatMap(firstPages) : [];
}

function toAnchor({ name, icon, url }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { anchor: name, href: url, ...(icon === undefined ? {} : { icon }) };
}

function toLink({ name, url }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { label: name, href: url };
}

function toPrimary(button: unknown): Record<string, unknown> {
  if (!isObject(button)) return {};
  const { type, name, url } = button;
  return { primary: { type: type === "github" ? "github" : "button", ...(name ? { label: name } : {}), href: url } };
}

function toSocials(socials: unknown): Record<string, unknown> {
  if (isObject(socials)) return createRecord(socials);
  const list = listOf(socials).filter(isObject);
  return createRecord(Object.fromEntries(list.map(({ type, url }) => [String(type), url])));
}

function pick(from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}

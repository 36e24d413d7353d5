import type { ContentFile } from "../model/content-file.ts";
import { fileKindOf } from "./file-kinds.ts";

const MAX_SHEETS = 20;
const MAX_SHEETS_CHARS = 512 * 1024;
const SHOWN = 8;

/** The style sheets of a docs.json repository, which that system has on every page. */
interface Styles {
  /** Those that are loaded here too, in order of their paths: at most 20, of at most 524,288 characters together. */
  readonly loaded: readonly ContentFile[];
  /** Reports of the refused parts, a line for each reason. */
  readonly left: readonly string[];
}

/** Divides style sheets into those that are loaded and those that are not. */
export function listStyles(files: readonly ContentFile[]): Styles {
  const sheets = files.filter(({ path }) => fileKindOf(path) === "style");
  const loaded: ContentFile[] = [];
  let chars = 0;
  for (const sheet of sheets) {
    if (loaded.length >= MAX_SHEETS || chars + sheet.text.length > MAX_SHEETS_CHARS) continue;
    chars += sheet.text.length;
    loaded.push(sheet);
  }
  const tooMany = sheets.filter((sheet) => !loaded.includes(sheet));
  return {
    loaded,
    left: [
      ...[...new Set(loaded.flatMap(({ text }) => listImports(text)).map(({ host }) => host))].map(
        (host) => `@import of ${host}: not loaded, since style sheets and fonts come from the site alone`,
      ),
      ...describe(
        tooMany,
        `not loaded, since a site has at most ${MAX_SHEETS} style sheets of ${MAX_SHEETS_CHARS} characters together`,
      ),
    ],
  };
}

const IMPORT =
  /\/\*[\s\S]*?\*\/|@import\s+(?:url\(\s*(?:"(?<a>[^"]*)"|'(?<b>[^']*)'|(?<c>[^"'()\s]+))\s*\)|"(?<d>[^"]*)"|'(?<e>[^']*)')[^;{}]*;?/gi;
const FAMILY_NAME = /^[\w -]{1,100}$/;

/** A rule that loads a sheet of another site, which the content security policy refuses. */
interface RemoteImport {
  readonly rule: string;
  readonly host: string;
  /** Families of fonts that the address asks for. */
  readonly families: readonly string[];
}

function listImports(text: string): RemoteImport[] {
  return [...text.matchAll(IMPORT)].flatMap(({ 0: rule, groups = {} }) => {
    const address = Object.values(groups).find((value) => value !== undefined) ?? "";
    if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, "https://localhost")) return [];
    const { host, searchParams } = new URL(address, "https://localhost");
    const families = searchParams.getAll("family").flatMap((value) => value.split("|"));
    return [
      { rule, host, families: families.map((name) => name.replace(/:.*$/s, "").trim()).filter((name) => FAMILY_NAME.test(name)) },
    ];
  });
}

/** Lists the font families that style sheets load from other sites and have no file for. */
export function listRemoteFamilies(sheets: readonly Pick<ContentFile, "text">[]): string[] {
  const faces = sheets.flatMap(({ text }) => text.match(/@font-face\s*\{[^}]*\}/gi) ?? []).join("\n");
  const families = sheets.flatMap(({ text }) => listImports(text).flatMap((each) => each.families));
  return [...new Set(families)].filter((name) => !new RegExp(`font-family:\\s*["']?${name}["']?\\s*[;}]`, "i").test(faces));
}

/**
 * Returns a style sheet as it is served: without imports from other sites, which the policy blocks with
 * an error on every page, and with the site's font as fallback for each family that they would load.
 */
export function toServedStyle(text: string): string {
  const imports = listImports(text);
  if (imports.length === 0) return text;
  const kept = imports.reduce((rest, { rule }) => rest.replace(rule, ""), text);
  const families = [...new Set(imports.flatMap((each) => each.families))];
  if (families.length === 0) return kept;
  const name = new RegExp(`(["']?)\\b(?:${families.join("|")})\\b\\1(?=\\s*(?:,|!|$))`, "gi");
  return kept.replace(
    /@font-face\s*\{[^}]*\}|((?:font-family|font|--[\w-]+)\s*:)([^;{}]*)/gi,
    (rule, property?: string, value?: string) =>
      property === undefined || value === undefined
        ? rule
        : `${property}${value.replace(name, (family) => `${family}, var(--${/mono|code|courier/i.test(family) ? "mono" : "sans"})`)}`,
  );
}

/** Returns a version for the address of a style sheet, so that browsers may keep it: another text has another one. */
export function styleVersion({ hash }: Pick<ContentFile, "hash">): string {
  return hash.slice(0, 16);
}

function describe(sheets: readonly ContentFile[], reason: string): string[] {
  if (sheets.length === 0) return [];
  const more = sheets.length > SHOWN ? ` and ${sheets.length - SHOWN} more` : "";
  const names = sheets.slice(0, SHOWN).map(({ path }) => path);
  return [`${names.join(", ")}${more}: ${reason}`];
}

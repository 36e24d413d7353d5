import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AddedFiles } from "./content.ts";
import { listRemoteFamilies } from "./engine/files.ts";
import { hasAsset, type Site } from "./engine/site.ts";
import { addFiles, copyStatic } from "./write.ts";

/** Weights of text, of what stands out in it, and of headings. */
const WEIGHTS = [400, 500, 600, 700];

/** Lists font families that docs.json names, or style sheets load from other sites, without a file in the content folder. */
export function listFamilies(site: Site): string[] {
  const { fonts } = site.appearance ?? {};
  const isLacking = (source: string | undefined) => source === undefined || !hasAsset(site, source.replace(/^\.?\/+/, ""));
  const named = [fonts?.text, fonts?.heading].filter((font) => isLacking(font?.source));
  return [...new Set([...named.flatMap((font) => font?.family ?? []), ...listRemoteFamilies(site.styles ?? [])])];
}

/** Returns the name of the npm package that brings a family. */
function packageOf(family: string): string {
  return `@fontsource/${family
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")}`;
}

/** The style sheet and the files of a font, by the paths that they get in a copy. */
interface FontFiles {
  readonly sheets: AddedFiles;
  /** Paths on the disk. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a family from its package in a folder such as `node_modules`; undefined when that is not installed. */
function readFont(family: string, packages: string): FontFiles | undefined {
  const folder = path.join(packages, packageOf(family));
  const sheets = WEIGHTS.map((weight) => path.join(folder, `${weight}.css`)).filter((file) => existsSync(file));
  if (sheets.length === 0) return undefined;
  const text = sheets.map((file) => readFileSync(file, "utf8")).join("\n");
  // Every browser that shows the site reads woff2.
  const own = text
    .replace(/, url\([^()]*\.woff\) format\('woff'\)/g, "")
    .replace(/font-family: '[^']*'/g, `font-family: "${family}"`)
    .replaceAll("url(./files/", "url(./");
  const names = [...own.matchAll(/url\(\.\/([\w.-]+\.woff2)\)/g)].map(([, name = ""]) => name);
  return {
    sheets: new Map([[`fonts/${path.basename(folder)}.css`, own]]),
    files: new Map(names.map((name) => [`fonts/${name}`, path.join(folder, "files", name)])),
  };
}

/** Copies the installed ones of the families that docs.json names into the copy, with a style sheet that the site loads. */
export async function addFonts(to: string, site: Site, packages: string): Promise<void> {
  for (const family of listFamilies(site)) {
    const font = readFont(family, packages);
    if (!font) continue;
    await addFiles(to, font.sheets);
    await copyStatic(to, font.files);
  }
}

/** Says of the families that no package is installed of how to have them, in lines for the report. */
export function describeLacking(families: readonly string[], packages: string): string[] {
  const lacking = families.filter((family) => !readFont(family, packages));
  return lacking.map(
    (family) =>
      `fonts: ${family} is not a file of the folder, so the site's own font is shown. To copy it along: npm install --no-save ${packageOf(family)}, then import again`,
  );
}

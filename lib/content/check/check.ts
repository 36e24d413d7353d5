import * as brands from "@fortawesome/free-brands-svg-icons";
import * as lucide from "lucide";
import { type Finding, warningIn } from "../../finding.ts";
import { counterpart, type Site } from "../site/site.ts";
import { type CheckOptions, checkFolderIcons, checkFolders, checkPages, checkRedirects, findMisplaced } from "./check-pages.ts";

/** Lists everything that is wrong with a site's content, in order of files: errors, warnings, and last the translations that are missing. */
export async function checkSite(site: Site, options: CheckOptions): Promise<Finding[]> {
  const misplaced = findMisplaced(site);
  if (misplaced) return [misplaced];
  const findings = [
    ...site.findings,
    ...(await checkPages(site, site.pages, options)),
    ...checkRedirects(site),
    ...checkFolders(site, options),
    ...checkFolderIcons(site, options),
    ...missingOriginals(site),
  ];
  return [...groupEqual(findings.sort(byPlace)), ...missingTranslations(site).sort(byPlace)];
}

/** Keeps the first of equal findings that are said once, and says in how many places it is. */
function groupEqual(findings: readonly Finding[]): Finding[] {
  const places = Map.groupBy(
    findings.filter(({ kind }) => kind === "everywhere"),
    ({ message }) => message,
  );
  return findings.flatMap((finding) => {
    if (finding.kind !== "everywhere") return [finding];
    const count = places.get(finding.message)?.length ?? 0;
    places.delete(finding.message);
    if (count === 0) return [];
    return [count === 1 ? finding : { ...finding, message: `${finding.message} This is the first of ${count} places.` }];
  });
}

function missingTranslations(site: Site): Finding[] {
  const { project, pages } = site;
  const written = pages.filter(({ language, kind }) => language === project.defaultLanguage && kind === "guide");
  return written.flatMap((page) => {
    const missing = project.languages.filter(
      ({ id }) => id !== page.language && counterpart(site, page, { language: id })?.fallback !== false,
    );
    if (missing.length === 0) return [];
    const message = `There is no translation into ${missing.map(({ id }) => id).join(", ")}; readers get this page instead.`;
    return [warningIn(page.file ?? page.path, message)];
  });
}

/**
 * Lists pages that do not exist in the default language: translations whose file has a different name
 * than the original, and pages that only one language has.
 */
function missingOriginals(site: Site): Finding[] {
  const { defaultLanguage } = site.project;
  const translated = site.tree ? [] : site.pages.filter(({ language, kind }) => language !== defaultLanguage && kind === "guide");
  return translated.flatMap((page) => {
    if (counterpart(site, page, { language: defaultLanguage })) return [];
    const message = `There is no such page in ${defaultLanguage}. If it is a translation, give its file the name that the original has.`;
    return [warningIn(page.file ?? page.path, message)];
  });
}

function byPlace(left: Finding, right: Finding): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return (left.line ?? 0) - (right.line ?? 0);
}

/**
 * Returns the names of all icons that pages can show: those of Lucide, and those of brands, some of which have several names.
 */
export function listShownIcons(): Set<string> {
  const ofBrands = Object.values(brands as Readonly<Record<string, unknown>>).flatMap((brand) =>
    isBrand(brand) ? [brand.iconName, ...brand.icon[2]] : [],
  );
  const ofLucide = Object.entries(lucide).flatMap(([name, icon]) => (Array.isArray(icon) ? toIconNames(name) : []));
  return new Set([...ofLucide, ...ofBrands.filter((name) => typeof name === "string")]);
}

/** Returns the names that pages have for an icon: `ArrowDown01` is `arrow-down-0-1`, and `Clock10` is `clock-10`. */
function toIconNames(exported: string): string[] {
  const words = /(?<=[a-z])(?<!\d[a-z])(?=[A-Z0-9])|(?<=[A-Z0-9])(?=[A-Z])|(?<=[A-Z])(?=\d)/g;
  const name = exported.replace(words, "-").toLowerCase();
  return [name, name.replace(/(?<=\d)(?=\d)/g, "-")];
}

/** Returns true for an icon of the package, which exports packs of icons too. */
function isBrand(value: unknown): value is brands.IconDefinition {
  return typeof value === "object" && value !== null && "iconName" in value && "icon" in value;
}

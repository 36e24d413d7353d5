import { type Locale, landingPath, pagePath, type UrlStructure } from "../content/model/urls.ts";

/**
 * Returns the path without base path of the list of pages of a language and version: `/llms.txt`, `/es/llms.txt`,
 * `/docs/v1/llms.txt`.
 */
export function llmsPath(structure: UrlStructure, locale: Locale): string {
  const { language, version } = locale;
  const isDefault = version === null || version === structure.defaultVersion;
  if (structure.addresses !== "paths") {
    const start = isDefault ? landingPath(structure, language) : pagePath(structure, { ...locale, slug: "" });
    return `${start === "/" ? "" : start}/llms.txt`;
  }
  const segments = [
    language === structure.defaultLanguage ? "" : language,
    isDefault ? "" : encodeURIComponent(versionSegment(structure, version)),
  ].filter(Boolean);
  const start = segments.length > 0 && structure.pagesAt !== "root" ? "/docs" : "";
  return `${[start, ...segments].join("/")}/llms.txt`;
}

/**
 * Returns the language and version whose list has a path, by its segments without `/docs` and `llms.txt`; of a site with
 * docs.json.
 */
export function localeOfLlms(structure: UrlStructure, segments: readonly string[]): Locale | undefined {
  const language = structure.languages.find(({ id }) => id === segments[0])?.id;
  const [segment, ...more] = language === undefined ? segments : segments.slice(1);
  if (more.length > 0) return undefined;
  const locale = { language: language ?? structure.defaultLanguage, version: structure.defaultVersion };
  if (segment === undefined) return locale;
  const version = structure.versions.find(({ id }) => versionSegment(structure, id) === segment);
  return version && { ...locale, version: version.id };
}

/** Returns the unique word with a digit in a label, such as `2025-06-18` of `Version 2025-06-18 (latest)`; else the label. */
function versionSegment({ versions }: UrlStructure, label: string): string {
  const word = numberIn(label);
  const isOnly = word !== undefined && versions.filter(({ id }) => numberIn(id) === word).length === 1;
  return isOnly ? word : label.replace(/[^\p{L}\p{N}.-]+/gu, "-");
}

function numberIn(label: string): string | undefined {
  return label.split(/[\s()]+/).find((word) => /\d/.test(word) && /^[\w.-]+$/.test(word));
}

import path from "node:path/posix";

/** Packages of documentation systems. Docent has what they give, by the same names, so that their imports mean nothing here. */
const KNOWN =
  /^(?:fumadocs-(?:ui|core|mdx|openapi|twoslash|typescript)|nextra(?:-theme-\w+)?|@astrojs\/\w+|astro|@theme(?:-\w+)?|@docusaurus|@mdx-js\/react|lucide-react|react|next|@mintlify)(?:[/:]|$)/;
const MAX_ENDING_CHARS = 6;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** Returns true for a package whose names Docent has itself. */
export function isKnownPackage(specifier: string): boolean {
  return KNOWN.test(specifier);
}

/** Returns the address that an import of a picture gives; undefined for an import of anything else. */
export function pictureAddress(from: string, written: string): string | undefined {
  // `?svgr` and its kin ask a bundler for a component.
  const specifier = written.replace(/\?(?:svgr|react|component|url)$/, "");
  if (!IMAGE.test(specifier.slice(-MAX_ENDING_CHARS))) return undefined;
  if (/^(?:@site)?\//.test(specifier)) return specifier.replace("@site", "");
  if (!/^\.\.?\//.test(specifier)) return aliasedPath(specifier) && `/${aliasedPath(specifier)}`;
  return `/${withoutAbove(path.join(path.dirname(from), specifier))}`;
}

/** Returns the path behind a short name, such as `assets/a.png` for `~/assets/a.png`; undefined for a path without one. */
export function aliasedPath(name: string): string | undefined {
  return /^(?:[~@]\/|@[\w-]+\/)/.test(name) ? name.replace(/^[~@]\/?/, "") : undefined;
}

/** Returns a path without the steps out of the content folder that it begins with: what is above is copied into it. */
export function withoutAbove(name: string): string {
  return name.replace(/^(?:\.\.\/)+/, "");
}

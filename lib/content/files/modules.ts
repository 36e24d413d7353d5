import path from "node:path/posix";
import { composeName } from "../../decode-text.ts";
import type { ContentFile } from "../model/content-file.ts";
import { assetTypeOf } from "./file-kinds.ts";
import { listSampleNames, readSampleName, samplePlaces } from "./samples.ts";

const MAX_MODULES = 200;
const MAX_MODULES_CHARS = 1_000_000;
const MAX_OUTER_FOLDERS = 6;
const ENDINGS = ["", ".mdx", ".md", ".jsx", ".js", ".tsx", ".ts", "/index.mdx", "/index.jsx", "/index.tsx", "/index.ts"];
const SPECIFIER = /\b(?:from\s*|require\(\s*|import\(\s*)["']([^"'\n]+)["']|<Snippet\s[^<>]*\bfile=["']([^"'\n]+)["']/g;

/**
 * Resolves an import: from the content folder where it begins with `/` or an alias such as `@site/`,
 * else from the folder of the importing file. Files above the content folder are looked up inside of
 * it. Undefined for a package.
 */
export function findModule(from: string, specifier: string, has: (path: string) => boolean): string | undefined {
  const isRooted = /^(?:\/|@site\/)/.test(specifier);
  const base = isRooted
    ? specifier.replace(/^(?:\/|@site\/)/, "")
    : /^\.\.?\//.test(specifier)
      ? path.join(path.dirname(from), specifier)
      : isKnownPackage(specifier)
        ? undefined
        : aliasedPath(specifier);
  if (base === undefined) return undefined;
  const whole = withoutAbove(composeName(path.normalize(base)));
  const names = isRooted ? [whole, ...belowOuterFolders(whole)] : [whole];
  return names.flatMap((name) => [...ENDINGS.map((ending) => name + ending), name.replace(/\.md$/, ".mdx")]).find(has);
}

/** Returns a path without the folders that may be above the content folder. */
function belowOuterFolders(name: string): string[] {
  const segments = name.split("/");
  return segments.slice(1, MAX_OUTER_FOLDERS).map((_, index) => segments.slice(index + 1).join("/"));
}

/** Returns the path of a module that is imported as text: `./a.ts?raw`, `!!raw-loader!./a.ts`; undefined for others. */
export function rawSpecifier(specifier: string): string | undefined {
  if (/\?raw$/.test(specifier)) return specifier.slice(0, -"?raw".length);
  return /^!*raw-loader!/.test(specifier) ? specifier.replace(/^!*raw-loader!/, "") : undefined;
}

/** Returns the file of the older form `<Snippet file="a.mdx">`. */
export function findSnippet(file: string, has: (path: string) => boolean): string | undefined {
  const name = composeName(path.normalize(file)).replace(/^\/+/, "");
  if (name.startsWith("..")) return undefined;
  return ["_snippets/", "snippets/", ""].flatMap((folder) => ENDINGS.map((ending) => folder + name + ending)).find(has);
}

/**
 * Returns the files that a page takes content from, with those that they take content from in turn: at most 200 of at most a
 * million characters together. What only looks like an import, as in an example, may be among them.
 */
export function collectModules(page: ContentFile, files: ReadonlyMap<string, ContentFile>): ContentFile[] {
  const found = new Map<string, ContentFile>();
  const waiting = [page];
  let chars = 0;
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    for (const name of namedFiles(file, (each) => files.has(each))) {
      const target = files.get(name);
      if (!target || name === page.path || found.has(name) || found.size >= MAX_MODULES) continue;
      if (chars + target.text.length > MAX_MODULES_CHARS) continue;
      chars += target.text.length;
      found.set(name, target);
      waiting.push(target);
    }
  }
  return [...found.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Returns the paths of existing files that a file imports. */
export function namedFiles({ path: from, text }: Pick<ContentFile, "path" | "text">, has: (path: string) => boolean): string[] {
  const paths = [...text.matchAll(SPECIFIER)].map(([, imported = "", snippet]) =>
    snippet ? findSnippet(snippet, has) : findModule(from, rawSpecifier(imported) ?? imported, has),
  );
  const samples = /\bfile=/.test(text)
    ? listSampleNames(text).map((written) => samplePlaces(from, readSampleName(written).file).find(has))
    : [];
  return [...paths, ...samples].filter((name) => name !== undefined);
}

/** Packages of documentation systems. Docent has what they give, by the same names, so that their imports mean nothing here. */
const KNOWN =
  /^(?:fumadocs-(?:ui|core|mdx|openapi|twoslash|typescript)|nextra(?:-theme-\w+)?|@astrojs\/\w+|astro|@theme(?:-\w+)?|@docusaurus|@mdx-js\/react|lucide-react|react|next|@mintlify)(?:[/:]|$)/;
/** Text that code imports as such, and whose address it has with `?url` alone. */
const IMPORTED_AS_TEXT = /\.(?:json|ya?ml|csv|xml)$/i;

/** Returns true for a package whose names Docent has itself. */
export function isKnownPackage(specifier: string): boolean {
  return KNOWN.test(specifier);
}

/** Returns the address that an import of a picture, film or other file gives, as bundlers do; undefined for an import of anything else. */
export function assetAddress(from: string, written: string): string | undefined {
  // `?svgr` and its kin ask a bundler for a component.
  const specifier = written.replace(/\?(?:svgr|react|component|url)$/, "");
  const isAsset = assetTypeOf(specifier) !== undefined && (/\?url$/.test(written) || !IMPORTED_AS_TEXT.test(specifier));
  if (!isAsset) return undefined;
  if (/^(?:@site)?\//.test(specifier)) return specifier.replace("@site", "");
  if (!/^\.\.?\//.test(specifier)) return aliasedPath(specifier) && `/${aliasedPath(specifier)}`;
  return `/${withoutAbove(path.join(path.dirname(from), specifier))}`;
}

/** Returns the path behind a short name, such as `assets/a.png` for `~/assets/a.png`; undefined for a path without one. */
export function aliasedPath(name: string): string | undefined {
  return /^(?:[~@]\/|@[\w-]+\/)/.test(name) ? name.replace(/^[~@]\/?/, "") : undefined;
}

/** Returns a path without leading `../` that leave the content folder: files above it are copied into it. */
export function withoutAbove(name: string): string {
  return name.replace(/^(?:\.\.\/)+/, "");
}

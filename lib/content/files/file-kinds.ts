/** The kind of a file of the content folder, by its name. */
export type FileKind = "page" | "settings" | "data" | "snippet" | "style" | "asset";

/** Media types of files that are served as they are. Nothing that a browser would run as a page or a script of the site. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
  ico: "image/x-icon",
  bmp: "image/bmp",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  ogv: "video/ogg",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  opus: "audio/ogg",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  pdf: "application/pdf",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  xml: "application/xml",
  zip: "application/zip",
  vtt: "text/vtt; charset=utf-8",
};

/** Returns the media type of a file that is served; undefined for one that never is. */
export function assetTypeOf(name: string): string | undefined {
  if (isWellKnown(name)) return wellKnownTypeOf(name);
  // Those of skills alone have types that are not in the list; nothing else lists such files.
  return typeByEnding(name) ?? (skillFileOf(name) ? "text/plain; charset=utf-8" : undefined);
}

function typeByEnding(name: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(ASSET_TYPES, ending) ? ASSET_TYPES[ending] : undefined;
}

/** Returns the skill that a file of `skills/<name>/` belongs to, and its path below; a folder is one only with a SKILL.md. */
export function skillFileOf(path: string): { readonly skill: string; readonly path: string } | undefined {
  const [, skill, below] = /^skills\/([a-z0-9]+(?:-[a-z0-9]+)*)\/(.+)$/s.exec(path) ?? [];
  return skill !== undefined && skill.length <= 64 && below !== undefined ? { skill, path: below } : undefined;
}

/** The folder of files at addresses that standards have set, such as `.well-known/security.txt`. */
export const WELL_KNOWN = ".well-known";

/** Returns true for a file of that folder, which is served whatever its name is, and is never a page. */
export function isWellKnown(path: string): boolean {
  return path.startsWith(`${WELL_KNOWN}/`);
}

/** Many of these files have no ending. */
function wellKnownTypeOf(name: string): string {
  if (name.endsWith("/apple-app-site-association")) return "application/json";
  return typeByEnding(name) ?? "text/plain; charset=utf-8";
}

/** Returns true for a file with order and titles of a folder of Nextra or Docusaurus, which import alone reads. */
export function isOrderFile(path: string): boolean {
  return /(?:^|\/)(?:_meta(?:\.global)?\.(?:[jt]sx?|json)|_category_\.(?:json|ya?ml))$/.test(path);
}

/** Returns true for a file of questions that readers ask, which may hold the owner's own answers. */
export function isQuestionsFile(path: string): boolean {
  return /^questions(?:\/[^/]+)?\.ya?ml$/.test(path);
}

/** Returns the part that a file has in a site; undefined for a file without one. */
export function fileKindOf(path: string): FileKind | undefined {
  // A sample from beside the content, which only a fence shows.
  if (path.startsWith("../")) return undefined;
  if (isWellKnown(path)) return "asset";
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/\.mdx?$/i.test(name)) return "page";
  if (/^(?:meta|docs|mint)\.json$/.test(name) || path === ".mintignore" || isOrderFile(name) || isQuestionsFile(path))
    return "settings";
  if (/\.(?:json|ya?ml)$/i.test(name)) return "data";
  if (/\.jsx$/.test(name)) return "snippet";
  // The sheet of one component has names of classes that only the component's code knows.
  if (/\.css$/i.test(name) && !/\.module\.css$/i.test(name)) return "style";
  return assetTypeOf(name) ? "asset" : undefined;
}

/** Kinds of files that are part of a site only where a page or file imports them. */
export const ONLY_WHEN_IMPORTED: ReadonlySet<FileKind | undefined> = new Set(["style", undefined]);

const CODE =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|css|scss|html|vue|svelte|astro|py|rb|go|rs|java|kt|swift|php|cs|c|h|cpp|sh|ps1|sql|graphql|txt)$/i;

/** Returns true for a file that a page may import: text of a known kind, and no hidden file but one of Markdown. */
export function isIncludable(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /\.mdx?$/i.test(name) || (CODE.test(name) && !name.startsWith("."));
}

/** Returns true for the file of a page: Markdown that is not hidden. */
export function isPageFile(path: string): boolean {
  return /\.mdx?$/i.test(path) && !/^\.\.\/|(?:^|\/)\.[^/]*$/.test(path);
}

/** Dates of files, in a content folder without a history; written by `npm run dates`, and no file of the site. */
export const DATES_FILE = "dates.json";

/** Returns true for hidden files and for folders of packages and caches. */
export function isSkipped(name: string, parent: string): boolean {
  if (parent === "" && (name === ".mintignore" || name === WELL_KNOWN)) return false;
  if (parent === "" && name === DATES_FILE) return true;
  return name.startsWith(".") || name === "node_modules";
}

import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { getConfig, getMainProject, type Project } from "../../config/config.ts";
import type { CheckOptions } from "../../content/check/check-pages.ts";
import { findRedirect } from "../../content/model/redirects.ts";
import { ENGINE_ROUTES, matchesRoute } from "../../engine-paths.ts";
import { replaceFile } from "../../replace-file.ts";

/** Files of `app` that Next serves by their names, with their addresses: `$1` is the name as written, without the ending of code. */
const METADATA_FILES = [
  [/^favicon\.ico$/, "favicon.ico"],
  [/^robots\.(?:txt|[jt]s)$/, "robots.txt"],
  [/^manifest\.(?:json|webmanifest|[jt]s)$/, "manifest.webmanifest"],
  [/^(?:.+\/)?sitemap\.(?:xml|[jt]s)$/, "sitemap.xml"],
  [/^(?:.+\/)?((?:icon|apple-icon|opengraph-image|twitter-image)\d?\.(?:ico|jpe?g|png|gif|svg))$/, "$1"],
  [/^(?:.+\/)?((?:icon|apple-icon|opengraph-image|twitter-image)\d?)\.[jt]sx?$/, "$1"],
] as const;

const OF_THE_ENGINE: ReadonlySet<string> = new Set(Object.values(ENGINE_ROUTES).flat());

/** A route that a file of the folder `app` makes. */
export interface AppRoute {
  /** Path of the file below `app`. */
  readonly file: string;
  /** As `/pricing`, `/blog/[slug]` or `/apple-icon.png`. */
  readonly pattern: string;
  /** A handler takes any method, a page is only read. */
  readonly handler: boolean;
  /** False for what the engine brings. */
  readonly isOwn: boolean;
  /** False for a page without a layout above it, which Next cannot build. */
  readonly hasLayout: boolean;
}

/** Returns the routes that the files of `app` make, as Next names them: pages, handlers, icons, cards, the manifest. */
export async function listAppRoutes(folder = path.join(/* turbopackIgnore: true */ process.cwd(), "app")): Promise<AppRoute[]> {
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  const files = names.map((name) => name.split(path.sep).join("/")).sort();
  const layouts = new Set(files.filter((file) => /(?:^|\/)layout\.[jt]sx?$/.test(file)).map(folderOf));
  return files.flatMap((file): AppRoute[] => {
    const route = toRoute(file);
    if (!route) return [];
    const hasLayout = route.handler || listFolders(file).some((above) => layouts.has(above));
    return [{ file, ...route, hasLayout, isOwn: !OF_THE_ENGINE.has(route.pattern) }];
  });
}

/**
 * Returns a test for paths of the routes that the fork added. `[lang]` is one of the languages, any other `[part]` one part of a
 * path, `[...rest]` one or more, `[[...rest]]` also none.
 */
export function createOwnRouteTest(routes: readonly AppRoute[], languages: readonly string[]): (path: string) => boolean {
  const own = routes.filter(({ isOwn }) => isOwn);
  const hasFirst = (name: string, segment: string) => name !== "[lang]" || languages.includes(segment);
  return (path) => own.some(({ pattern }) => matchesRoute(pattern, path, hasFirst));
}

type Languages = Pick<Project, "languages" | "defaultLanguage">;

/** Lists the addresses of pages that the fork added and that need no value for a part of their path, sorted. */
export function listOwnPages(routes: readonly AppRoute[], { languages, defaultLanguage }: Languages): string[] {
  const translations = languages.filter(({ id }) => id !== defaultLanguage);
  const pages = routes.filter(({ isOwn, handler, hasLayout }) => isOwn && !handler && hasLayout);
  return pages
    .flatMap(({ pattern }) =>
      pattern.startsWith("/[lang]/") ? translations.map(({ id }) => `/${id}${pattern.slice("/[lang]".length)}`) : [pattern],
    )
    .filter((path) => !path.includes("["))
    .sort();
}

/** Lists the fork's own pages in a running server: from `app`, or the list that the build wrote if `app` is not deployed. */
export async function readOwnPages(languages: Languages): Promise<string[]> {
  const routes = await listAppRoutes();
  if (routes.length > 0) return listOwnPages(routes, languages);
  const file = ownPagesFile();
  return existsSync(file) ? z.array(z.string()).parse(JSON.parse(await readFile(file, "utf8"))) : [];
}

/** Writes them for the server of a build. */
export async function writeOwnPages(languages: Languages): Promise<void> {
  await replaceFile(ownPagesFile(), JSON.stringify(listOwnPages(await listAppRoutes(), languages)));
}

function ownPagesFile(): string {
  return path.join(process.cwd(), ".snapshot", "own-pages.json");
}

function toRoute(file: string): Pick<AppRoute, "pattern" | "handler"> | undefined {
  const [, name] = /(?:^|\/)(page|route)\.[jt]sx?$/.exec(file) ?? [];
  if (name) return { pattern: toPattern(folderOf(file)), handler: name === "route" };
  for (const [written, address] of METADATA_FILES)
    if (written.test(file)) return { pattern: toPattern(`${folderOf(file)}/${file.replace(written, address)}`), handler: true };
  return undefined;
}

/** Returns the path of a folder or file without what no address contains: groups such as `(default)` and slots such as `@modal`. */
function toPattern(name: string): string {
  const segments = name.split("/").filter((segment) => segment !== "" && !/^(?:\(.*\)|@.*)$/.test(segment));
  return `/${segments.join("/")}`;
}

function folderOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
}

/** Returns the folders that a file is in, the innermost first, `app` itself as "". */
function listFolders(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("/")), ""];
}

/** Returns the redirects, routes, files and hosts that pages may name, from the configuration, `app` and the public folder. */
export async function readCheckOptions(): Promise<CheckOptions> {
  const { embeds, images, links, redirects } = getConfig();
  const languages = getMainProject().languages.map(({ id }) => id);
  return {
    isOwnRoute: createOwnRouteTest(await listAppRoutes(), languages),
    hasPublicFile,
    imageHosts: images.allow,
    embedHosts: embeds.allow,
    schemes: links.schemes,
    isRedirected: (path) => findRedirect(redirects, path) !== undefined,
  };
}

/** Returns true for a file of the public folder, given its path with a slash in front. */
export function hasPublicFile(name: string): boolean {
  const root = path.resolve(/* turbopackIgnore: true */ "public");
  const file = path.join(/* turbopackIgnore: true */ root, name);
  return file.startsWith(root + path.sep) && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}

/** Lists the files of the public folder, each with a slash in front. */
export async function listPublicFiles(): Promise<string[]> {
  const root = path.resolve(/* turbopackIgnore: true */ "public");
  const entries = existsSync(root) ? await readdir(root, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((file) => `/${path.relative(root, path.join(file.parentPath, file.name)).split(path.sep).join("/")}`).sort();
}

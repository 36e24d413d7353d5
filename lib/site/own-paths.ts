import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { getEnvironment, getMainProject } from "../config/config.ts";
import type { UrlStructure } from "../content/model/urls.ts";
import { decodeText } from "../decode-text.ts";
import { ENGINE_ROUTES, matchesRoute } from "../engine-paths.ts";
import { replaceFile } from "../replace-file.ts";
import { listAppRoutes } from "./app-routes.ts";

const OwnPaths = z.object({
  /** Files of the public folder. */
  files: z.array(z.string()),
  /** Routes of `app` that the fork has added, such as `/pricing` or `/blog/[slug]`. */
  routes: z.array(z.object({ pattern: z.string(), handler: z.boolean() })),
});
type OwnPaths = z.infer<typeof OwnPaths>;

interface Known {
  readonly files: ReadonlySet<string>;
  readonly routes: OwnPaths["routes"];
}

let known: Promise<Known> | undefined;

/** A kind of answer that the router has besides the content: a file, a page, or a handler, which takes any method. */
export type OwnPath = "file" | "page" | "handler";

/** Returns the router's answer at a path, without base path, that no page of the content has; undefined for nothing. */
export async function findOwnPath(pathname: string): Promise<OwnPath | undefined> {
  const decoded = decodePath(pathname);
  if (decoded === undefined) return undefined;
  if (getEnvironment().development) known = undefined;
  known ??= (getEnvironment().production ? readOwnPaths() : listOwnPaths()).then(toKnown);
  known.catch(() => {
    known = undefined;
  });
  const { files, routes } = await known;
  if (files.has(decoded)) return "file";
  const route = routes.find(({ pattern }) => matchesRoute(pattern, decoded, (...first) => hasFirst(getMainProject(), ...first)));
  return route && (route.handler ? "handler" : "page");
}

/** Writes down what `findOwnPath` knows, which a server may not have: hosts keep public files apart from functions. */
export async function writeOwnPaths(): Promise<void> {
  await replaceFile(listFile(), JSON.stringify(await listOwnPaths()));
}

/**
 * Returns true below a language of the site that is not the default one, the only place of a route that begins with
 * `[lang]`.
 */
function hasFirst({ defaultLanguage, languages }: UrlStructure, name: string, segment: string): boolean {
  return name !== "[lang]" || (segment !== defaultLanguage && languages.some(({ id }) => id === segment));
}

function toKnown({ files, routes }: OwnPaths): Known {
  return { files: new Set([...ENGINE_ROUTES.files, ...files]), routes };
}

async function readOwnPaths(): Promise<OwnPaths> {
  return OwnPaths.parse(JSON.parse(await readFile(listFile(), "utf8")));
}

async function listOwnPaths(): Promise<OwnPaths> {
  const routes = (await listAppRoutes()).filter(({ isOwn }) => isOwn);
  return {
    files: (await listPublicFiles()).sort(),
    routes: routes.map(({ pattern, handler }) => ({ pattern, handler })).sort(bySpecificity),
  };
}

/** Sorts a fixed segment before an open one, as the router does. */
function bySpecificity(a: { readonly pattern: string }, b: { readonly pattern: string }): number {
  const [first, second] = [a, b].map(({ pattern }) => pattern.replaceAll("[", "\uffff"));
  return Number(String(first) > String(second)) - Number(String(first) < String(second));
}

function listFile(): string {
  return path.join(process.cwd(), ".snapshot/own-paths.json");
}

async function listPublicFiles(): Promise<string[]> {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "public");
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory());
    return files.map((file) => `/${path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join("/")}`);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw cause;
  }
}

/** Undefined for what is no path: a stray %, or a slash or backslash in a name. */
function decodePath(pathname: string): string | undefined {
  const segments = pathname.split("/").map((segment) => decodeText(segment) ?? "/");
  return segments.some((segment) => /[/\\\0]/.test(segment)) ? undefined : segments.join("/");
}

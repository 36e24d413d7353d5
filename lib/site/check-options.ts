import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { getConfig, getMainProject } from "../config/config.ts";
import type { CheckOptions } from "../content/check/check-pages.ts";
import { configRedirects, findRedirect } from "../content/model/redirects.ts";
import { createOwnRouteTest, listAppRoutes } from "./app-routes.ts";

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
    isRedirected: (path) => findRedirect(configRedirects(redirects), path) !== undefined,
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

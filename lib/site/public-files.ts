import { readdir } from "node:fs/promises";
import path from "node:path";
import { getEnvironment } from "../config/config.ts";

/** Files that routes of app/ make by themselves. */
const MADE_BY_ROUTES = new Set(["/robots.txt", "/sitemap.xml", "/icon.svg", "/favicon.ico"]);

let listed: Promise<ReadonlySet<string>> | undefined;

/** Whether a path without base path is a file of the public folder, or one that a route makes. */
export async function isPublicFile(pathname: string): Promise<boolean> {
  if (!/\.[a-z0-9]+$/i.test(pathname)) return false;
  if (MADE_BY_ROUTES.has(pathname)) return true;
  if (getEnvironment().development) listed = undefined;
  listed ??= listPublicFiles();
  return (await listed).has(pathname);
}

async function listPublicFiles(): Promise<ReadonlySet<string>> {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "public");
  try {
    const names = await readdir(folder, { recursive: true });
    return new Set(names.map((name) => `/${name.split(path.sep).map(encodeURIComponent).join("/")}`));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return new Set();
    throw cause;
  }
}

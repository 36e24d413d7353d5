import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { getEnvironment } from "../config/config.ts";

/** Files that routes of app/ make by themselves. */
const MADE_BY_ROUTES = new Set(["/robots.txt", "/sitemap.xml", "/favicon.ico"]);

let listed: Promise<ReadonlySet<string>> | undefined;

/** Whether a path without base path is a file of the public folder, or one that a route makes. */
export async function isPublicFile(pathname: string): Promise<boolean> {
  if (!/\.[a-z0-9]+$/i.test(pathname)) return false;
  if (MADE_BY_ROUTES.has(pathname)) return true;
  if (getEnvironment().development) listed = undefined;
  listed ??= getEnvironment().production ? readPublicFiles() : listPublicFiles();
  return (await listed).has(pathname);
}

/** Writes down the files of the public folder, which a server may not have: hosts keep them apart from functions. */
export async function writePublicFiles(): Promise<void> {
  await mkdir(path.dirname(listFile()), { recursive: true });
  await writeFile(listFile(), JSON.stringify([...(await listPublicFiles())].sort()));
}

async function readPublicFiles(): Promise<ReadonlySet<string>> {
  return new Set(z.array(z.string()).parse(JSON.parse(await readFile(listFile(), "utf8"))));
}

function listFile(): string {
  return path.join(process.cwd(), ".snapshot/public-files.json");
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

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Project } from "../config/config.ts";
import type { Site } from "./site.ts";
import { SNAPSHOT_FOLDER } from "./snapshot.ts";

const MAX_BYTES = 1024 * 1024 * 1024;

/** Writes a site beside the build's snapshot, so that a starting server need not parse its pages again. */
export async function writePreparedSite(site: Site, folder = SNAPSHOT_FOLDER): Promise<void> {
  const { project, ...rest } = site;
  const target = fileOf(project, folder);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(`${target}.new`, await promisify(gzip)(JSON.stringify(rest)));
  await rename(`${target}.new`, target);
}

/** The site that a build wrote, when it was made from the same input; undefined otherwise. */
export async function readPreparedSite(project: Project, hash: string, folder = SNAPSHOT_FOLDER): Promise<Site | undefined> {
  try {
    const packed = await readFile(fileOf(project, folder));
    const text = await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES });
    const rest = JSON.parse(String(text)) as Omit<Site, "project">;
    return rest.hash === hash ? { ...rest, project } : undefined;
  } catch {
    // Absent or damaged: the site can always be made of its files.
    return undefined;
  }
}

function fileOf({ id }: Project, folder: string): string {
  return path.resolve(/* turbopackIgnore: true */ folder, `${id}.site.json.gz`);
}

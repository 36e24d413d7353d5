import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ContentFile } from "../model/content-file.ts";

/** Levels between the configured content folder and the right one. */
const MAX_LEVELS = 3;
const MAX_BYTES = 2 * 1024 * 1024;

/** Returns true for settings with a navigation: a docs.json of another program has none. */
export function isDocsSettings(text: string): boolean {
  return /"(?:navigation|\$ref)"/.test(text);
}

/**
 * Returns the folder inside of the content folder that has the docs.json, where the content folder has
 * none: it is set too high in a repository. Undefined where a meta.json is as near, since Docent then
 * orders the folder.
 */
export function findSettingsBelow(files: readonly ContentFile[]): string | undefined {
  const settings = files.filter(({ path: name, text }) => /(?:^|\/)docs\.json$/.test(name) && isDocsSettings(text));
  const [nearest] = settings.map(folderOfFile).sort((left, right) => levelOf(left) - levelOf(right) || (left < right ? -1 : 1));
  if (!nearest || levelOf(nearest) > MAX_LEVELS) return undefined;
  const isOrdered = files.some(
    (file) => /(?:^|\/)meta\.json$/.test(file.path) && levelOf(folderOfFile(file)) <= levelOf(nearest),
  );
  return isOrdered ? undefined : nearest;
}

/**
 * Returns the folder above a content folder that has the docs.json, as `..` or `../..`: the content folder is set too deep.
 */
export async function findSettingsAbove(root: string): Promise<string | undefined> {
  for (
    let level = 1, folder = root;
    level <= MAX_LEVELS && !existsSync(path.join(/* turbopackIgnore: true */ folder, ".git"));
    level += 1
  ) {
    folder = path.dirname(/* turbopackIgnore: true */ folder);
    if (await hasSettings(folder)) return Array(level).fill("..").join("/");
  }
  return undefined;
}

async function hasSettings(folder: string): Promise<boolean> {
  const text = await readFile(path.join(/* turbopackIgnore: true */ folder, "docs.json"), "utf8").catch(() => "");
  return text.length <= MAX_BYTES && isDocsSettings(text);
}

function folderOfFile({ path: name }: ContentFile): string {
  return path.posix.dirname(name) === "." ? "" : path.posix.dirname(name);
}

function levelOf(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length;
}

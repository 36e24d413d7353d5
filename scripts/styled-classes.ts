import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Project } from "../lib/config/config.ts";
import { listClasses } from "../lib/site/findings/unstyled-classes.ts";

/** Style sheets that say which utilities of Tailwind a build writes, and which folders it reads for more. */
const SHEETS = ["app/global.css", "site/theme.css"];

/**
 * Returns the classes that the style sheet of a build has: those that the sheets name, and those of the content where they name its
 * folder as a source.
 */
export async function listStyledClasses({ content }: Pick<Project, "content">, texts: readonly string[]): Promise<string[]> {
  const sheets = await Promise.all(SHEETS.map(async (file) => ({ file, css: await readFile(file, "utf8").catch(() => "") })));
  const named = sheets.flatMap(({ css }) => [
    ...[...css.matchAll(/@source inline\("([^"]*)"\)/g)].flatMap(([, list = ""]) => list.split(" ").flatMap(expandGroups)),
    ...[...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replace(/\\/g, "")),
  ]);
  const folder = path.resolve(content);
  const isSource = sheets.some(({ file, css }) =>
    [...css.matchAll(/@source "([^"]+)"/g)].some(([, source = ""]) => {
      const root = path.resolve(path.dirname(file), source);
      return folder === root || folder.startsWith(root + path.sep);
    }),
  );
  return [...new Set([...named, ...(isSource ? texts.flatMap((text) => listClasses(text).map(({ name }) => name)) : [])])];
}

/** Lists the names that a text with `{a,b}` expands to. */
function expandGroups(text: string): string[] {
  const [choices, inner] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (choices === undefined || inner === undefined) return [text];
  return inner.split(",").flatMap((choice) => expandGroups(text.replace(choices, () => choice)));
}

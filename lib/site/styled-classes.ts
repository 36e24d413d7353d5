import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Project } from "../config/config.ts";
import type { ContentProblem } from "../content/model/notice.ts";
import type { Page } from "../content/model/page.ts";

/** Style sheets that say which utilities of Tailwind a build writes, and which folders it reads for more. */
const SHEETS = ["app/global.css", "site/theme.css"];
const SHOWN = 8;

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

/** Names utilities of Tailwind in pages that have no style, since no build has read these pages: once for each page. */
export function findUnstyledClasses(pages: readonly Page[], styled: ReadonlySet<string>): ContentProblem[] {
  return pages.flatMap(({ file, source, sourceLine }) => {
    const missing = file === null ? [] : listClasses(source).filter(({ name }) => !styled.has(name) && UTILITY.test(name));
    const names = [...new Set(missing.map(({ name }) => name))];
    const [first] = missing;
    if (!first || file === null) return [];
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
    const reason = `No style sheet has ${names.slice(0, SHOWN).join(", ")}${more}, since no build has read the page: build again, or write the style into site/theme.css.`;
    return [{ file, line: first.line + sourceLine, column: 1, reason }];
  });
}

const ATTRIBUTE = /\bclass(?:Name)?\s*=\s*\{?\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/g;
const FAMILIES =
  "flex|grid|col|row|cols|gap|space|order|items|justify|content|self|place|p[xytrblse]?|m[xytrblse]?|w|h|size|min|max|basis|aspect|" +
  "object|overflow|float|text|font|leading|tracking|bg|from|via|to|border|divide|ring|rounded|shadow|opacity|fixed|absolute|relative|" +
  "sticky|inset|top|left|right|bottom|z|translate|scale|rotate|hidden|block|inline|underline|italic|uppercase|truncate";
/** A class that Tailwind would have a rule for: one that another sheet may explain is left alone. */
const UTILITY = new RegExp(
  `^(?:[a-z0-9-]+:)*[!-]?(?:${FAMILIES})(?:-\\[[^\\]]+\\]|(?:-[xytrblse])?(?:-[a-z]+)?(?:-[\\d./]+)?(?:/\\d+)?)!?$`,
);

function listClasses(text: string): { readonly name: string; readonly line: number }[] {
  return [...text.matchAll(ATTRIBUTE)].flatMap(({ index, 1: double, 2: single, 3: template }) => {
    const line = text.slice(0, index).split("\n").length;
    return (double ?? single ?? template ?? "").split(/\s+/).flatMap((name) => (name ? [{ name, line }] : []));
  });
}

/** Lists the names that a text with `{a,b}` in it stands for. */
function expandGroups(text: string): string[] {
  const [choices, inner] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (choices === undefined || inner === undefined) return [text];
  return inner.split(",").flatMap((choice) => expandGroups(text.replace(choices, () => choice)));
}

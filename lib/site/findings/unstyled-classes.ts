import type { Page } from "../../content/model/page.ts";
import { withoutCode } from "../../content/parse/syntax.ts";
import { type Finding, warningIn } from "../../finding.ts";

const SHOWN = 8;

/** Reports, once for each page, Tailwind utilities that have no style because no build has read the page. */
export function findUnstyledClasses(pages: readonly Page[], styled: ReadonlySet<string>): Finding[] {
  return pages.flatMap(({ file, source, sourceLine }) => {
    const missing =
      file === null ? [] : listClasses(withoutCode(source)).filter(({ name }) => !styled.has(name) && UTILITY.test(name));
    const names = [...new Set(missing.map(({ name }) => name))];
    const [first] = missing;
    if (!first || file === null) return [];
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
    const message = `No style sheet has ${names.slice(0, SHOWN).join(", ")}${more}, since no build has read the page: build again, or write the style into site/theme.css.`;
    return [warningIn(file, message, { line: first.line + sourceLine, column: 1 })];
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

/** Lists the classes that attributes of a text name, each with its line. */
export function listClasses(text: string): { readonly name: string; readonly line: number }[] {
  return [...text.matchAll(ATTRIBUTE)].flatMap(({ index, 1: double, 2: single, 3: template }) => {
    const line = text.slice(0, index).split("\n").length;
    return (double ?? single ?? template ?? "").split(/\s+/).flatMap((name) => (name ? [{ name, line }] : []));
  });
}

import path from "node:path/posix";
import { changeProse, toRuns } from "./lines.ts";
import type { ReadFile } from "./mkdocs.ts";

const IMPORT = /\bimport\s+(\w+)\s+from\s+["']((?:@\/|\.{1,2}\/)[^"'\n]{1,300}\.vue)["']/g;
const THEME = ["ts", "js", "mts", "mjs"].map((ending) => `/.vitepress/theme/index.${ending}`);
/** Matches parts that need Vue itself: conditions, lists, events, slots with a name, and expressions. */
const NEEDS_VUE = /\s(?:v-|@|#)[\w:.-]+|<slot\s+[^/>]|<(?:component|template|style)\b|\{\{(?!\s*\w+\s*\}\})/;

/** Writes the template of a component of Vue in place of it, where that is elements around what the page has in it. */
export function writeTemplates(text: string, read: ReadFile): string {
  const templates = new Map([...THEME, ""].flatMap((from) => readTemplates(from === "" ? text : (read(from) ?? ""), from, read)));
  if (templates.size === 0) return text;
  const tag = new RegExp(`<(/?)(${[...templates.keys()].join("|")})((?:\\s+[:@]?[\\w-]+(?:="[^"]*")?)*)\\s*(/?)>`, "g");
  const toOneLine = (prose: string) => prose.replace(tag, (whole) => whole.replace(/\s+/g, " "));
  const runs = toRuns(text.split("\n")).map(({ isFence, lines }) => (isFence ? lines.join("\n") : toOneLine(lines.join("\n"))));
  return changeProse(runs.join("\n"), (line) =>
    line.replace(tag, (whole, closing: string, name: string, given: string, closed: string) => {
      const { before = "", after = "", usual } = templates.get(name) ?? {};
      if (closing) return after;
      if (closed && usual === undefined) return whole;
      return fill(closed ? `${before}${usual}${after}` : before, given);
    }),
  );
}

/** The parts of a template before its slot, after it, and in it where a page gives nothing; undefined where only Vue knows that. */
type Template = readonly [name: string, parts: { before: string; after: string; usual: string | undefined }];

const SLOT = /<slot\s*\/>|<slot>([\s\S]*?)<\/slot>/;
/** A name of a property, or a text with such names in it. */
const BOUND = '(?:\\w+|`(?:[^`"$]|\\$\\{\\w+\\})*`)';

function readTemplates(code: string, from: string, read: ReadFile): Template[] {
  return [...code.matchAll(IMPORT)].flatMap(([, name = "", file = ""]): Template[] => {
    const isAside = from === "" || file.startsWith("@/");
    const source = read(isAside ? file : path.join(path.dirname(from), file)) ?? "";
    const template = /^<template>([\s\S]*)^<\/template>/m.exec(source)?.[1] ?? "";
    const [before = "", usual = "", after, ...more] = toLine(template).split(SLOT);
    const shows = after !== undefined || /\w/.test(template.replace(/<[^<>]*>/g, ""));
    if (!shows || more.length > 0 || NEEDS_VUE.test(template.replace(SLOT, ""))) return [];
    return [[name, { before, after: after ?? "", usual: NEEDS_VUE.test(usual) ? undefined : usual }]];
  });
}

/** Writes a template in one line, without attributes that only style sheets use, and without icons of packages. */
function toLine(template: string): string {
  return template
    .replace(/<!--[\s\S]*?-->|<Icon\b[^<>]*\/>|\s+(?::?class|:?style)="[^"]*"/g, "")
    .replace(new RegExp(`\\s+:(?![\\w-]+="${BOUND}")[\\w-]+="[^"]*"`, "g"), "")
    .replace(/(?<=>)\s*\n\s*|\s*\n\s*(?=<)/g, "")
    .replace(/\s+/g, " ")
    .replace(/(<\/?)VPBadge\b/g, "$1Badge")
    .trim();
}

/** Inserts the attributes that the page sets. */
function fill(template: string, given: string): string {
  const findValue = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(given)?.[1];
  return template
    .replace(new RegExp(`\\s:([\\w-]+)="(${BOUND})"`, "g"), (_, name: string, from: string) => {
      const text = from.startsWith("`") ? from.slice(1, -1) : `\${${from}}`;
      const isMissing = [...text.matchAll(/\$\{(\w+)\}/g)].some(([, each = ""]) => findValue(each) === undefined);
      return isMissing ? "" : ` ${name}="${text.replace(/\$\{(\w+)\}/g, (_, each: string) => findValue(each) ?? "")}"`;
    })
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => findValue(name) ?? "");
}

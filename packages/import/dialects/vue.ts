import path from "node:path/posix";
import { changeProse } from "./lines.ts";
import type { ReadFile } from "./mkdocs.ts";

const IMPORT = /\bimport\s+(\w+)\s+from\s+["']((?:@\/|\.{1,2}\/)[^"'\n]{1,300}\.vue)["']/g;
const THEME = ["ts", "js", "mts", "mjs"].map((ending) => `/.vitepress/theme/index.${ending}`);
/** Matches parts that need Vue itself: conditions, lists, events, slots with a name, and expressions. */
const NEEDS_VUE = /\s(?:v-|@|#)[\w:.-]+|<slot\s+[^/>]|<(?:component|template|style)\b|\{\{(?!\s*\w+\s*\}\})/;

/** Writes the template of a component of Vue in place of it, where that is elements around what the page has in it. */
export function writeTemplates(text: string, read: ReadFile): string {
  const templates = new Map([...THEME, ""].flatMap((from) => readTemplates(from === "" ? text : (read(from) ?? ""), from, read)));
  if (templates.size === 0) return text;
  const tag = new RegExp(`<(/?)(${[...templates.keys()].join("|")})((?:\\s[^<>]*?)?)(/?)>`, "g");
  return changeProse(text, (line) =>
    line.replace(tag, (_, closing: string, name: string, given: string, closed: string) => {
      const [before = "", after = ""] = templates.get(name) ?? [];
      if (closing) return after;
      return fill(closed ? before + after : before, given);
    }),
  );
}

/** The part of a template before its slot, and the one after it. */
type Template = readonly [name: string, parts: readonly string[]];

function readTemplates(code: string, from: string, read: ReadFile): Template[] {
  return [...code.matchAll(IMPORT)].flatMap(([, name = "", file = ""]): Template[] => {
    const isAside = from === "" || file.startsWith("@/");
    const source = read(isAside ? file : path.join(path.dirname(from), file)) ?? "";
    const template = /^<template>([\s\S]*)^<\/template>/m.exec(source)?.[1] ?? "";
    const parts = toLine(template).split(/<slot\s*\/>|<slot><\/slot>/);
    const shows = parts.length === 2 || /\w/.test(template.replace(/<[^<>]*>/g, ""));
    return !shows || parts.length > 2 || NEEDS_VUE.test(template) ? [] : [[name, parts]];
  });
}

/** Writes a template in one line, without attributes that only style sheets use, and without icons of packages. */
function toLine(template: string): string {
  return template
    .replace(/<!--[\s\S]*?-->|<Icon\b[^<>]*\/>|\s+(?::?class|:?style)="[^"]*"/g, "")
    .replace(/\s+:(?![\w-]+="\w+")[\w-]+="[^"]*"/g, "")
    .replace(/(?<=>)\s*\n\s*|\s*\n\s*(?=<)/g, "")
    .replace(/\s+/g, " ")
    .replace(/(<\/?)VPBadge\b/g, "$1Badge")
    .trim();
}

/** Inserts the attributes that the page sets. */
function fill(template: string, given: string): string {
  const findValue = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(given)?.[1];
  return template
    .replace(/\s:([\w-]+)="(\w+)"/g, (_, name: string, from: string) => {
      const value = findValue(from);
      return value === undefined ? "" : ` ${name}="${value}"`;
    })
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => findValue(name) ?? "");
}

import path from "node:path/posix";
import { findRegion } from "../engine/pages.ts";
import { sampleMark } from "../samples.ts";
import { changeProse, endOfFence, indentOf, linesOf, quote, repeatedly, toBlockLines, toFence, toRuns } from "./lines.ts";

/** A file of the repository that a page takes in, by its name; undefined for one that is not there. */
export type ReadFile = (name: string) => string | undefined;
/** The path, from the root of the repository, of a file that a page takes in; undefined for one that is not there. */
export type PlaceFile = (name: string) => string | undefined;

const BLOCK = /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)[ \t]*([^\n]*)$/;
/** `/// note | Title`, which a line of as many slashes ends. */
const SLASHES = /^([ \t]*)(\/{3,})(?:[ \t]+([a-z][\w-]*)[ \t]*(?:\|[ \t]*(.*?))?)?[ \t]*$/i;
const REFERENCE = /^([ \t]*):::[ \t]+([A-Za-z_][\w.]*)[ \t]*$/;

/** Docent's name for each kind of admonition. */
const TONES: readonly (readonly [RegExp, string])[] = [
  [/^(?:abstract|summary|tldr|info|todo|question|help|faq)$/, "Info"],
  [/^(?:tip|hint|important)$/, "Tip"],
  [/^(?:success|check|done)$/, "Check"],
  [/^(?:warning|caution|attention)$/, "Warning"],
  [/^(?:failure|fail|missing|danger|error|bug)$/, "Danger"],
];

/** Writes what the Markdown of MkDocs Material adds as elements: admonitions, tabs, references, files that are taken in, and signs in lines. */
export function readMkdocs(text: string, read: ReadFile, place: PlaceFile = () => undefined): string {
  const whole = repeatedly(markSamples(text, { read, place }), (part) => takeIn(part, read));
  const prose = changeProse(readMarkdownInHtml(whole), readSigns).replace(/^\*\[[^\]\n]+\]:.*$/gm, "");
  return readBlocks(indentBlocks(prose.split("\n")))
    .join("\n")
    .replace(/\((\d+)\)!/g, "($1)");
}

const SAMPLE =
  /^([ \t]*)(`{3,}|~{3,})([^\n`]*)\n([ \t]*-{1,2}8<-{1,2}[ \t]+["']([^"'\n:]+)(?::([a-zA-Z_][\w-]*)|:(\d+):(\d+))?["'])[ \t]*\n[ \t]*\2[ \t]*$/gm;

/** Names the file of a fence that shows a file, or a part of one, and nothing else. */
function markSamples(text: string, { read, place }: { readonly read: ReadFile; readonly place: PlaceFile }): string {
  return text.replace(SAMPLE, (whole, indent, mark, head: string, line, name: string, region, first, last) => {
    const file = place(name);
    const found = file === undefined ? undefined : read(name);
    if (file === undefined || found === undefined || (region && findRegion(found, region) === undefined)) return whole;
    const part = region ?? (first && `L${first}-L${last}`);
    return `${indent}${mark}${head.trimEnd()} ${sampleMark(file, part)}\n${line}\n${indent}${mark}`;
  });
}

/**
 * Includes the files of `--8<-- "file"` in a line, of lines between two `--8<--`, and of `{!file!}`; also in code. The file of
 * `{* file ln[1:9] hl[2] *}` becomes a fence.
 */
function takeIn(text: string, read: ReadFile): string {
  const named = (indent: string, name: string) => {
    const found = readPart(name.trim(), read);
    return found === undefined ? undefined : found.replace(/^(?=.)/gm, indent);
  };
  return text
    .replace(/^([ \t]*)-{1,2}8<-{1,2}[ \t]*\n([\s\S]*?)\n[ \t]*-{1,2}8<-{1,2}[ \t]*$/gm, (whole, indent, names: string) => {
      const parts = names.split("\n").map((name) => named(indent, name));
      return parts.some((part) => part === undefined) ? whole : parts.join("\n");
    })
    .replace(/^([ \t]*)-{1,2}8<-{1,2}[ \t]+["']([^"'\n]+)["'][ \t]*$/gm, (whole, indent, name) => named(indent, name) ?? whole)
    .replace(/^([ \t]*)\{!>?[ \t]*([^\s!]+)[ \t]*!\}[ \t]*$/gm, (whole, indent, name) => named(indent, name) ?? whole)
    .replace(
      /^([ \t]*)\{\*[ \t]*(\S+)((?:[ \t]+\w+\[[^\]\n]*\])*)[ \t]*\*\}[ \t]*$/gm,
      (whole, indent, name: string, marks: string) => {
        const lines = read(name)?.trimEnd().split("\n");
        if (!lines) return whole;
        const markOf = (mark: string) => new RegExp(`\\s${mark}\\[([^\\]]*)\\]`).exec(marks)?.[1];
        const taken = lines.map((_, index) => index + 1).filter((line) => holdsLine(markOf("ln"), line) !== false);
        const marked = taken.flatMap((line, index) => (holdsLine(markOf("hl"), line) ? [index + 1] : []));
        const title = markOf("title");
        const head = [path.extname(name).slice(1), marked.length > 0 && `{${marked}}`, title && `title=${quote(title)}`];
        return toFence(indent, head, taken.map((line) => lines[line - 1]).join("\n"));
      },
    )
    .replace(/^([ \t]*);(-{1,2}8<-{1,2})/gm, "$1$2");
}

/** Returns whether ranges of lines, `1:3,7`, hold a line; undefined without ranges. */
function holdsLine(ranges: string | undefined, line: number): boolean | undefined {
  return ranges?.split(",").some((range) => {
    const [first = Number.NaN, last = first] = range.split(":").map(Number);
    return first <= line && line <= last;
  });
}

/** Reads `file`, `file:2:5` and `file:section`. */
function readPart(name: string, read: ReadFile): string | undefined {
  const [, file = name, first, last] = /^(.*?)(?::(\d*))?(?::(\d*))?$/.exec(name) ?? [];
  const lines = read(file);
  if (lines !== undefined) return linesOf(lines, first, last);
  const [, outer = "", section = ""] = /^(.*):([\w-]+)$/.exec(name) ?? [];
  const text = read(outer);
  return text === undefined || section === "" ? undefined : findRegion(text, section);
}

const TAG = /<(\/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi;
const IS_MARKDOWN = /\smarkdown(?:=|\s|$)/;

/** Sets Markdown inside of `<div markdown>` apart from its tags, so that it is read as that. Other HTML stays as it is. */
function readMarkdownInHtml(text: string): string {
  if (!/<\w+[^<>\n]*\smarkdown/.test(text)) return text;
  const open: { readonly name: string; readonly isMarkdown: boolean }[] = [];
  const readLine = (line: string) => {
    let isApart = false;
    for (const [, closing, name = "", attributes = "", closed] of line.matchAll(TAG)) {
      if (!closing && !closed) open.push({ name, isMarkdown: IS_MARKDOWN.test(attributes) });
      const at = closing ? open.findLastIndex((each) => each.name === name) : -1;
      if (at >= 0) isApart = open.splice(at)[0]?.isMarkdown === true;
    }
    const separate = /^([ \t]*<\w+[^<>]*\smarkdown(?:="\w*")?[^<>]*>)[ \t]*(?=\S)?/;
    return isApart && /^[ \t]*<\/\w+>[ \t]*$/.test(line) ? `\n${line.trim()}\n` : line.replace(separate, "\n$1\n\n");
  };
  return toRuns(text.split("\n"))
    .flatMap(({ isFence, lines }) => (isFence ? lines : lines.map(readLine)))
    .join("\n");
}

const LIST_OF_ATTRIBUTES =
  /\{:?[ \t]*(?:(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+))(?:[ \t]+(?:[.#]?[\w:-]+(?:=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+))?))*)[ \t]*\}/g;

/** Keys, marks, icons and lists of attributes of a line. */
function readSigns(line: string): string {
  const isHeading = /^[ \t]*#{1,6}[ \t]/.test(line);
  return line
    .replace(
      /!\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)\{[^{}\n]*\bwidth="?(\d+)"?[^{}\n]*\}/g,
      (_, alt, src, width) => `<img src=${quote(src)} alt=${quote(alt)} width="${width}" />`,
    )
    .replace(/\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g, "")
    .replace(LIST_OF_ATTRIBUTES, (list) =>
      isHeading ? (/#([\w:-]+)/.exec(list)?.[1] ?? "").replace(/^(?=.)/, "[#").replace(/(?<=.)$/, "]") : "",
    )
    .replace(
      /:(?:material|octicons|fontawesome|simple)-([\w-]+):/g,
      (_, name) => SIGNS.find(([icon]) => icon.test(name))?.[1] ?? "",
    )
    .replace(/(?<!\+)\+\+([\w"-]+(?:\+[\w"-]+)*)\+\+(?!\+)/g, (_, keys: string) =>
      keys
        .split("+")
        .map((key) => `<kbd>${key.replace(/"/g, "").replace(/^./, (first) => first.toUpperCase())}</kbd>`)
        .join("+"),
    )
    .replace(/(?<![=\w])==(?=\S)([^=\n]+)(?<=\S)==(?![=\w])/g, "<mark>$1</mark>")
    .replace(/(?<!\^)\^\^(?=\S)([^^\n]+)(?<=\S)\^\^(?!\^)/g, "<u>$1</u>");
}

/** Icons that say something by themselves, such as in the cells of a table. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^check(?:-|$)|-check$/, "✓"],
  [/^(?:close|x)(?:-|$)/, "✗"],
  [/^(?:alert|warning)(?:-|$)/, "⚠"],
];

function readBlocks(lines: readonly string[]): string[] {
  const made: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const fence = endOfFence(lines, at);
    if (fence > at) {
      made.push(...lines.slice(at, fence));
      at = fence;
      continue;
    }
    const [read, next] = readAdmonition(lines, at) ??
      readTabs(lines, at) ??
      readReference(lines, at) ??
      readTerm(made, lines, at) ?? [[line], at + 1];
    made.push(...read);
    at = next;
  }
  return made;
}

/** Writes the blocks between lines of slashes as those whose content is indented. One for looks alone leaves its content. */
function indentBlocks(lines: readonly string[]): string[] {
  const made: string[] = [];
  const open: { readonly end: string; readonly pad: string }[] = [];
  for (let at = 0; at < lines.length; ) {
    const pad = open.map((block) => block.pad).join("");
    const end = Math.max(endOfFence(lines, at), at + 1);
    const [whole, indent = "", marks = "", kind, title = ""] = SLASHES.exec(lines[at] ?? "") ?? [];
    const isClosing = whole !== undefined && kind === undefined && open.at(-1)?.end === indent + marks;
    if (isClosing) open.pop();
    else if (kind === undefined) made.push(...lines.slice(at, end).map((line) => (line.trim() === "" ? line : pad + line)));
    at = end;
    if (kind === undefined) continue;
    const options: Record<string, string> = {};
    for (;;) {
      const [, name, value = ""] = /^[ \t]*[ ]{4}(\w+):[ \t]*(.*?)[ \t]*$/.exec(lines[at] ?? "") ?? [];
      if (name === undefined) break;
      options[name] = value;
      at += 1;
    }
    const isPlain = /^(?:html|define|[\w-]*caption)$/.test(kind);
    const tone = /^(?:admonition|details)$/.test(kind) ? (options.type ?? "note") : kind;
    const mark =
      { tab: options.new ? "===!" : "===", details: `${options.open ? "???+" : "???"} ${tone}` }[kind] ?? `!!! ${tone}`;
    if (!isPlain) made.push(`${pad}${indent}${mark}${title && ` "${title}"`}`);
    open.push({ end: indent + marks, pad: isPlain ? "" : "    " });
  }
  return made;
}

type Read = readonly [lines: readonly string[], next: number];

function readAdmonition(lines: readonly string[], at: number): Read | undefined {
  const [, indent = "", mark = "", rest = ""] = BLOCK.exec(lines[at] ?? "") ?? [];
  const [, words, stated] = /^([A-Za-z][\w -]*?)[ \t]*(?:"(.*)")?[ \t]*$/.exec(rest) ?? [];
  if (mark === "" || mark.startsWith("=") || words === undefined) return undefined;
  const kind = (words.split(" ")[0] ?? "").toLowerCase();
  const [body, next] = takeBody(lines, at + 1, indent);
  const usual = kind.charAt(0).toUpperCase() + kind.slice(1);
  const name = mark === "!!!" ? (TONES.find(([kinds]) => kinds.test(kind))?.[1] ?? "Note") : "Accordion";
  const title = plainWords(stated ?? usual);
  // A box has the word for its kind already.
  const shown = name === "Accordion" ? title || usual : title === name ? "" : title;
  const open = mark.endsWith("+") ? " defaultOpen" : "";
  return [wrap(indent, `${name}${shown ? ` title=${quote(shown)}` : ""}${open}`, readBlocks(body)), next];
}

function readTabs(lines: readonly string[], at: number): Read | undefined {
  const start = BLOCK.exec(lines[at] ?? "");
  if (!start?.[2]?.startsWith("===") || !/^["']/.test(start[3] ?? "")) return undefined;
  const indent = start[1] ?? "";
  const tabs: string[] = [];
  let next = at;
  for (;;) {
    let from = next;
    while (from < lines.length && (lines[from] ?? "").trim() === "") from += 1;
    const [, own, mark = "", title = ""] = BLOCK.exec(lines[from] ?? "") ?? [];
    if (own !== indent || !mark.startsWith("===") || (mark === "===!" && from > at)) break;
    const [body, end] = takeBody(lines, from + 1, indent);
    tabs.push(...wrap(indent, `Tab title=${quote(plainWords(title.trim().replace(/^["']|["']$/g, "")))}`, readBlocks(body)));
    next = end;
  }
  return [wrap(indent, "Tabs", tabs), next];
}

/** Writes the name of each block that mkdocstrings would make of code, which is not there. */
function readReference(lines: readonly string[], at: number): Read | undefined {
  const [, indent = "", name] = REFERENCE.exec(lines[at] ?? "") ?? [];
  if (name === undefined) return undefined;
  return [toBlockLines(indent, `\`${name}\``), takeBody(lines, at + 1, indent)[1]];
}

/** Reads a term, and `: ` before its definition. */
function readTerm(made: string[], lines: readonly string[], at: number): Read | undefined {
  const [, indent = "", first] = /^([ \t]*):[ \t]{1,3}(\S.*)$/.exec(lines[at] ?? "") ?? [];
  const term = made.findLastIndex((line) => line.trim() !== "");
  if (first === undefined || term < 0 || made.length - term > 2) return undefined;
  const words = made[term] ?? "";
  const isMeaning = words.trim() === "</dl>";
  if (!isMeaning && (indentOf(words) !== indent || /^[ \t]*(?:[#>|<-]|\d+\.)/.test(words))) return undefined;
  const [body, next] = takeBody(lines, at + 1, indent);
  const meaning = wrap(indent, "dd", readBlocks([`${indent}${first}`, ...body]));
  const terms = isMeaning ? [] : wrap(indent, "dt", made.splice(term));
  return [wrap(indent, "dl", [...terms, ...meaning]), next];
}

/** Takes the indented lines below a mark, moves them to its level, and returns where they end. */
function takeBody(lines: readonly string[], from: number, indent: string): [string[], number] {
  const body: string[] = [];
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").replace(/^\t+/, (tabs) => "    ".repeat(tabs.length));
    if (line.trim() !== "" && !line.startsWith(`${indent}    `)) break;
    body.push(line.trim() === "" ? "" : `${indent}${line.slice(indent.length + 4)}`);
    if (line.trim() !== "") end = at + 1;
  }
  return [body.slice(0, end - from), end];
}

function wrap(indent: string, tag: string, lines: readonly string[]): string[] {
  const [name] = tag.split(" ");
  return [...toBlockLines(indent, `<${tag}>`), ...lines, ...toBlockLines(indent, `</${name}>`)];
}

function plainWords(title: string): string {
  return title
    .replace(/\\"/g, '"')
    .replace(/<[^<>]*>|[`*]/g, "")
    .trim();
}

/** Replaces links to references of mkdocstrings, `[Name][package.Name]`, by their text, and counts them. */
export function dropReferenceLinks(text: string): { readonly text: string; readonly count: number } {
  const defined = new Set([...text.matchAll(/^[ \t]*\[([^\]\n]+)\]:/gm)].map(([, name]) => name?.toLowerCase()));
  let count = 0;
  const changed = changeProse(text, (line) =>
    line.replace(/\[([^[\]\n]+)\]\[([\w.-]*)\]/g, (whole, words: string, name: string) => {
      if (defined.has((name || words).toLowerCase())) return whole;
      count += 1;
      return words;
    }),
  );
  return { text: changed, count };
}

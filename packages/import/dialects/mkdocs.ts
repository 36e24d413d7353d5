import { changeProse, endOfFence, indentOf, linesOf, quote, repeatedly, toBlockLines } from "./lines.ts";

/** A file of the repository that a page takes in, by its name; undefined for one that is not there. */
export type ReadFile = (name: string) => string | undefined;

const BLOCK = /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)[ \t]*([^\n]*)$/;
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
export function readMkdocs(text: string, read: ReadFile): string {
  const whole = repeatedly(text, (part) => takeIn(part, read));
  const prose = changeProse(readMarkdownInHtml(whole), readSigns).replace(/^\*\[[^\]\n]+\]:.*$/gm, "");
  return readBlocks(prose.split("\n"))
    .join("\n")
    .replace(/\((\d+)\)!/g, "($1)");
}

/** Includes the files of `--8<-- "file"` in a line, and of lines between two `--8<--`; also in code. */
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
    .replace(/^([ \t]*);(-{1,2}8<-{1,2})/gm, "$1$2");
}

/** Reads `file`, `file:2:5` and `file:section`. */
function readPart(name: string, read: ReadFile): string | undefined {
  const [, file = name, first, last] = /^(.*?)(?::(\d*))?(?::(\d*))?$/.exec(name) ?? [];
  const lines = read(file);
  if (lines !== undefined) return linesOf(lines, first, last);
  const [, outer = "", section = ""] = /^(.*):([\w-]+)$/.exec(name) ?? [];
  const text = read(outer);
  const inside = text?.split(/^.*-{1,2}8<-{1,2} *\[(?:start|end): *([\w-]+)\].*$/m);
  const at = inside?.indexOf(section) ?? -1;
  return at < 0 ? undefined : inside?.[at + 1]?.replace(/^\n|\n$/g, "");
}

/** Sets Markdown inside of `<div markdown>` apart from its tags, so that it is read as that. */
function readMarkdownInHtml(text: string): string {
  if (!/<\w+[^<>\n]*\smarkdown/.test(text)) return text;
  return text
    .replace(/^([ \t]*<\w+[^<>\n]*\smarkdown(?:="\w*")?[^<>\n]*>)[ \t]*(?=\S)?/gm, "\n$1\n\n")
    .replace(/^[ \t]*(<\/\w+>)[ \t]*$/gm, "\n$1\n");
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

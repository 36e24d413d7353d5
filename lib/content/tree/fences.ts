import type { Root } from "mdast";
import type { ShikiTransformer } from "shiki";
import { perObject } from "../../per-object.ts";
import { getOwn } from "../model/records.ts";
import { type Notation, readNotation } from "./code-notation.ts";
import { walk } from "./walk.ts";

/** Names that authors give to fences and the highlighter does not know, with the language that fits. */
const LANGUAGES: Readonly<Record<string, string>> = {
  curl: "bash",
  env: "dotenv",
  golang: "go",
  // The highlighter's own MDX leaves every element without colour.
  mdx: "mdc",
  plain: "text",
  none: "text",
  output: "text",
  tree: "text",
  txt: "text",
};

/** Characters of a fence's meta that are read: more is no title. */
const MAX_META_CHARS = 2_000;
/** Grammars read some lines again for each of their characters, so that long ones stay without colours, and whole pages of code too. */
export const MAX_COLOURED_LINE_CHARS = 500;
const MAX_COLOURED_CHARS = 100_000;

/**
 * Puts the meta of every fence into the one form that the highlighter reads: `title="…"`, `lineNumbers`, `noCopy`, `wrap`,
 * `expandable`, `icon="…"`, and the marked lines as `highlighted="1,3-5"`, `focused`, `added` and `removed`. Whatever else authors write there is left out, and never a fault.
 */
export function normaliseFences(tree: Root): void {
  let coloured = 0;
  walk(tree, (node) => {
    if (node.type !== "code") return undefined;
    const language = node.lang?.toLowerCase();
    // A fence such as ```{1,3} has its meta where the language should be.
    const meta = [language && /^[{"']/.test(language) ? node.lang : "", node.meta]
      .filter(Boolean)
      .join(" ")
      .slice(0, MAX_META_CHARS);
    coloured += node.value.length;
    node.lang = language && !/^[{"']/.test(language) && coloured <= MAX_COLOURED_CHARS ? toLanguage(language) : "text";
    const { code, marks } = readNotation(node.value);
    node.value = code;
    node.meta = [normaliseMeta(meta), ...describeMarks(marks)].filter(Boolean).join(" ");
  });
}

function toLanguage(name: string): string {
  // The highlighter looks names up in plain objects, which have these already.
  return getOwn(LANGUAGES, name) ?? (name in Object.prototype ? "text" : name);
}

function normaliseMeta(meta: string): string {
  const title = fenceTitle(meta).replaceAll('"', "'");
  const icon = /(?:^|\s)icon=["']?([\w-]+)/.exec(meta)?.[1];
  const has = (names: string) => new RegExp(`(?:^|\\s)\\[?(?:${names})\\]?(?=[\\s=]|$)`).test(meta);
  const focused = /(?:^|\s)focus=["{]([\d,\s-]+)["}]/.exec(meta)?.[1]?.replace(/\s/g, "");
  const highlighted = /(?:^|\s)(?:highlight=)?["{]([\d,\s-]+)["}]/.exec(meta)?.[1]?.replace(/\s/g, "");
  return [
    title && `title="${title}"`,
    icon && `icon="${icon}"`,
    has("lines|lineNumbers|showLineNumbers") && "lineNumbers",
    has("noCopy|nocopy") && "noCopy",
    has("wrap") && "wrap",
    has("expandable") && "expandable",
    highlighted && `highlighted="${highlighted}"`,
    focused && `focused="${focused}"`,
  ]
    .filter(Boolean)
    .join(" ");
}

function describeMarks(marks: Notation["marks"]): string[] {
  return Object.entries(marks).flatMap(([mark, lines]) => (lines.length > 0 ? [`${mark}="${lines.join(",")}"`] : []));
}

/**
 * Returns the title in a fence's meta: `title="…"`, plain words as `bash npm` has them, or VitePress's `bash [npm]`, without
 * its icon.
 */
export function fenceTitle(meta: string): string {
  const stated = /(?:^|\s)(?:title|filename)=(?:"([^"]*)"|'([^']*)')/.exec(meta);
  if (stated) return (stated[1] ?? stated[2] ?? "").trim();
  const rest = meta
    .slice(0, MAX_META_CHARS)
    .replace(/[\w-]+=(?:"[^"]*"|'[^']*'|\{[^}]*\}|\S+)/g, " ")
    .replace(/\{[^}]*\}|(?:^|\s)\/[^/\s]+\/(?=\s|$)/g, " ")
    .replace(/(?:^|\s)\[?expandable\]?(?=\s|$)/g, " ")
    .replace(/(?:^|\s)(?:wrap|lines|lineNumbers|showLineNumbers|expandable|twoslash|npm2yarn|noCopy|nocopy|copy)(?=\s|$)/g, " ");
  const words = rest.replace(/\s+/g, " ").trim();
  return /^\[([^[\]~]+)(?:~[^[\]]*)?\]$/.exec(words)?.[1]?.trim() ?? words;
}

const LINE_MARKS = ["highlighted", "focused", "added", "removed"] as const;

/** Marks the lines that a fence's meta names with the class of their mark, and tells its block how it is to be shown. */
export const markLines: ShikiTransformer = {
  name: "docent:mark-lines",
  line(node, line) {
    for (const { mark, lines, ranges } of marksOf(this.options))
      if (lines.has(line) || ranges.some(([first, last]) => line >= first && line <= last)) this.addClassToHast(node, mark);
  },
  pre(node) {
    node.properties["data-language"] = this.options.lang === "mdc" ? "mdx" : this.options.lang;
    const meta = this.options.meta?.__raw ?? "";
    for (const flag of ["wrap", "expandable"])
      if (new RegExp(`(?:^|\\s)${flag}(?=\\s|$)`).test(meta)) node.properties[`data-${flag}`] = "";
    if (metaValue(meta, "focused")) node.properties["data-focused"] = "";
    const icon = metaValue(meta, "icon");
    if (icon) node.properties["data-icon"] = icon;
  },
};

/** Returns the value of a name in a fence's meta; several are joined by commas. */
function metaValue(meta: string, name: string): string {
  return [...meta.matchAll(new RegExp(`(?:^|\\s)${name}="([^"]*)"`, "g"))].map(([, value]) => value).join(",");
}

/** Which lines of a fence have a mark. */
interface MarkedLines {
  readonly mark: string;
  readonly lines: ReadonlySet<number>;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** The marks of a fence by its options, read once for all of its lines: both may be very many. */
const marksOf = perObject((options: { readonly meta?: { readonly __raw?: string } | undefined }): readonly MarkedLines[] =>
  LINE_MARKS.map((mark) => readMark(options.meta?.__raw ?? "", mark)),
);

function readMark(meta: string, mark: string): MarkedLines {
  const parts = metaValue(meta, mark).split(",").filter(Boolean);
  const lines = parts.filter((part) => !part.includes("-")).map(Number);
  const ranges = parts.filter((part) => part.includes("-")).map((part) => part.split("-").map(Number) as [number, number]);
  return { mark, lines: new Set(lines), ranges };
}

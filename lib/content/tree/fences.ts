import type { Code, Nodes, Root } from "mdast";
import type { ShikiTransformer } from "shiki";
import { perObject } from "../../per-object.ts";
import { getOwn } from "../model/records.ts";
import { walk } from "./jsx.ts";

/** Names that authors give to fences and the highlighter does not know, with the language that fits. */
const LANGUAGES: Readonly<Record<string, string>> = {
  curl: "bash",
  "sh-session": "shellsession",
  "shell-session": "shellsession",
  "bash-session": "shellsession",
  terminal: "shellsession",
  env: "dotenv",
  golang: "go",
  // The highlighter's MDX grammar leaves every element without colour.
  mdx: "mdc",
  plain: "text",
  none: "text",
  output: "text",
  tree: "text",
  txt: "text",
};

/** Characters of a fence's meta that are read: more is not a title. */
const MAX_META_CHARS = 2_000;
/** Grammars read some lines again for each of their characters, so that long ones stay without colours, and whole pages of code too. */
export const MAX_COLOURED_LINE_CHARS = 500;
const MAX_COLOURED_CHARS = 100_000;

/**
 * Rewrites the meta of every fence in the one form that the highlighter reads: `title="…"`, `lineNumbers`, `noCopy`, `wrap`,
 * `expandable`, `icon="…"`, and the marked lines as `highlighted="1,3-5"`, `focused`, `added` and `removed`. Whatever else authors write there is left out, and never a fault.
 */
export function normaliseFences(tree: Root): void {
  let coloured = 0;
  walk(tree, (node) => {
    if (node.type !== "code") return undefined;
    const fence = readInfo(node);
    coloured += node.value.length;
    node.lang = fence.language && coloured <= MAX_COLOURED_CHARS ? toLanguage(fence.language) : "text";
    const { code, marks, words } = readNotation(node.value, fence);
    node.value = code;
    const found = [...words, ...wordsOfMeta(fence.meta)].map((word) => `word=${JSON.stringify(word)}`);
    node.meta = [normaliseMeta(fence.meta), ...describeMarks(marks), ...found].filter(Boolean).join(" ");
  });
}

/** The language of a fence in lower case, its meta, and true when its lines begin with the signs of a diff. */
interface FenceInfo {
  readonly language: string;
  readonly meta: string;
  readonly isDiff: boolean;
}

/**
 * Reads the language and the meta of a fence, which authors also write together: ```js{1,3}, ```js:line-numbers, ```{1,3},
 * ```{.python .numberLines}. In ```diff-js and ```diff lang="js" each line begins with a sign.
 */
export function readInfo({ lang, meta }: Pick<Code, "lang" | "meta">): FenceInfo {
  const pandoc = /^\{\.([\w+#-]+)/.exec(lang ?? "")?.[1];
  const [, name = "", rest = ""] = pandoc ? ["", pandoc] : (/^([^{"':]*)(.*)$/s.exec(lang ?? "") ?? []);
  const words = [rest.replace(/^:(?=line-numbers|no-line-numbers)/, ""), meta].filter(Boolean).join(" ").slice(0, MAX_META_CHARS);
  const language = name.toLowerCase();
  const inner =
    /^diff-([\w+#-]+)$/.exec(language)?.[1] ??
    (language === "diff" ? /(?:^|\s)lang=["']?([\w+#-]+)/.exec(words)?.[1] : undefined);
  return { language: inner ?? language, meta: words, isDiff: inner !== undefined };
}

/** Returns true for a fence that is shown as a diagram. */
export function isDiagram(node: Nodes): node is Code {
  return node.type === "code" && /^(?:mermaid|mmd)$/.test(readInfo(node).language);
}

function toLanguage(name: string): string {
  // The highlighter looks names up in plain objects, which have these already.
  return getOwn(LANGUAGES, name) ?? (name in Object.prototype ? "text" : name);
}

function normaliseMeta(meta: string): string {
  const title = fenceTitle(meta).replaceAll('"', "'");
  const icon = /(?:^|\s)icon=["']?([\w-]+)/.exec(meta)?.[1];
  const has = (names: string) => new RegExp(`(?:^|\\s)\\[?(?:${names})\\]?(?=[\\s=]|$)`).test(meta);
  const start = /(?:^|\s)(?:lines|lineNumbers|showLineNumbers|line-numbers|startLineNumber|startFrom)[={]["']?(\d{1,6})/.exec(
    meta,
  )?.[1];
  const focused = /(?:^|\s)focus=["{]([\d,\s-]+)["}]/.exec(meta)?.[1]?.replace(/\s/g, "");
  const highlighted = /(?:^|\s)(?:(?:highlight|mark)=)?["{]([\d,\s-]+)["}]/.exec(meta)?.[1]?.replace(/\s/g, "");
  const [added, removed] = ["ins", "del"].map((name) => {
    const lines = new RegExp(`(?:^|\\s)${name}=\\{([\\d,\\s-]+)\\}`).exec(meta)?.[1];
    return lines?.replace(/\s/g, "");
  });
  return [
    title && `title="${title}"`,
    icon && `icon="${icon}"`,
    has("lines|lineNumbers|showLineNumbers|line-numbers|\\.numberLines|startLineNumber") && "lineNumbers",
    start && `start="${start}"`,
    has("noCopy|nocopy") && "noCopy",
    has("wrap") && "wrap",
    has("expandable") && "expandable",
    highlighted && `highlighted="${highlighted}"`,
    focused && `focused="${focused}"`,
    added && `added="${added}"`,
    removed && `removed="${removed}"`,
  ]
    .filter(Boolean)
    .join(" ");
}

const MAX_META_WORDS = 20;
/** A word between slashes, as Nextra and Fumadocs have it, or between quotes, as Starlight has it: no value of a name. */
const META_WORD = /(?<=^|[\s}])(?:\/([^/\s]{1,100})\/|"([^"]*[^"\d,\s-][^"]*)")(?=\s|$)/g;

function wordsOfMeta(meta: string): string[] {
  const found = [...meta.matchAll(META_WORD)].slice(0, MAX_META_WORDS);
  return found.map(([, word = "", quoted = ""]) => word || quoted);
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
    .replace(/\{[^}]*\}/g, " ")
    .replace(META_WORD, " ")
    .replace(/(?:^|\s)\[?expandable\]?(?=\s|$)/g, " ")
    .replace(
      /(?:^|\s)(?:wrap|lines|lineNumbers|showLineNumbers|line-numbers|expandable|twoslash|npm2yarn|noCopy|nocopy|copy|live|noInline)(?=\s|$)/g,
      " ",
    );
  const words = rest.replace(/\s+/g, " ").trim();
  return /^\[([^[\]~]+)(?:~[^[\]]*)?\]$/.exec(words)?.[1]?.trim() ?? words;
}

const LINE_MARKS = ["highlighted", "focused", "added", "removed"] as const;

/** Marks the lines that a fence's meta names with the class of their mark, and tells its block how it is to be shown. */
export const markLines: ShikiTransformer = {
  name: "docent:mark-lines",
  preprocess(code, options) {
    const words = [...flagsOf(options).matchAll(/(?:^|\s)word=("(?:[^"\\]|\\.)*")/g)].map(([, json]) => JSON.parse(json ?? '""'));
    options.decorations = [...(options.decorations ?? []), ...words.flatMap((word) => findWord(code, word))];
    return code;
  },
  line(node, line) {
    for (const { mark, lines, ranges } of marksOf(this.options))
      if (lines.has(line) || ranges.some(([first, last]) => line >= first && line <= last)) this.addClassToHast(node, mark);
  },
  pre(node) {
    node.properties["data-language"] = this.options.lang === "mdc" ? "mdx" : this.options.lang;
    const meta = flagsOf(this.options);
    for (const flag of ["wrap", "expandable"])
      if (new RegExp(`(?:^|\\s)${flag}(?=\\s|$)`).test(meta)) node.properties[`data-${flag}`] = "";
    if (metaValue(meta, "focused")) node.properties["data-focused"] = "";
    for (const name of ["icon", "start"]) {
      const value = metaValue(meta, name);
      if (value) node.properties[`data-${name}`] = value;
    }
  },
};

const TITLE = /(?<=^|\s)title="([^"]*)"/;

/** Returns the attributes that a block of code has by its fence's meta: its title, and whether its lines have numbers and it is copied. */
export function readBlockMeta(meta: string): Record<string, unknown> {
  const [flags, title] = [meta.replace(TITLE, ""), TITLE.exec(meta)?.[1]];
  const has = (name: string) => new RegExp(`(?:^|\\s)${name}(?=\\s|$)`).test(flags);
  return {
    ...(title !== undefined && { title }),
    ...(has("lineNumbers") && { "data-line-numbers": true }),
    ...(has("noCopy") && { allowCopy: "false" }),
  };
}

/** Returns a fence's meta without its title, whose words mean nothing. */
function flagsOf({ meta }: { readonly meta?: { readonly __raw?: string } | undefined }): string {
  return (meta?.__raw ?? "").replace(TITLE, "");
}

const MAX_WORDS = 200;

/** Returns the places of a word in code, each to be marked. */
function findWord(code: string, word: string) {
  const places: { start: number; end: number; properties: { class: string } }[] = [];
  for (let at = code.indexOf(word); at >= 0 && places.length < MAX_WORDS; at = code.indexOf(word, at + word.length))
    places.push({ start: at, end: at + word.length, properties: { class: "highlighted-word" } });
  return places;
}

/** Returns the value of a name in a fence's meta; several are joined by commas. */
function metaValue(meta: string, name: string): string {
  return [...meta.matchAll(new RegExp(`(?:^|\\s)${name}="([^"]*)"`, "g"))].map(([, value]) => value).join(",");
}

/** Lines of a fence that have a mark. */
interface MarkedLines {
  readonly mark: string;
  readonly lines: ReadonlySet<number>;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** The marks of a fence by its options, read once for all of its lines: both may be very many. */
const marksOf = perObject((options: { readonly meta?: { readonly __raw?: string } | undefined }): readonly MarkedLines[] =>
  LINE_MARKS.map((mark) => readMark(flagsOf(options), mark)),
);

function readMark(meta: string, mark: string): MarkedLines {
  const parts = metaValue(meta, mark).split(",").filter(Boolean);
  const lines = parts.filter((part) => !part.includes("-")).map(Number);
  const ranges = parts.filter((part) => part.includes("-")).map((part) => part.split("-").map(Number) as [number, number]);
  return { mark, lines: new Set(lines), ranges };
}

/** The marks that comments set on the lines of a fence, and the code without those comments. */
interface Notation {
  readonly code: string;
  /** Numbers of lines, from one, by the mark that they get. */
  readonly marks: Readonly<Record<Mark, readonly number[]>>;
  /** Words that are marked wherever they are. */
  readonly words: readonly string[];
}

type Mark = "added" | "removed" | "highlighted" | "focused";

const MARKS: Readonly<Record<string, Mark>> = {
  "++": "added",
  "--": "removed",
  hl: "highlighted",
  highlight: "highlighted",
  focus: "focused",
  warning: "highlighted",
  error: "highlighted",
};
const COMMENT = "(?:\\/\\/|\\/\\*|<!--|\\{\\/\\*|#|--|;|%)[ \\t]*";
const END = "[ \\t]*(?:\\*\\/\\}|\\*\\/|-->)?[ \\t]*$";
const REMARK = new RegExp(`${COMMENT}\\[!code (\\+\\+|--|hl|highlight|focus|warning|error)(?::(\\d{1,4}))?\\]${END}`);
const WORD = new RegExp(`${COMMENT}\\[!code word:((?:[^\\]\\\\:]|\\\\.){1,100})(?::\\d{1,4})?\\]${END}`);
/** Remarks of Docusaurus, each on a separate line. */
const MAGIC = new RegExp(`^[ \\t]*${COMMENT}highlight-(next-line|start|end)${END}`);
const MAX_NOTATION_CHARS = 2_000;
/** A line of a diff that is added or removed, and not one of the two that name its files. */
const SIGNED = /^(?:\+(?!\+\+ )|-(?!-- ))/;

interface FenceHead {
  readonly language?: string;
  readonly isDiff?: boolean;
}

/**
 * Reads remarks such as `// [!code ++]` and `# [!code highlight:3]`, and the signs of a diff. A line that holds nothing else goes. A fence of
 * Markdown shows how remarks are written, so it keeps them.
 */
export function readNotation(code: string, { language = "", isDiff = false }: FenceHead = {}): Notation {
  const marks: Record<Mark, number[]> = { added: [], removed: [], highlighted: [], focused: [] };
  const words: string[] = [];
  const isPlain = /^(?:md|mdx|markdown|mdc)$/.test(language) || !/\[!code |highlight-(?:next-line|start|end)/.test(code);
  const hasSigns = isDiff || language === "diff";
  if (isPlain && !hasSigns) return { code, marks, words };
  const kept: string[] = [];
  let from: number | undefined;
  const mark = (name: Mark, first: number, count: number) => {
    // Each line once, however many remarks name it.
    const next = Math.max(first, (marks[name].at(-1) ?? 0) + 1);
    for (let number = next; number < first + count; number += 1) marks[name].push(number);
  };
  for (const line of code.split("\n")) {
    const isShort = line.length <= MAX_NOTATION_CHARS && !isPlain;
    const [, magic] = (isShort && MAGIC.exec(line)) || [];
    const word = isShort ? WORD.exec(line) : null;
    const remark = isShort ? REMARK.exec(line) : null;
    const first = kept.length + 1;
    if (magic === "next-line") mark("highlighted", first, 1);
    else if (magic === "start") from = first;
    else if (magic === "end") {
      if (from !== undefined) mark("highlighted", from, first - from);
      from = undefined;
    } else if (word) {
      words.push((word[1] ?? "").replace(/\\(.)/g, "$1"));
      if (line.slice(0, word.index).trim() !== "") kept.push(line.slice(0, word.index).trimEnd());
    } else if (remark) {
      mark(MARKS[remark[1] ?? ""] ?? "highlighted", first, Number(remark[2] ?? 1));
      const rest = line.slice(0, remark.index).trimEnd();
      if (rest !== "") kept.push(rest);
    } else if (hasSigns && SIGNED.test(line)) {
      mark(line.startsWith("+") ? "added" : "removed", first, 1);
      kept.push(isDiff ? line.slice(1).replace(/^ /, "") : line);
    } else kept.push(isDiff ? line.replace(/^ {1,2}/, "") : line);
  }
  return { code: kept.join("\n"), marks, words };
}

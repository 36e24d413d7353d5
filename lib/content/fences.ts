import type { Root } from "mdast";
import type { ShikiTransformer } from "shiki";
import { own } from "./own.ts";
import { walk } from "./parse.ts";

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

/**
 * Puts the meta of every fence into the one form that the highlighter reads: `title="…"`, `lineNumbers`, `noCopy`
 * and `{1,3-5}` for marked lines. Whatever else authors write there is left out, and never a fault.
 */
export function normaliseFences(tree: Root): void {
  walk(tree, (node) => {
    if (node.type !== "code") return undefined;
    const language = node.lang?.toLowerCase();
    // A fence such as ```{1,3} has its meta where the language should be.
    const meta = [language && /^[{"']/.test(language) ? node.lang : "", node.meta].filter(Boolean).join(" ");
    node.lang = language && !/^[{"']/.test(language) ? toLanguage(language) : "text";
    node.meta = normaliseMeta(meta);
    return undefined;
  });
}

function toLanguage(name: string): string {
  // The highlighter looks names up in plain objects, which have these already.
  return own(LANGUAGES, name) ?? (name in Object.prototype ? "text" : name);
}

function normaliseMeta(meta: string): string {
  const title = fenceTitle(meta).replaceAll('"', "'");
  const marked = /(?:^|\s)(?:highlight=)?(?:\{([\d,\s-]+)\}|"([\d,\s-]+)")/.exec(meta);
  const lines = (marked?.[1] ?? marked?.[2] ?? "").replace(/\s/g, "");
  return [
    title && `title="${title}"`,
    /(?:^|\s)(?:lines|lineNumbers|showLineNumbers)(?=[\s=]|$)/.test(meta) && "lineNumbers",
    /(?:^|\s)(?:noCopy|nocopy)(?=\s|$)/.test(meta) && "noCopy",
    lines && `{${lines}}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The title in a fence's meta: `title="…"`, or plain words as `bash npm` has them. */
export function fenceTitle(meta: string): string {
  const stated = /(?:^|\s)(?:title|filename)=(?:"([^"]*)"|'([^']*)')/.exec(meta);
  if (stated) return (stated[1] ?? stated[2] ?? "").trim();
  const rest = meta
    .replace(/[\w-]+=(?:"[^"]*"|'[^']*'|\{[^}]*\}|\S+)/g, " ")
    .replace(/\{[^}]*\}|(?:^|\s)\/[^/\s]+\/(?=\s|$)/g, " ")
    .replace(/(?:^|\s)(?:wrap|lines|lineNumbers|showLineNumbers|expandable|twoslash|noCopy|nocopy|copy)(?=\s|$)/g, " ");
  return rest.replace(/\s+/g, " ").trim();
}

/** Marks the lines that a fence's meta names with the class `highlighted`, and says the language. */
export const markLines: ShikiTransformer = {
  name: "docent:mark-lines",
  pre(node) {
    node.properties["data-language"] = this.options.lang === "mdc" ? "mdx" : this.options.lang;
  },
  line(node, line) {
    const meta = this.options.meta?.__raw ?? "";
    if (isNamed(/\{([\d,-]+)\}/.exec(meta)?.[1] ?? "", line)) this.addClassToHast(node, "highlighted");
  },
};

function isNamed(ranges: string, line: number): boolean {
  return ranges
    .split(",")
    .filter(Boolean)
    .some((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return line >= first && line <= last;
    });
}

import { existsSync } from "node:fs";
import path from "node:path";
import type { Nodes, Root } from "mdast";
import { type Finding, warningIn } from "./engine/files.ts";
import { walk } from "./engine/pages.ts";

/** Systems that are not read, by a file that each has in the folder of the site. */
const SYSTEMS: readonly (readonly [name: string, files: readonly string[]])[] = [
  ["VuePress", [".vuepress"]],
  ["mdBook", ["book.toml"]],
  ["Hugo", ["hugo.toml", "hugo.yaml", "hugo.json"]],
  ["Sphinx", ["conf.py"]],
  ["Antora", ["antora.yml"]],
  ["Fern", ["fern.config.json"]],
  ["Rspress", ["rspress.config.ts", "rspress.config.js"]],
  ["Eleventy", [".eleventy.js", "eleventy.config.js"]],
  ["Jekyll", ["_config.yml"]],
];

/** Returns the name of the system that pages were written for, if it is one that is known and not read. */
export function findSystem(root: string, content: string): string | undefined {
  const folders: string[] = [];
  for (let folder = content; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === root) break;
  }
  return folders
    .flatMap((folder) => SYSTEMS.filter(([, files]) => files.some((file) => existsSync(path.join(folder, file)))))
    .at(0)?.[0];
}

/** Marks of other systems, as they are in the text that a reader sees. */
const MARKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["An admonition of MkDocs", /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+["\w][^\n]*/m],
  ["A tab of MkDocs", /^[ \t]*===[!+]?[ \t]+"[^\n]*/m],
  ["A file taken in by MkDocs", /^[ \t]*-{1,2}8<-{1,2}[^\n]*/m],
  ["A container", /^:::+[ \t]*[a-z][\w-]*[^\n]*/m],
  ["A file taken in by VitePress", /^<<<[ \t]+\S+|<!--@include:[^\n]*/m],
  ["A shortcode of Hugo", /\{\{[<%][^\n]{0,60}/],
  ["A tag of Liquid", /\{%-?[ \t]*\w+[^\n]{0,60}/],
  ["A directive of Sphinx", /^\.\.[ \t]+[\w-]+::[^\n]*/m],
];
const LONGEST = 60;

/** A text that a page was parsed from, with the tree. */
interface Parsed {
  readonly tree: Root;
  readonly file: string;
  readonly source: string;
  /** Lines of the file before the source. */
  readonly sourceLine: number;
}

/** Finds what other systems give a meaning and a page does not. */
export function findForeignMarks({ tree, file, source, sourceLine }: Parsed): Finding[] {
  const found: Finding[] = findReferences(source).map(({ line, text }) =>
    warningIn(file, `A reference of mkdocstrings is not generated: ${text}`, { line: line + sourceLine, column: 1 }),
  );
  walk(tree, (node) => {
    const mark = findMark(node);
    if (mark === undefined) return undefined;
    const { line, column } = node.position?.start ?? {};
    const message = `${mark.name} is shown with its marks: ${mark.text.trim().slice(0, LONGEST)}`;
    found.push(warningIn(file, message, { line, column }));
    return undefined;
  });
  return found;
}

/** Finds lines outside of code that ask for the reference of a Python module. Their names are read as the start of a block. */
export function findReferences(source: string): { readonly line: number; readonly text: string }[] {
  let fence: string | undefined;
  return source.split("\n").flatMap((text, index) => {
    const [mark] = /^\s*(?:`{3,}|~{3,})/.exec(text) ?? [];
    if (mark !== undefined && (fence === undefined || text.trim().startsWith(fence))) {
      fence = fence === undefined ? mark.trim() : undefined;
      return [];
    }
    return fence === undefined && /^:::[ \t]+\w+(?:\.\w+)+\s*$/.test(text) ? [{ line: index + 1, text: text.trim() }] : [];
  });
}

function findMark(node: Nodes): { readonly name: string; readonly text: string } | undefined {
  if (node.type === "code" && /^\{[\w:-]+\}/.test(node.lang ?? "")) return { name: "A directive of MyST", text: node.lang ?? "" };
  if (node.type !== "paragraph" && node.type !== "heading") return undefined;
  const words = node.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  for (const [name, pattern] of MARKS) {
    const [text] = pattern.exec(words) ?? [];
    if (text !== undefined) return { name, text };
  }
  return undefined;
}

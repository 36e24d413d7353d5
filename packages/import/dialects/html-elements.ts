import type { Code, Root, RootContent } from "mdast";

/** Elements that have no closing tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
/** Elements of code and looks, which no page shows. */
const SILENT = /^(?:script|style|template|noscript)$/i;
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([A-Za-z][\w.:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/g;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** Names that MDX can write, and no directive of Vue: `:src`, `@click` and `v-if` are none. */
const NAME = /^(?!v-)[A-Za-z_][\w-]*$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };

/** An element that is open, with what it holds so far. */
interface Open {
  readonly name: string;
  readonly attributes: { readonly type: "mdxJsxAttribute"; readonly name: string; readonly value: string | null }[];
  readonly children: RootContent[];
}

/**
 * Returns a tree of Markdown with elements in the place of its HTML, as MDX has them: tags are paired with those beside them, one
 * that has no other half gives up its place, and comments, scripts and styles are left out.
 */
export function readHtml<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const isLine = node.type !== "root" && /^(?:paragraph|heading|tableCell|strong|emphasis|delete|link)$/.test(node.type);
  const bottom: Open = { name: "", attributes: [], children: [] };
  const open: Open[] = [bottom];
  const add = (...nodes: RootContent[]) => open.at(-1)?.children.push(...nodes);
  for (const child of node.children as RootContent[]) {
    if (child.type === "html") readTags(child.value, { open, add, isLine });
    else add(readHtml(child));
  }
  while (open.length > 1) {
    const unclosed = open.pop();
    add(...(unclosed?.children ?? []));
  }
  return { ...node, children: bottom.children };
}

interface Reading {
  readonly open: Open[];
  readonly add: (...nodes: RootContent[]) => void;
  readonly isLine: boolean;
}

function readTags(html: string, { open, add, isLine }: Reading): void {
  let from = 0;
  const addText = (text: string) => {
    const isCode = open.some(({ name }) => name === "pre");
    const value = decodeEntities(isCode ? text : text.replace(/\s+/g, " "));
    if (!open.some(({ name }) => SILENT.test(name)) && (isCode || isLine || value.trim() !== "")) add({ type: "text", value });
  };
  for (const tag of html.matchAll(TAG)) {
    addText(html.slice(from, tag.index));
    from = tag.index + tag[0].length;
    const [, slash, name, attributes = "", isClosed] = tag;
    if (name === undefined) continue;
    if (slash) close(name, { open, add, isLine });
    else {
      const made: Open = { name, attributes: readAttributes(attributes), children: [] };
      if (isClosed || VOID.test(name)) add(toElement(made, isLine));
      else open.push(made);
    }
  }
  addText(html.slice(from));
}

function close(name: string, { open, add, isLine }: Reading): void {
  const at = open.findLastIndex((each) => each.name.toLowerCase() === name.toLowerCase());
  if (at < 1) return;
  while (open.length > at + 1) {
    const unclosed = open.pop();
    open.at(-1)?.children.push(...(unclosed?.children ?? []));
  }
  const made = open.pop();
  if (made && !SILENT.test(made.name)) add(toElement(made, isLine));
}

function toElement({ name, attributes, children }: Open, isLine: boolean): RootContent {
  if (name.toLowerCase() === "pre") return { type: "code", value: children.map(textOf).join("").trim() } satisfies Code;
  return { type: isLine ? "mdxJsxTextElement" : "mdxJsxFlowElement", name, attributes, children } as RootContent;
}

function textOf(node: RootContent): string {
  if ("children" in node) return (node.children as RootContent[]).map(textOf).join("");
  return "value" in node ? String(node.value) : "";
}

function readAttributes(text: string): Open["attributes"] {
  const found = new Map<string, string | null>();
  for (const [, name = "", ...values] of text.matchAll(ATTRIBUTE)) {
    const value = values.find((each) => each !== undefined);
    if (NAME.test(name) && !found.has(name)) found.set(name, value === undefined ? null : decodeEntities(value));
  }
  found.delete("markdown");
  return [...found].map(([name, value]) => ({ type: "mdxJsxAttribute", name, value }));
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
    return Number.isNaN(code) ? (ENTITIES[name] ?? whole) : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Writes words as the value of an attribute in HTML. */
export function quote(value: string): string {
  return `"${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/\n/g, " ")}"`;
}

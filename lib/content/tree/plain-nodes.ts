import type {
  BlockContent,
  Data,
  InlineCode,
  Link,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  RootContent,
  Text,
} from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";

/**
 * The source of a plain node, where it matters to the reader of the tree. `title`: a component's title, with no
 * anchor in the HTML. `steps`: each item is one step. `cards`: joins with its like. `decoration`: carries no content.
 */
type Origin = "title" | "steps" | "cards" | "decoration";

declare module "mdast" {
  interface Data {
    docent?: Origin;
    /** Id of the innermost part of the page that shows the node when it is opened, such as an accordion; empty for one without an id. */
    within?: string;
  }
}

/** Returns the origin of a node of a plain tree; undefined for plain Markdown. */
export function originOf(node: Nodes): Origin | undefined {
  // The types of a plugin may add nodes whose data is not that of mdast.
  return (node.data as Data | undefined)?.docent;
}

/** Returns the id of the part of the page that holds a node of a plain tree; empty for one without an id, undefined outside of all. */
export function partOf(node: Nodes): string | undefined {
  return (node.data as Data | undefined)?.within;
}

/** Returns words as inline content. */
export function textNode(value: string): Text {
  return { type: "text", value };
}

/** Returns words as inline code. */
export function codeNode(value: string): InlineCode {
  return { type: "inlineCode", value };
}

/** Returns a link around inline content. */
export function linkTo(url: string, children: PhrasingContent[]): Link {
  return { type: "link", url, children: children as Link["children"] };
}

/** Returns a component's title as a separate paragraph. */
export function titleParagraph(title: string): Paragraph {
  return { ...strongParagraph(title), data: origin("title") };
}

/** Returns a paragraph of strong words. */
export function strongParagraph(value: string): Paragraph {
  return { type: "paragraph", children: [{ type: "strong", children: [{ type: "text", value }] }] };
}

/** Returns a list numbered from one. */
export function orderedList(children: ListItem[]): List {
  return { type: "list", ordered: true, start: 1, spread: true, children };
}

/** Returns a list item of blocks; inline content among them gets paragraphs. */
export function listItem(children: RootContent[]): ListItem {
  return { type: "listItem", spread: false, children: wrapPhrasing(children) as BlockContent[] };
}

/** Marks where a node came from, for its `data`. */
export function origin(docent: Origin): { docent: Origin } {
  return { docent };
}

/** Returns a list item that begins with some words, and continues with the blocks, the first paragraph after a colon. */
export function leadItem(words: readonly PhrasingContent[], [first, ...rest]: readonly RootContent[]): ListItem {
  if (first?.type !== "paragraph")
    return listItem([{ type: "paragraph", children: [...words] }, ...(first ? [first] : []), ...rest]);
  return listItem([{ type: "paragraph", children: [...words, { type: "text", value: ": " }, ...first.children] }, ...rest]);
}

const PHRASING = new Set([
  ...["inlineMath", "text", "emphasis", "strong", "delete", "inlineCode", "break"],
  ...["link", "linkReference", "image", "imageReference", "footnoteReference"],
]);

/** Returns true for inline content. */
export function isPhrasing(node: Nodes): node is PhrasingContent {
  return PHRASING.has(node.type);
}

/** Wraps runs of inline content among blocks in paragraphs. */
export function wrapPhrasing(nodes: readonly RootContent[]): RootContent[] {
  return toRuns(nodes, isPhrasing).flatMap(({ isIn, run }): RootContent[] => {
    if (!isIn) return run;
    return hasContent(run) ? [{ type: "paragraph", children: trimmed(run as PhrasingContent[]) }] : [];
  });
}

/** Leaves out white space and breaks at both ends, and white space beside breaks, which Markdown would write as signs. */
export function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent | undefined) =>
    node !== undefined && (node.type === "break" || (node.type === "text" && node.value.trim() === ""));
  const list = [...nodes];
  while (isBlank(list[0])) list.shift();
  while (isBlank(list.at(-1))) list.pop();
  const isEdge = (node: PhrasingContent | undefined) => node === undefined || node.type === "break";
  return list.map((node, index) => {
    if (node.type !== "text") return node;
    const start = isEdge(list[index - 1]) ? node.value.trimStart() : node.value;
    return { ...node, value: isEdge(list[index + 1]) ? start.trimEnd() : start };
  });
}

/** Divides nodes into runs of those that belong together, and of the others between them. */
export function toRuns<Node>(nodes: readonly Node[], belongs: (node: Node) => boolean): { isIn: boolean; run: Node[] }[] {
  const runs: { isIn: boolean; run: Node[] }[] = [];
  for (const node of nodes) {
    const isIn = belongs(node);
    const last = runs.at(-1);
    if (last?.isIn === isIn) last.run.push(node);
    else runs.push({ isIn, run: [node] });
  }
  return runs;
}

/** Returns false for white space alone. */
export function hasContent(nodes: readonly Nodes[]): boolean {
  return nodes.some((node) => node.type !== "break" && !(node.type === "text" && node.value.trim() === ""));
}

const parser = unified().use(remarkParse).freeze();
const MARKED = /[`*_[\]\\&]/;
const MAX_INLINE_CHARS = 2_000;
/** The parser's time grows by their square, and a page has many attributes. */
const MAX_INLINE_MARKS = 100;

/**
 * Returns the text of an attribute as the Markdown of a line: code, emphasis and links. What is more than a line, or long, is
 * text as it is.
 */
export function inlineMarkdown(text: string): PhrasingContent[] {
  const asText: PhrasingContent[] = [{ type: "text", value: text }];
  const marks = text.length > MAX_INLINE_CHARS ? 0 : text.split(MARKED).length - 1;
  if (marks === 0 || marks > MAX_INLINE_MARKS) return asText;
  const [only, ...more] = parser.parse(text).children;
  if (only?.type !== "paragraph" || more.length > 0 || !only.children.every(isPhrasing)) return asText;
  return only.children;
}

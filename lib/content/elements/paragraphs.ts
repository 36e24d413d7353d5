import type { Nodes, Paragraph, RootContent } from "mdast";
import { KNOWN_COMPONENTS } from "../components/components.ts";
import { type Element, isElement, walk } from "../tree/jsx.ts";
import { isPhrasing, wrapPhrasing } from "../tree/plain-nodes.ts";

/** A box with the look of a paragraph that holds a block. */
const PLAIN_BOX = { hName: "div", hProperties: { className: ["paragraph"] } };

/**
 * Keeps blocks out of paragraphs: browsers move them out, and the page would not be what the server
 * rendered. Words on separate lines between `<p>` and `</p>` are not a nested paragraph, and a
 * paragraph that contains a block becomes a `<div>`.
 */
export function mendParagraphs(tree: Nodes): void {
  walk(tree, (node) => {
    if (isElement(node) && node.name === "details")
      node.children = (node.children as RootContent[]).flatMap(liftSummary) as Element["children"];
    if (node.type === "paragraph" && holdsBlock(node)) node.data = { ...node.data, ...PLAIN_BOX };
    if (isElement(node) && node.name === "p") mendElement(node);
    if (isElement(node) && LINES.has(node.name ?? "")) liftWords(node);
  });
}

/** Elements that hold a line: words on a separate line between their tags are not a paragraph with margins. */
const LINES: ReadonlySet<string> = new Set(["a", "span", "summary", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6"]);

function liftWords(element: Element): void {
  const [only, ...others] = element.children as RootContent[];
  if (only?.type === "paragraph" && others.length === 0) element.children = only.children as Element["children"];
}

/** Lifts a summary out of the paragraph that it shares with the words on the next line, where it would name nothing. */
function liftSummary(node: RootContent): RootContent[] {
  const [first, ...others] = node.type === "paragraph" ? node.children : [];
  if (node.type !== "paragraph" || !first || !isElement(first) || first.name !== "summary") return [node];
  const [next, ...rest] = others;
  const words = next?.type === "text" ? [{ ...next, value: next.value.trimStart() }, ...rest] : others;
  return [first, { ...node, children: words }];
}

function mendElement(element: Element): void {
  const children: RootContent[] = (element.children as RootContent[]).flatMap((child, index): RootContent[] => {
    if (child.type !== "paragraph") return [child];
    return index > 0 ? [{ type: "break" }, ...child.children] : child.children;
  });
  element.children = children as Element["children"];
  if (holdsBlock(element)) element.name = "div";
}

/** Elements before which a browser ends a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set(
  "article aside blockquote details div dl figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul".split(
    " ",
  ),
);
/** Markdown that becomes such an element. */
const MARKDOWN_BLOCKS = new Set<string>(["blockquote", "code", "heading", "list", "paragraph", "table", "thematicBreak"]);

/** Components that are drawn in a line. Every other, also one of the fork, may be drawn as a block. */
const IN_LINE: ReadonlySet<string> = new Set(["Badge", "Icon", "Image", "Latex", "Tooltip", "Visibility"]);

/** Returns true for a node with a block of a browser inside it, at any depth. */
export function holdsBlock(node: Nodes): boolean {
  return "children" in node && node.children.some((child) => isBlock(child) || holdsBlock(child));
}

function isBlock(node: Nodes): boolean {
  if (!isElement(node)) return MARKDOWN_BLOCKS.has(node.type);
  const name = node.name ?? "";
  return BLOCKS.has(name) || (KNOWN_COMPONENTS.has(name) && !IN_LINE.has(name));
}

/** Replaces a paragraph by the elements that are alone in it, or by the blocks that code put into it. */
export function fromParagraph(
  node: Paragraph,
  inText: boolean,
  inside: (inText: boolean, isLifted?: boolean) => RootContent[],
): RootContent[] {
  if (!inText && isMdxAlone(node)) return inside(false, true);
  const children = inside(true);
  const isText = (child: RootContent) =>
    isPhrasing(child) || /^mdx(?:Jsx)?Text/.test(child.type) || /^html$|[mM]ath$/.test(child.type);
  if (children.every(isText)) return [{ ...node, children: children as Paragraph["children"] }];
  return wrapPhrasing(children);
}

/** Removes line breaks between blocks, which MDX drops before plugins run; between tags of a line a space is left. */
export function dropBlankLines(tree: Nodes): void {
  walk(tree, (node) => {
    if (node.type !== "root" && node.type !== "mdxJsxFlowElement") return;
    const children = node.children as RootContent[];
    const isTag = (child: RootContent | undefined) => child?.type === "mdxJsxFlowElement";
    node.children = children.flatMap((child, index): RootContent[] => {
      const beside = [children[index - 1], children[index + 1]];
      if (child.type !== "text" || !/^\s*\n\s*$/.test(child.value) || !beside.some(isTag)) return [child];
      return beside.some((other) => other === undefined || isBlock(other)) ? [] : [{ ...child, value: " " }];
    }) as typeof node.children;
  });
}

/** Returns true for lines that hold elements and expressions and no words, which MDX takes for blocks. */
function isMdxAlone({ children }: Paragraph): boolean {
  const isBlank = (child: RootContent) => child.type === "text" && child.value.trim() === "";
  const isMdx = (child: RootContent) => child.type === "mdxJsxTextElement" || child.type === "mdxTextExpression";
  return children.some(isMdx) && children.every((child) => isMdx(child) || isBlank(child));
}

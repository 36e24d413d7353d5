/*
 * Markdown: a tree of a page becomes plain Markdown, which search, models and readers of the text form get.
 * Start at `toPlainTree`. `passages.ts` cuts it for search, `blocks.ts` keeps what may be quoted, `reference-text.ts` says an
 * operation in words, `updates.ts` gives the feed.
 */

import type { Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import { expandComponent } from "../components/components.ts";
import { fenceTitle, readInfo, readNotation } from "../tree/fences.ts";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { hasContent, isPhrasing, originOf, titleParagraph, trimmed, wrapPhrasing } from "../tree/plain-nodes.ts";
import { isHidden } from "../tree/visibility.ts";

/**
 * Returns a page's tree without components: each is replaced by the Markdown that says the same to a reader. Titles of
 * components survive; what readers do not see (comments, content for agents, prompts, styles, attributes) does not. The given
 * tree is left as it is.
 */
export function toPlainTree(tree: Root): Root {
  return { ...tree, children: expandAll(tree.children, 1) };
}

/** Returns the plain forms of flow content. `depth`: level of the heading above it; `areItems`: elements are drawn apart. */
function expandAll(nodes: readonly RootContent[], depth: number, areItems = false): RootContent[] {
  const plain: RootContent[] = [];
  let level = depth;
  let before: RootContent | undefined;
  for (const node of nodes) {
    if (node.type === "heading") level = node.depth;
    const parts = expand(node, level);
    const isBelow = (node.position?.start.line ?? 0) > (before?.position?.end.line ?? Number.POSITIVE_INFINITY);
    const isApart = isBelow || (areItems && isElement(node) && before !== undefined && isElement(before));
    // Elements on separate lines are separate words: a picture, and the link below it.
    if (isApart && [plain.at(-1), parts[0]].every((each) => each && isPhrasing(each))) plain.push({ type: "text", value: " " });
    before = node;
    for (const part of parts) pushJoined(plain, part);
  }
  return wrapPhrasing(plain);
}

function expand(node: RootContent, depth: number): RootContent[] {
  if (isElement(node)) return expandElement(node, depth);
  switch (node.type) {
    case "html":
    case "yaml":
      return [];
    case "paragraph":
      return expandParagraph(node, depth);
    case "code":
      return expandCode(node);
    case "link": {
      const children = expandInline(node.children);
      if (node.url === "") return children;
      return children.length > 0 ? [{ ...node, children } as RootContent] : [];
    }
    case "heading":
      return [{ ...node, children: trimmed(expandInline(withoutTips(node.children))) }];
    case "tableCell":
      return [{ ...node, children: trimmed(expandInline(node.children)) }];
    case "emphasis":
    case "strong":
    case "delete":
    case "linkReference":
      return [{ ...node, children: expandInline(node.children) } as RootContent];
    default:
      return "children" in node
        ? [{ ...node, children: expandAll(node.children as RootContent[], depth) } as RootContent]
        : [node];
  }
}

/** Replaces a paragraph that holds block components, as `<Card>text</Card>` on one line does, by them. */
function expandParagraph(node: Paragraph, depth: number): RootContent[] {
  const children = node.children.flatMap((child) => expand(child, depth));
  if (!children.every(isPhrasing)) return wrapPhrasing(children);
  return hasContent(children) ? [{ ...node, children: trimmed(children as PhrasingContent[]) }] : [];
}

function expandInline(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node) => expand(node, 6)).flatMap(toLine);
}

/** Returns the words of a heading without their explanations, which its name, its id and lists of headings do not have. */
function withoutTips(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node) => (isElement(node) && node.name === "Tooltip" ? { ...node, attributes: [] } : node));
}

/** Returns blocks inside a line, such as a list in the cell of a table, as their words. */
function toLine(node: RootContent, index: number): PhrasingContent[] {
  if (isPhrasing(node)) return [node];
  if (node.type === "code") return [{ type: "inlineCode", value: node.value.replace(/\s+/g, " ") }];
  if (!("children" in node)) return [];
  const gap: PhrasingContent[] = index > 0 ? [{ type: "text", value: " " }] : [];
  return [...gap, ...(node.children as RootContent[]).flatMap(toLine)];
}

/** Puts the title of a fence before it, and keeps its language. */
function expandCode(node: Extract<RootContent, { type: "code" }>): RootContent[] {
  const info = readInfo(node);
  const title = fenceTitle(info.meta);
  const lang = info.isDiff ? "diff" : /[{"':]/.test(node.lang ?? "") ? info.language || null : (node.lang ?? null);
  const value = info.isDiff ? node.value : readNotation(node.value, info).code;
  const code = { ...node, lang, value, meta: null };
  return title ? [titleParagraph(title), code] : [code];
}

function expandElement(element: Element, depth: number): RootContent[] {
  if (isHidden(element)) return [];
  return expandComponent(element, {
    depth,
    children: (inner) => childrenOf(inner, depth),
    blocks: (inner, level = depth) => wrapPhrasing(childrenOf(inner, level)),
    inline: inlineOf,
  });
}

function childrenOf(element: Element, depth: number): RootContent[] {
  const children = element.children as RootContent[];
  if (element.type === "mdxJsxFlowElement") return expandAll(children, depth, hasItems(element));
  return (hasItems(element) ? withGaps(children) : children).flatMap((child) => expand(child, depth));
}

function inlineOf(element: Element): PhrasingContent[] {
  const children = (element.children as RootContent[]).flatMap((child) =>
    child.type === "paragraph" ? child.children : [child],
  );
  if (!hasItems(element)) return expandInline(children as PhrasingContent[]);
  return trimmed(expandInline(withGaps(children) as PhrasingContent[]));
}

const ITEMS = /(?:^|\s)(?:inline-)?(?:flex|grid)(?:\s|$)/;

/** Returns true for a flexbox or a grid, which draws the elements in it apart without a space between them. */
function hasItems(element: Element): boolean {
  return ITEMS.test(attributeText(element, "className", "class") ?? "");
}

/** Returns children with a space between elements: a badge, and the words beside it. */
function withGaps(children: readonly RootContent[]): RootContent[] {
  return children.flatMap((child, index): RootContent[] => {
    const before = children[index - 1];
    return before && isElement(before) && isElement(child) ? [{ type: "text", value: " " }, child] : [child];
  });
}

/** Joins neighbouring cards, and single steps, into one list. */
function pushJoined(list: RootContent[], node: RootContent): void {
  const last = list.at(-1);
  const kind = originOf(node);
  if (node.type === "list" && last?.type === "list" && (kind === "cards" || kind === "steps") && originOf(last) === kind)
    list[list.length - 1] = { ...last, children: [...last.children, ...node.children] };
  else list.push(node);
}

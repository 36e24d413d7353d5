import type { Heading, PhrasingContent, Root, RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { mathToMarkdown } from "mdast-util-math";
import { mdxToMarkdown } from "mdast-util-mdx";
import { toMarkdown } from "mdast-util-to-markdown";
import { type Element, hasContent, isElement, isPhrasing } from "./engine/pages.ts";

/** Writes the tree of a page, in which no code is, as MDX that is read as the same. */
export function writeMdx(tree: Root): string {
  return toMarkdown(
    { ...tree, children: toBlocks(tree.children) },
    {
      ...{ bullet: "-", fences: true, listItemIndent: "one", rule: "-", resourceLink: true, incrementListMarker: true },
      extensions: [gfmToMarkdown(), mathToMarkdown(), mdxToMarkdown({ printWidth: 120 })],
    },
  );
}

/** Wraps inline content among blocks in paragraphs. */
function toBlocks(nodes: readonly RootContent[]): RootContent[] {
  const blocks: RootContent[] = [];
  let line: PhrasingContent[] = [];
  const close = () => {
    if (hasContent(line)) blocks.push({ type: "paragraph", children: line });
    line = [];
  };
  for (const node of nodes) {
    if (isOfLine(node)) line.push(...(toLine(node) as PhrasingContent[]));
    else {
      close();
      blocks.push(...toBlock(node));
    }
  }
  close();
  return blocks;
}

function toBlock(node: RootContent): RootContent[] {
  if (isElement(node)) {
    // With nothing but words in it, it stays in one line, so that no paragraph comes between.
    if (node.children.length > 0 && !holdsBlocks(node))
      return [{ type: "paragraph", children: toLine(node) as PhrasingContent[] }];
    return [{ ...node, type: "mdxJsxFlowElement", children: toBlocks(node.children as RootContent[]) } as RootContent];
  }
  if (node.type === "paragraph") return toBlocks(node.children);
  if (node.type === "heading")
    return [{ ...node, children: [...node.children.flatMap(toLine), ...statedId(node)] } as RootContent];
  if (node.type === "tableCell") return [{ ...node, children: node.children.flatMap(toLine) } as RootContent];
  if (node.type === "table" || node.type === "tableRow")
    return [{ ...node, children: (node.children as RootContent[]).flatMap(toBlock) } as RootContent];
  if (!("children" in node)) return [node];
  return [{ ...node, children: toBlocks(node.children as RootContent[]) } as RootContent];
}

/** Returns the mark of the id that a component stated for its heading. */
function statedId({ data }: Heading): RootContent[] {
  const { id } = (data as { hProperties?: { id?: string } } | undefined)?.hProperties ?? {};
  return id === undefined ? [] : [{ type: "text", value: ` [#${id}]` }];
}

function isOfLine(node: RootContent): boolean {
  return /^(?:mdxJsxTextElement|inlineMath)$/.test(node.type) || isPhrasing(node);
}

function holdsBlocks(node: Element): boolean {
  return (node.children as RootContent[]).some((child) => (isElement(child) ? holdsBlocks(child) : !isOfLine(child)));
}

/** Writes text in which white space matters as an expression: as text, its empty lines would end the element. */
function keepSpace<Node extends Element | RootContent>(node: Node): Node {
  if (node.type === "text")
    return /\s\s|\n/.test(node.value) ? ({ type: "mdxTextExpression", value: JSON.stringify(node.value) } as Node) : node;
  return "children" in node ? { ...node, children: (node.children as RootContent[]).map(keepSpace) } : node;
}

/** Converts content for a line: paragraphs are replaced by their children. */
function toLine(node: RootContent): RootContent[] {
  if (node.type === "paragraph") return node.children.flatMap(toLine);
  if (isElement(node)) {
    const { children } = node.name === "pre" ? keepSpace(node) : node;
    return [{ ...node, type: "mdxJsxTextElement", children: (children as RootContent[]).flatMap(toLine) } as RootContent];
  }
  if (!("children" in node)) return [node];
  return [{ ...node, children: (node.children as RootContent[]).flatMap(toLine) } as RootContent];
}

import type { Paragraph, RootContent } from "mdast";
import { isPhrasing, wrapPhrasing } from "../plain-nodes.ts";

/** A paragraph gives up its place to elements that are alone in it, and to blocks that something put into it. */
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

/** True for lines that hold elements and expressions and no words, which MDX takes for blocks. */
function isMdxAlone({ children }: Paragraph): boolean {
  const isBlank = (child: RootContent) => child.type === "text" && child.value.trim() === "";
  const isMdx = (child: RootContent) => child.type === "mdxJsxTextElement" || child.type === "mdxTextExpression";
  return children.some(isMdx) && children.every((child) => isMdx(child) || isBlank(child));
}

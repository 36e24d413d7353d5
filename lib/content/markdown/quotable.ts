import type { Nodes, RootContent } from "mdast";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { originOf, strongParagraph } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";

/**
 * Returns a node of a plain tree as Markdown that reads the same outside of its page: an image as its words, no footnotes or
 * labels.
 */
export function quotableMarkdown(node: RootContent): string {
  return quotable(node)
    .map((each) => writeMarkdown(each))
    .join("\n")
    .trimEnd();
}

function quotable(node: Nodes): Nodes[] {
  if (originOf(node) === "decoration") return [];
  switch (node.type) {
    case "image":
    case "imageReference":
      return node.alt ? [{ type: "text", value: node.alt }] : [];
    case "footnoteReference":
    case "definition":
      return [];
    case "linkReference":
      return node.children.flatMap(quotable);
    case "heading":
      return [strongParagraph(toText(node))];
    default:
      return "children" in node ? [{ ...node, children: node.children.flatMap(quotable) } as Nodes] : [node];
  }
}

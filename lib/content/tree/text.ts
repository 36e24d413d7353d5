import type { Nodes } from "mdast";

/**
 * Returns the words that a reader sees in inline content: links as their text, images as their alt text, white space joined.
 */
export function toText(node: Nodes): string {
  return rawText(node).replace(/\s+/g, " ").trim();
}

function rawText(node: Nodes): string {
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "code":
    case "math":
    case "inlineMath":
      return node.value;
    case "break":
      return " ";
    case "image":
    case "imageReference":
      return node.alt ?? "";
    default:
      return "children" in node ? node.children.map(rawText).join("") : "";
  }
}

import type { PhrasingContent } from "mdast";
import type { ReactNode } from "react";
import { inlineMarkdown } from "../../lib/content/tree/plain-nodes.ts";

/** Renders the text of an attribute, such as a title or a caption, with its code and emphasis. A link shows as its text. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <>{typeof children === "string" ? inlineMarkdown(children).map(draw) : children}</>;
}

function draw(node: PhrasingContent, index: number): ReactNode {
  const inside = "children" in node ? node.children.map(draw) : null;
  switch (node.type) {
    case "text":
      return node.value;
    case "inlineCode":
      return <code key={index}>{node.value}</code>;
    case "strong":
      return <strong key={index}>{inside}</strong>;
    case "emphasis":
      return <em key={index}>{inside}</em>;
    case "break":
      return <br key={index} />;
    default:
      return inside;
  }
}

import type { PhrasingContent } from "mdast";
import type { ReactNode } from "react";
import { inlineMarkdown } from "../../lib/content/tree/plain-nodes.ts";

/** Renders the text of an attribute, such as a title or a caption, with its code and emphasis. A link shows as its text. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <>{typeof children === "string" ? drawWords(inlineMarkdown(children)) : children}</>;
}

/** Draws the words of a line. `Link` draws a link; without it, a link shows as its text. */
export function drawWords(nodes: readonly PhrasingContent[], Link?: DrawLink): ReactNode {
  return nodes.map((node, index) => draw(node, index, Link));
}

type DrawLink = (props: { readonly url: string; readonly children: ReactNode }) => ReactNode;

function draw(node: PhrasingContent, index: number, Link: DrawLink | undefined): ReactNode {
  const inside = "children" in node ? drawWords(node.children, Link) : null;
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
    case "link":
      return Link ? (
        <Link key={index} url={node.url}>
          {inside}
        </Link>
      ) : (
        inside
      );
    default:
      return inside;
  }
}

import type { BlockContent } from "mdast";
import { attributeText } from "../tree/jsx.ts";
import { origin, strongParagraph, titleParagraph } from "../tree/plain-nodes.ts";
import { define, type ToMarkdown } from "./definition.ts";

const callout = (tone?: string) => define({ markdown: quoteUnder(tone), props: { title: "text", icon: "icon" } });

/** Boxes that set a remark apart. */
export const callouts = {
  Note: callout("note"),
  Info: callout("info"),
  Tip: callout("tip"),
  Warning: callout("warning"),
  Danger: callout("danger"),
  Check: callout("check"),
  Callout: define({ markdown: quoteUnder(), props: { title: "text", icon: "icon", type: "text" } }),
};

/** Returns a quote that begins with its tone in strong words. */
function quoteUnder(tone?: string): ToMarkdown {
  return (element, inside) => {
    const label = capitalise(tone ?? attributeText(element, "type") ?? "note");
    const title = attributeText(element, "title");
    const children = [
      { ...strongParagraph(`${label}:`), data: origin("decoration") },
      ...(title ? [titleParagraph(title)] : []),
      ...inside.blocks(element),
    ];
    return [{ type: "blockquote", children: children as BlockContent[] }];
  };
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

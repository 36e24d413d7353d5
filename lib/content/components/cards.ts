import type { PhrasingContent, RootContent } from "mdast";
import { inlineMarkdown } from "../tree/inline-markdown.ts";
import { attributeText } from "../tree/jsx.ts";
import { leadItem, linkTo } from "../tree/plain-nodes.ts";
import { cardList, define, onlyChildren, type ToMarkdown } from "./definition.ts";

/** A list item that links to where the card leads. */
const cardItem: ToMarkdown = (element, inside) => {
  const href = attributeText(element, "href", "url");
  const title = attributeText(element, "title") ?? href;
  const words: PhrasingContent[] = title ? inlineMarkdown(title) : [];
  const description = attributeText(element, "description");
  const below: RootContent[] = description ? [{ type: "paragraph", children: inlineMarkdown(description) }] : [];
  const lead: PhrasingContent[] = href ? [linkTo(href, words)] : [{ type: "strong", children: words }];
  return [cardList(leadItem(lead, [...below, ...inside.blocks(element)]))];
};

const columns = define({ markdown: onlyChildren, props: { cols: "number" } });

/** Cards, and the grids that hold them. */
export const cards = {
  Card: define({
    markdown: cardItem,
    props: {
      title: "text",
      description: "text",
      href: "link",
      url: "link",
      icon: "icon",
      img: "image",
      cta: "text",
      color: "paint",
      horizontal: "flag",
    },
  }),
  Tile: define({ markdown: cardItem, props: { title: "text", description: "text", href: "link", url: "link" } }),
  Cards: columns,
  CardGroup: columns,
  Columns: columns,
  /** Drawn from the navigation, which llms.txt and the sidebar tell as well. */
  PageCards: define({ markdown: onlyChildren, props: {} }),
  Column: define({ markdown: onlyChildren, props: {} }),
};

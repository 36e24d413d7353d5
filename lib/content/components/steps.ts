import type { List, ListItem } from "mdast";
import { attributeText, type Element, isElement } from "../expressions.ts";
import { listItem, orderedList, origin, titleParagraph } from "../plain-nodes.ts";
import { define, type Inside } from "./definition.ts";
import { withParagraphChildren } from "./forms.ts";

/** A numbered procedure. */
export const steps = {
  Steps: define({ markdown: (element, inside) => [stepList(element, inside)], props: {} }),
  Step: define({
    markdown: (element, inside) => [{ ...orderedList([stepItem(element, inside)]), data: origin("steps") }],
    props: { title: "text", icon: "icon", id: "id" },
  }),
};

function stepList(element: Element, inside: Inside): List {
  const found = element.children.flatMap(withParagraphChildren).filter(isElement);
  const items = found.length > 0 ? found.map((step) => stepItem(step, inside)) : [listItem(inside.children(element))];
  return { ...orderedList(items), data: origin("steps") };
}

function stepItem(element: Element, inside: Inside): ListItem {
  const title = attributeText(element, "title");
  return { ...listItem([...(title ? [titleParagraph(title)] : []), ...inside.blocks(element)]), spread: true };
}

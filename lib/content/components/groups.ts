import type { List, ListItem, Paragraph } from "mdast";
import { inlineMarkdown } from "../tree/inline-markdown.ts";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { codeNode, listItem, orderedList, origin, textNode } from "../tree/plain-nodes.ts";
import { cardList, define, type Inside, onlyChildren, section, type ToMarkdown, withParagraphChildren } from "./definition.ts";

const group = define({ markdown: onlyChildren, props: {} });

/** Parts of a page that show on demand, or to some readers; search reads all of them. */
export const alternatives = {
  Tabs: group,
  Tab: define({ markdown: section, props: { title: "text", icon: "icon", id: "id" } }),
  CodeGroup: group,
  Accordions: group,
  AccordionGroup: group,
  Accordion: define({
    markdown: section,
    props: { title: "text", description: "text", icon: "icon", defaultOpen: "flag", id: "id" },
  }),
  Expandable: define({ markdown: section, props: { title: "text", defaultOpen: "flag" } }),
  View: define({ markdown: section, props: { title: "text", icon: "icon" } }),
};

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
  return { ...listItem([...(title ? [strongTitle(title)] : []), ...inside.blocks(element)]), spread: true };
}

/** Returns the title of a step, whose code is code. */
function strongTitle(title: string): Paragraph {
  return { type: "paragraph", children: [{ type: "strong", children: inlineMarkdown(title) }], data: origin("title") };
}

const fileItem: ToMarkdown = (element, inside) => {
  const comment = attributeText(element, "comment");
  const name = codeNode(attributeText(element, "name") ?? "");
  return [cardList(listItem([name, ...(comment ? [textNode(` ${comment}`)] : []), ...inside.blocks(element)]))];
};

const tree = define({ markdown: onlyChildren, props: {} });
const entry = { name: "text", comment: "text", highlight: "flag" } as const;
const folder = define({ markdown: fileItem, props: { ...entry, defaultOpen: "flag", openable: "flag" } });
const file = define({ markdown: fileItem, props: entry });

/** A drawing of files and folders. */
export const files = { Tree: tree, "Tree.Folder": folder, "Tree.File": file, Files: tree, Folder: folder, File: file };

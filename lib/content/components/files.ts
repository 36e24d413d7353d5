import type { Paragraph } from "mdast";
import { attributeText } from "../expressions.ts";
import { listItem } from "../plain-nodes.ts";
import { define, type ToMarkdown } from "./definition.ts";
import { cards, onlyChildren } from "./forms.ts";

const item: ToMarkdown = (element, inside) => {
  const name: Paragraph = { type: "paragraph", children: [{ type: "inlineCode", value: attributeText(element, "name") ?? "" }] };
  return [cards(listItem([name, ...inside.blocks(element)]))];
};

const tree = define({ markdown: onlyChildren, props: {} });
const folder = define({ markdown: item, props: { name: "text", defaultOpen: "flag" } });
const file = define({ markdown: item, props: { name: "text" } });

/** A drawing of files and folders. */
export const files = { Tree: tree, "Tree.Folder": folder, "Tree.File": file, Files: tree, Folder: folder, File: file };

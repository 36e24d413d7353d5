import type { Paragraph } from "mdast";
import { attributeText } from "../expressions.ts";
import { listItem } from "../plain-nodes.ts";
import { define, type ToMarkdown } from "./definition.ts";
import { cards, onlyChildren } from "./forms.ts";

const item: ToMarkdown = (element, inside) => {
  const comment = attributeText(element, "comment");
  const words: Paragraph["children"] = [{ type: "inlineCode", value: attributeText(element, "name") ?? "" }];
  if (comment) words.push({ type: "text", value: ` ${comment}` });
  const name: Paragraph = { type: "paragraph", children: words };
  return [cards(listItem([name, ...inside.blocks(element)]))];
};

const tree = define({ markdown: onlyChildren, props: {} });
const entry = { name: "text", comment: "text", highlight: "flag" } as const;
const folder = define({ markdown: item, props: { ...entry, defaultOpen: "flag", openable: "flag" } });
const file = define({ markdown: item, props: entry });

/** A drawing of files and folders. */
export const files = { Tree: tree, "Tree.Folder": folder, "Tree.File": file, Files: tree, Folder: folder, File: file };

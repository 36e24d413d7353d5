import type { Blockquote, Root, RootContent, Text } from "mdast";
import type { ContainerDirective } from "mdast-util-directive";
import { createJsx, type Element } from "../tree/jsx.ts";
import { toTitleText } from "../tree/text.ts";

/** Components that `:::name` and `[!NAME]` stand for. Any other name is a block of its content. */
const BLOCK_NAMES: ReadonlyMap<string, string> = new Map([
  ["note", "Note"],
  ["info", "Info"],
  ["important", "Info"],
  ["tip", "Tip"],
  ["hint", "Tip"],
  ["warning", "Warning"],
  ["caution", "Warning"],
  ["danger", "Danger"],
  ["error", "Danger"],
  ["check", "Check"],
  ["success", "Check"],
  ["details", "Accordion"],
]);

/** Returns the component of a tone that another system names; undefined for a word that is none. */
export function calloutName(tone: string): string | undefined {
  const name = BLOCK_NAMES.get(tone.toLowerCase());
  return name === "Accordion" ? undefined : name;
}

/**
 * Returns a tree with the component in the place of each block of `:::name` and each quote that stand for one. The given tree
 * is left as it is.
 */
export function readBlocks<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).flatMap((child): RootContent[] => {
    const read = readBlocks(child);
    const isBlock = read.type === "containerDirective";
    const meant = isBlock ? readDirective(read) : read.type === "blockquote" ? readAlert(read) : undefined;
    if (meant) return [{ ...meant, position: read.position }];
    return isBlock ? (read.children as RootContent[]) : [read];
  });
  return { ...node, children };
}

/**
 * Returns the callout or accordion that a `:::name[Title]` block is; undefined for another name, which stands for its content.
 */
function readDirective({ name, attributes, children }: ContainerDirective): Element | undefined {
  const component = BLOCK_NAMES.get(name.toLowerCase());
  if (!component) return undefined;
  const [first, ...rest] = children as RootContent[];
  const isLabel =
    first?.type === "paragraph" && Boolean((first.data as { directiveLabel?: boolean } | undefined)?.directiveLabel);
  const title = isLabel
    ? toTitleText(first.children)
    : (attributes?.title ?? (component === "Accordion" ? "Details" : undefined));
  return createJsx(component, isLabel ? rest : (children as RootContent[]), title ? { title } : {});
}

/** Returns the callout that a quote beginning with `[!NOTE]` is; undefined for any other quote. */
function readAlert({ children }: Blockquote): Element | undefined {
  const [first, ...rest] = children as RootContent[];
  const lead = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || lead?.type !== "text") return undefined;
  const [mark = "", tone = ""] = /^\[!([A-Za-z]{1,20})\][ \t]*(?:\r?\n|$)/.exec(lead.value) ?? [];
  const name = calloutName(tone);
  if (!name) return undefined;
  const words: Text = { ...lead, value: lead.value.slice(mark.length) };
  const line = [...(words.value ? [words] : []), ...first.children.slice(1)];
  return createJsx(name, [...(line.length > 0 ? [{ ...first, children: line }] : []), ...rest]);
}

import type { ListItem, Root, RootContent } from "mdast";
import { toText } from "../tree/text.ts";

/** So many texts that say the same share it; two may do so by chance. */
const LEAST_REPEATS = 3;

/**
 * Returns the texts without what many of them repeat, such as headers and errors that all operations share: the first one
 * keeps it. Else a search for shared words finds whichever operation is shortest. Headings that nothing follows go too.
 */
export function withoutRepeats(trees: readonly Root[]): Root[] {
  const counts = new Map<string, number>();
  for (const tree of trees)
    for (const text of new Set(tree.children.flatMap(unitsOf).map(toText))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const written = new Set<string>();
  return trees.map((tree) => {
    const isNew = (unit: RootContent | ListItem) => (counts.get(toText(unit)) ?? 0) < LEAST_REPEATS || !written.has(toText(unit));
    const children = withoutEmptySections(tree.children.flatMap((node) => keep(node, isNew)));
    for (const unit of tree.children.flatMap(unitsOf)) written.add(toText(unit));
    return { ...tree, children };
  });
}

/** Lists the units that are compared: single items of lists, and all else but headings as a whole. */
function unitsOf(node: RootContent): (RootContent | ListItem)[] {
  if (node.type === "list") return node.children;
  return node.type === "heading" ? [] : [node];
}

function keep(node: RootContent, isNew: (unit: RootContent | ListItem) => boolean): RootContent[] {
  if (node.type !== "list") return node.type === "heading" || isNew(node) ? [node] : [];
  const children = node.children.filter(isNew);
  return children.length > 0 ? [{ ...node, children }] : [];
}

function withoutEmptySections(nodes: readonly RootContent[]): RootContent[] {
  const kept: RootContent[] = [];
  for (const node of nodes.toReversed()) {
    const next = kept.at(-1);
    const isEmpty = node.type === "heading" && (!next || (next.type === "heading" && next.depth <= node.depth));
    if (!isEmpty) kept.push(node);
  }
  return kept.reverse();
}

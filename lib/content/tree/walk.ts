import type { Nodes } from "mdast";
import { type Element, isElement } from "./jsx.ts";

/** Calls back for every node of a tree, parents before children; `false` leaves out what is below a node. */
export function walk(node: Nodes, visit: (node: Nodes) => unknown): void {
  if (visit(node) === false || !("children" in node)) return;
  for (const child of node.children) walk(child, visit);
}

/** Lists the elements of a tree, those of one of the names where there are any, parents before children. */
export function listElements(tree: Nodes, ...names: readonly string[]): Element[] {
  const found: Element[] = [];
  walk(tree, (node) => {
    if (isElement(node) && (names.length === 0 || names.includes(node.name ?? ""))) found.push(node);
  });
  return found;
}

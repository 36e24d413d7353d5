import type { Nodes, Root } from "mdast";
import { isElement } from "./jsx.ts";

/** Calls back for every node of a tree, parents before children; `false` leaves out what is below a node. */
export function walk(node: Nodes, visit: (node: Nodes) => undefined | false): void {
  if (visit(node) === false || !("children" in node)) return;
  for (const child of node.children) walk(child, visit);
}

/** Returns true for a tree with an element of one of these names. */
export function hasElement(tree: Root, ...names: readonly string[]): boolean {
  let found = false;
  walk(tree, (node) => {
    found ||= isElement(node) && names.includes(node.name ?? "");
    return found ? false : undefined;
  });
  return found;
}

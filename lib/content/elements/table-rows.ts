import type { RootContent } from "mdast";
import { createJsx, type Element, isElement } from "../tree/jsx.ts";
import { toRuns } from "../tree/plain-nodes.ts";

/**
 * Returns children of a table, with rows that are in no part of it in a body, as browsers put them there; without, what the
 * server sends and what the browser makes of it differ, and React draws the page a second time.
 */
export function rowsInBody(children: RootContent[]): RootContent[] {
  if (!children.some(isRow)) return children;
  const parts = children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  return toRuns(parts, isRow).flatMap(({ isIn, run }) => {
    const [first] = run as Element[];
    return isIn && first ? [{ ...createJsx("tbody", run, {}, first.type), position: first.position }] : run;
  });
}

function isRow(node: RootContent): node is Element {
  return isElement(node) && node.name === "tr";
}

import type { RootContent } from "mdast";
import { createJsx, type Element, isElement } from "../tree/jsx.ts";

/**
 * Returns children of a table, with rows that are in no part of it in a body, as browsers put them there; without, what the
 * server sends and what the browser makes of it differ, and React draws the page a second time.
 */
export function rowsInBody(children: RootContent[]): RootContent[] {
  if (!children.some(isRow)) return children;
  const parts: RootContent[] = [];
  let body: Element | undefined;
  for (const child of children) {
    if (child.type === "text" && child.value.trim() === "") continue;
    if (!isRow(child)) {
      body = undefined;
      parts.push(child);
      continue;
    }
    body ??= addBody(parts, child);
    body.children = [...body.children, child] as Element["children"];
  }
  return parts;
}

function addBody(parts: RootContent[], { type, position }: Element): Element {
  const body: Element = { ...createJsx("tbody", [], {}, type), position };
  parts.push(body);
  return body;
}

function isRow(node: RootContent): node is Element {
  return isElement(node) && node.name === "tr";
}

import type { Nodes, RootContent } from "mdast";
import { withoutLeads } from "./quotes/quote.ts";

/** As many whole nodes as there is room for; of the one that is too long, as many items, rows or lines. */
export function cut(nodes: readonly RootContent[], room: number): RootContent[] {
  const kept: RootContent[] = [];
  let left = room;
  for (const node of nodes) {
    const length = lengthOf(node);
    if (length > left) {
      const part = shorten(node, left);
      return withoutLeads([...kept, ...(part ? [part] : kept.length === 0 ? [node] : [])]);
    }
    kept.push(node);
    left -= length;
  }
  return withoutLeads(kept);
}

function lengthOf(node: Nodes): number {
  if ("value" in node) return node.value.length;
  return "children" in node ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0;
}

function shorten(node: RootContent, room: number): RootContent | undefined {
  if (node.type === "code") {
    let length = -1;
    const fitting = node.value.split("\n").filter((line) => {
      length += line.length + 1;
      return length <= room;
    });
    return fitting.length > 0 ? { ...node, value: [...fitting, "…"].join("\n") } : undefined;
  }
  if (node.type !== "list" && node.type !== "table") return undefined;
  const least = node.type === "table" ? 2 : 1;
  let length = 0;
  const fitting = node.children.filter((child) => {
    length += lengthOf(child);
    return length <= room;
  });
  if (fitting.length >= least) return { ...node, children: fitting } as RootContent;
  return room > 0 ? ({ ...node, children: node.children.slice(0, least) } as RootContent) : undefined;
}

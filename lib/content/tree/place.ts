import type { Nodes, Root } from "mdast";
import { walk } from "./jsx.ts";

/** Where a part of a page is written. */
export interface Place {
  /** The file that the page takes it from; undefined for the page's own. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

type Position = NonNullable<Nodes["position"]> & { readonly file?: string };

/** Returns where a node is written. */
export function placeOf({ position }: Pick<Nodes, "position">): Place {
  const { file, start } = (position ?? {}) as Partial<Position>;
  return { file, line: start?.line, column: start?.column };
}

/** Returns a position at a place; undefined for one without a line. */
export function positionAt({ file, line, column }: Place): Position | undefined {
  const point = { line: line ?? 1, column: column ?? 1 };
  return line === undefined ? undefined : { ...(file !== undefined && { file }), start: point, end: point };
}

/** Notes the file of all nodes of a tree, for pages that take parts of it. */
export function noteFile(tree: Root, file: string): void {
  walk(tree, (node) => {
    if (node.position) Object.assign(node, { position: { ...node.position, file } satisfies Position });
  });
}

// Tested in bound-marks.test.ts.
import type { Nodes } from "mdast";
import { TooManyMarks } from "./bound-marks.ts";

/** HTML gives each row as many cells as the head has: a few kilobytes of text can be millions of cells. */
const MAX_CELLS = 100_000;
const CELLS = `The tables of the page have more than ${MAX_CELLS} cells, those that rows leave out included; divide them.`;
/** HTML repeats an address at each place that refers to it. */
const MAX_REPEATED = 2_000_000;
const REFERENCES = `The addresses of the page have more than ${MAX_REPEATED} characters at all places that refer to them; shorten them.`;

/** Holds a page to tables and references that are not far larger in HTML than they are in its text. @throws TooManyMarks */
export function boundGrowth(tree: Nodes): void {
  const lengths = new Map<string, number>();
  const references: Extract<Nodes, { type: "linkReference" | "imageReference" }>[] = [];
  let cells = 0;
  for (const node of allNodes(tree)) {
    if (node.type === "definition") lengths.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    if (node.type === "linkReference" || node.type === "imageReference") references.push(node);
    if (node.type === "table") cells += node.children.length * (node.align?.length ?? 1);
    if (cells > MAX_CELLS) refuse(CELLS, node);
  }
  let repeated = 0;
  for (const reference of references) {
    repeated += lengths.get(reference.identifier) ?? 0;
    if (repeated > MAX_REPEATED) refuse(REFERENCES, reference);
  }
}

function* allNodes(tree: Nodes): Generator<Nodes> {
  for (const waiting: Nodes[] = [tree]; waiting.length > 0; ) {
    const node = waiting.pop() as Nodes;
    yield node;
    if ("children" in node) for (const child of node.children) waiting.push(child);
  }
}

function refuse(reason: string, { position }: Nodes): never {
  throw new TooManyMarks(reason, position?.start ?? { line: 1, column: 1 });
}

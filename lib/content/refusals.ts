import type { Nodes, Root } from "mdast";
import { isElement, isLiteral } from "./expressions.ts";
import { findUnsafe } from "./safe-tree.ts";

/** A part of a page that may not be there. */
export interface Refusal {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const NO_IMPORT = "Pages cannot import or export. Use a component that Docent offers, or add your own in site/.";
const NO_CODE = "Only literal values may stand in braces here, since expressions run in the server.";

/**
 * The parts of a page that may not be there: imports and exports always; in content that is not trusted also
 * expressions that are more than a literal, and every element and attribute that is not on the list of safe ones.
 */
export function findRefusals(tree: Root, { trusted }: { trusted: boolean }): Refusal[] {
  return refusalsIn(tree, trusted);
}

function refusalsIn(node: Nodes, trusted: boolean): Refusal[] {
  const own = refusalOf(node, trusted);
  const here = own ? [{ line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1, reason: own }] : [];
  return "children" in node ? [...here, ...node.children.flatMap((child) => refusalsIn(child, trusted))] : here;
}

function refusalOf(node: Nodes, trusted: boolean): string | undefined {
  if (node.type === "mdxjsEsm") return NO_IMPORT;
  if (trusted) return undefined;
  if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") return isLiteral(node) ? undefined : NO_CODE;
  return isElement(node) ? findUnsafe(node) : undefined;
}

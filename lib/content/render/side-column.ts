import type { Root, RootContent } from "mdast";
import { createJsx, isElement } from "../tree/jsx.ts";
import { listElements } from "../tree/walk.ts";

/** Components that are beside the text where the window has room. */
const BESIDE: ReadonlySet<string> = new Set(["Panel", "RequestExample", "ResponseExample"]);

/**
 * Puts the panels and examples of a page together at the place of the first, in a box that is beside the text on wide screens.
 * False for a page that has none at its top level.
 */
export function gatherSideColumn(tree: Root): boolean {
  const beside = tree.children.filter(isBeside);
  const [first] = beside;
  if (!first) return false;
  const inner = createJsx("div", beside, { className: "side-inner" });
  tree.children = tree.children.flatMap((node) => {
    if (node === first) return [createJsx("div", [inner], { className: "side-column" })];
    return isBeside(node) ? [] : [node];
  });
  return true;
}

/** The author's content beside the operation of a page. */
export interface OperationSide {
  readonly tree: Root;
  /** True for examples of requests, and of responses, which replace the generated ones. */
  readonly replaces: { readonly hasRequest: boolean; readonly hasResponse: boolean };
}

/** Takes the panels and examples at the top level out of a page that shows an operation. Undefined where there are none. */
export function takeOperationSide(tree: Root): OperationSide | undefined {
  const beside = tree.children.filter(isBeside);
  if (beside.length === 0) return undefined;
  tree.children = tree.children.filter((node) => !isBeside(node));
  const side: Root = { type: "root", children: beside };
  const replaces = {
    hasRequest: listElements(side, "RequestExample").length > 0,
    hasResponse: listElements(side, "ResponseExample").length > 0,
  };
  return { tree: side, replaces };
}

function isBeside(node: RootContent): boolean {
  return isElement(node) && BESIDE.has(node.name ?? "");
}

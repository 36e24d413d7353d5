import { findNeighbour, findPath, type Node, type Root } from "fumadocs-core/page-tree";

/** One step on the way from the start of the documentation to a page. */
export interface Step {
  readonly title: string;
  /** Absent for a folder or section without a page. */
  readonly path: string | undefined;
}

/** The section and folders above a page, and the page itself at the end; empty for a page outside the tree. */
export function breadcrumbsOf(tree: Root, path: string): Step[] {
  const found = findPath(tree.children, (node) => node.type === "page" && node.url === path, { includeSeparator: true }) ?? [];
  const steps = found.map(toStep);
  // The index page of a folder is the folder itself.
  return steps.filter((step, index) => step.path === undefined || step.path !== steps[index + 1]?.path);
}

function toStep(node: Node): Step {
  const title = String(node.name ?? "");
  if (node.type === "page") return { title, path: node.url };
  return { title, path: node.type === "folder" ? node.index?.url : undefined };
}

export interface Neighbours {
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
}

/** The pages before and after a page in reading order. */
export function neighboursOf(tree: Root, path: string): Neighbours {
  const { previous, next } = findNeighbour(tree, path);
  return { previous: previous && toStep(previous), next: next && toStep(next) };
}

/** The pages of a tree with which reading starts, in reading order. */
export function firstPages(nodes: readonly Node[], count: number): { title: string; path: string }[] {
  const pages = nodes.flatMap((node) => {
    if (node.type === "page") return node.external ? [] : [{ title: String(node.name), path: node.url }];
    return node.type === "folder" ? firstPages([...(node.index ? [node.index] : []), ...node.children], count) : [];
  });
  return pages.slice(0, count);
}

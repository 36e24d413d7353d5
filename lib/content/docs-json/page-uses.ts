import type { DescriptionUse } from "../pages/places.ts";
import type { DocsNode, DocsTree } from "./tree.ts";

/** The place of a page in the navigation, and the settings that it has from the nodes above it. */
export interface PageUse {
  /** Undefined above all languages. */
  readonly language: string | undefined;
  /** Null outside of all versions. */
  readonly version: string | null;
  /** False for a page that is only below hidden nodes. */
  readonly listed: boolean;
  readonly searchable: boolean;
  /** Descriptions that an operation of the page may be in, the nearest first. */
  readonly openapi: DescriptionUse | undefined;
}

interface Inherited extends Omit<PageUse, "searchable"> {
  readonly searchable: boolean | undefined;
}

/** A node that stands for a page, with its place. */
interface NodeUse extends PageUse {
  readonly node: Exclude<DocsNode, { children: unknown }> | { readonly type: "page"; readonly path: string };
}

/** Returns all nodes that stand for pages, in order. */
function listUses(tree: DocsTree): NodeUse[] {
  const start = { language: undefined, version: null, listed: true, searchable: undefined, openapi: tree.openapi };
  return usesIn(tree.children, start);
}

function usesIn(nodes: readonly DocsNode[], inherited: Inherited): NodeUse[] {
  return nodes.flatMap((node): NodeUse[] => {
    if (!("children" in node)) return [{ ...withSearchable(inherited), node }];
    const own = below(node, inherited);
    const root = node.type === "group" && node.root !== undefined ? [{ type: "page" as const, path: node.root }] : [];
    return [...root.map((page) => ({ ...withSearchable(own), node: page })), ...usesIn(node.children, own)];
  });
}

function below(node: Extract<DocsNode, { children: unknown }>, inherited: Inherited): Inherited {
  const isSection = node.type === "section";
  return {
    language: isSection && node.kind === "language" ? node.title : inherited.language,
    version: isSection && node.kind === "version" ? node.title : inherited.version,
    listed: inherited.listed && !node.hidden,
    searchable: node.searchable ?? inherited.searchable,
    openapi: node.openapi ?? inherited.openapi,
  };
}

/** Leaves a hidden page out of search unless its navigation says `searchable`. */
function withSearchable({ searchable, ...rest }: Inherited): PageUse {
  return { ...rest, searchable: searchable ?? rest.listed };
}

/**
 * Returns the place of every page that the navigation names, by path. A page in several places has the first one that is
 * shown.
 */
export function pageUses(tree: DocsTree): Map<string, PageUse> {
  const uses = new Map<string, PageUse>();
  for (const { node, ...use } of listUses(tree)) {
    if (node.type !== "page") continue;
    const known = uses.get(node.path);
    if (!known || (!known.listed && use.listed)) uses.set(node.path, use);
  }
  return uses;
}

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

/**
 * Returns the place of every page that the navigation names, by path. A page in several places has the first one that is
 * shown. A hidden page is out of search unless its navigation says `searchable`.
 */
export function pageUses(tree: DocsTree): Map<string, PageUse> {
  const uses = new Map<string, PageUse>();
  const add = (path: string, { searchable, ...use }: Inherited) => {
    const known = uses.get(path);
    if (!known || (!known.listed && use.listed)) uses.set(path, { ...use, searchable: searchable ?? use.listed });
  };
  const visit = (nodes: readonly DocsNode[], inherited: Inherited) => {
    for (const node of nodes) {
      if (node.type === "page") add(node.path, inherited);
      if (!("children" in node)) continue;
      const own = below(node, inherited);
      if (node.type === "group" && node.root !== undefined) add(node.root, own);
      visit(node.children, own);
    }
  };
  visit(tree.children, { language: undefined, version: null, listed: true, searchable: undefined, openapi: tree.openapi });
  return uses;
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

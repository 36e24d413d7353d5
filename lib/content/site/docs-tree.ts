import { composeName } from "../../decode-text.ts";
import type { DescriptionUse } from "./places.ts";

/** The kinds of sections of which a reader sees one at a time. */
export type TreeSectionKind = "language" | "version" | "product" | "dropdown" | "tab" | "item" | "anchor";

interface Shared {
  readonly title: string;
  readonly icon: string | undefined;
  readonly description: string | undefined;
  readonly tag: string | undefined;
  readonly hidden: boolean;
  readonly searchable: boolean | undefined;
  readonly openapi: DescriptionUse | undefined;
  readonly children: readonly DocsNode[];
}

export interface DocsSection extends Shared {
  readonly type: "section";
  readonly kind: TreeSectionKind;
  /** A section that leads elsewhere and holds no pages. */
  readonly href: string | undefined;
  readonly isDefault: boolean;
}

export interface DocsGroup extends Shared {
  readonly type: "group";
  /** Path of the page that the title leads to. */
  readonly root: string | undefined;
  readonly expanded: boolean | undefined;
}

/** A page by its path in the repository without ending. */
export interface TreePage {
  readonly type: "page";
  readonly path: string;
}

/** An operation of a description: `GET /pets`, or `petstore.json GET /pets`. */
export interface DocsOperation {
  readonly type: "operation";
  readonly source: string | undefined;
  /** Upper case; WEBHOOK for one of the webhooks. */
  readonly method: string;
  readonly path: string;
}

/** All operations of what its node's `openapi` names. */
interface DocsOperations {
  readonly type: "operations";
}

/** An address that the navigation shows in place of pages, such as that of a description that is not in the folder. */
export interface DocsLink {
  readonly type: "link";
  readonly title: string;
  readonly href: string;
  readonly icon?: string | undefined;
}

export type DocsNode = DocsSection | DocsGroup | TreePage | DocsOperation | DocsOperations | DocsLink;

/** The navigation of a docs.json file. */
export interface DocsTree {
  readonly children: readonly DocsNode[];
  readonly openapi: DescriptionUse | undefined;
  /** Links on every page. */
  readonly global: readonly DocsSection[];
}

/** A description that is not in the folder: the name of a file, or an address, from which nothing is fetched. */
export interface UnreadDescription {
  readonly source: string;
  /** The start of the paths that its pages would have. */
  readonly directory: string;
}

/** Returns the form in which pages are named: no slash at the ends, no ending, and a folder for its index. */
export function toPagePath(path: string): string {
  const bare = composeName(path)
    .replace(/^\.?\/+|(?<!\/)\/+$/g, "")
    .replace(/\.mdx?$/i, "")
    .replace(/\/{2,}/g, "/");
  return bare === "index" ? "" : bare.replace(/\/index$/, "");
}

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

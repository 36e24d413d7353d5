// Tested in docs-json.test.ts.
import type { DocsFile, NavigationNode } from "./schema.ts";

/** What divides a navigation into parts of which a reader sees one at a time. */
export type SectionKind = "language" | "version" | "product" | "dropdown" | "tab" | "item" | "anchor";

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

export interface DescriptionUse {
  readonly sources: readonly string[];
  /** Folder of the pages made of it. */
  readonly directory?: string | undefined;
}

export interface DocsSection extends Shared {
  readonly type: "section";
  readonly kind: SectionKind;
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
export interface DocsPage {
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
export interface DocsOperations {
  readonly type: "operations";
}

export type DocsNode = DocsSection | DocsGroup | DocsPage | DocsOperation | DocsOperations;

/** The navigation of a docs.json file. */
export interface DocsTree {
  readonly children: readonly DocsNode[];
  readonly openapi: DescriptionUse | undefined;
  /** Links on every page. */
  readonly global: readonly DocsSection[];
}

/** The fields of a node that hold its children, in the order in which they are shown. */
const LISTS = ["languages", "versions", "products", "dropdowns", "tabs", "menu", "anchors", "groups", "pages"] as const;
const KINDS: readonly SectionKind[] = ["language", "version", "product", "dropdown", "tab", "item", "anchor"];

/** The navigation as a tree of sections, groups and pages. */
export function toDocsTree({ navigation, api }: DocsFile): DocsTree {
  const global = navigation?.global ?? {};
  return {
    children: navigation ? childrenOf(navigation) : [],
    openapi: navigation?.openapi ?? api?.openapi,
    global: childrenOf(global).filter((node) => node.type === "section" && node.href !== undefined) as DocsSection[],
  };
}

function childrenOf(node: NavigationNode): DocsNode[] {
  const children = LISTS.flatMap((list) => node[list] ?? []).flatMap(toNode);
  const isFilled = LISTS.some((list) => (node[list]?.length ?? 0) > 0);
  return !isFilled && node.openapi && node.openapi.sources.length > 0 ? [{ type: "operations" }] : children;
}

function toNode(node: NavigationNode): DocsNode[] {
  const { page, group, root, href, expanded } = node;
  if (page !== undefined) return [toEntry(page)];
  const kind = KINDS.find((name) => node[name] !== undefined);
  const title = kind ? node[kind] : group;
  // A nested list without a name adds its children to those of the node above.
  if (title === undefined) return childrenOf(node);
  const shared = {
    title,
    icon: node.icon,
    description: node.description,
    tag: node.tag,
    hidden: node.hidden ?? false,
    searchable: node.searchable,
    openapi: node.openapi,
    children: childrenOf(node),
  };
  if (kind) return [{ type: "section", kind, ...shared, href, isDefault: node.default ?? false }];
  return [{ type: "group", ...shared, root: root === undefined ? undefined : toPagePath(root), expanded }];
}

const OPERATION = /^(?:(?<source>\S+)\s+)?(?<method>GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|WEBHOOK)\s+(?<path>\S+)$/i;

function toEntry(text: string): DocsPage | DocsOperation {
  const { source, method, path } = OPERATION.exec(text)?.groups ?? {};
  if (method === undefined || path === undefined) return { type: "page", path: toPagePath(text) };
  return { type: "operation", source, method: method.toUpperCase(), path };
}

/** The form in which pages are named: no slash at the ends, no ending, and a folder for its index. */
export function toPagePath(path: string): string {
  const bare = path
    .replace(/^\.?\/+|(?<!\/)\/+$/g, "")
    .replace(/\.mdx?$/i, "")
    .replace(/\/{2,}/g, "/");
  return bare === "index" ? "" : bare.replace(/\/index$/, "");
}

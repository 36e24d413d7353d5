import {
  type DocsNode,
  type DocsOperation,
  type DocsSection,
  type DocsTree,
  type TreePage,
  toPagePath,
} from "../site/docs-tree.ts";
import { CHILD_LISTS, type ChildList, type DocsFile, type NavigationNode, type NodeName } from "./schema.ts";

const LIST_NAMES = Object.keys(CHILD_LISTS) as readonly ChildList[];
const NODE_KINDS: readonly NodeName[] = [...new Set(Object.values(CHILD_LISTS).map(([name]) => name))];

/** Returns the navigation as a tree of sections, groups and pages. */
export function toDocsTree({ navigation, api }: DocsFile): DocsTree {
  const global = navigation?.global ?? {};
  return {
    children: navigation ? childNodesOf(navigation, false) : [],
    openapi: navigation?.openapi ?? api?.openapi,
    global: childNodesOf(global, false).filter((node) => node.type === "section" && node.href !== undefined) as DocsSection[],
  };
}

function childNodesOf(node: NavigationNode, inGroup: boolean): DocsNode[] {
  const children = LIST_NAMES.flatMap((list) => (node[list] ?? []).flatMap((child) => toNode(child, { list, inGroup })));
  const isFilled = LIST_NAMES.some((list) => (node[list]?.length ?? 0) > 0);
  return !isFilled && node.openapi && node.openapi.sources.length > 0 ? [{ type: "operations" }] : children;
}

interface Parent {
  /** The field that holds the node. */
  readonly list: ChildList;
  readonly inGroup: boolean;
}

function toNode(node: NavigationNode, parent: Parent): DocsNode[] {
  const { page, root, href, expanded } = node;
  if (page !== undefined) return [toEntry(page)];
  const name = nodeNameOf(node, parent.list);
  // A nested list without a name adds its children to those of the node above.
  if (name === undefined) return childNodesOf(node, parent.inGroup);
  const kind = name === "group" || (parent.inGroup && SWITCHES.has(name)) ? "group" : name;
  const shared = {
    title: node[name] ?? "",
    icon: node.icon,
    description: node.description,
    tag: node.tag,
    hidden: node.hidden ?? false,
    searchable: node.searchable,
    openapi: node.openapi,
    children: childNodesOf(node, kind === "group"),
  };
  if (kind !== "group") return [{ type: "section", kind, ...shared, href, isDefault: node.default ?? false }];
  if (href !== undefined && shared.children.length === 0) return [{ type: "link", title: shared.title, href, icon: node.icon }];
  return [{ type: "group", ...shared, root: root === undefined ? undefined : toPagePath(root), expanded }];
}

/** Sections of which a sidebar shows one at a time, so that among the entries of a group they are groups. */
const SWITCHES: ReadonlySet<string> = new Set(["product", "dropdown", "tab", "item", "anchor"]);

/** Returns the field that names a node: of several, the one that its list asks for; some name a group and an address of it. */
function nodeNameOf(node: NavigationNode, list: ChildList): NodeName | undefined {
  return [CHILD_LISTS[list][0], "group" as const, ...NODE_KINDS].find((name) => node[name] !== undefined);
}

const OPERATION = /^(?:(?<source>\S+)\s+)?(?<method>GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|WEBHOOK)\s+(?<path>\S+)$/i;

function toEntry(text: string): TreePage | DocsOperation {
  const { source, method, path } = OPERATION.exec(text)?.groups ?? {};
  if (method === undefined || path === undefined) return { type: "page", path: toPagePath(text) };
  return { type: "operation", source, method: method.toUpperCase(), path };
}

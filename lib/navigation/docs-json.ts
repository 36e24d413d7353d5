import type { Page } from "../content/model/page.ts";
import { docsAddress } from "../content/model/urls.ts";
import type { DocsGroup, DocsNode, DocsSection } from "../content/site/docs-tree.ts";
import { hasAsset, pagesByPath, type Site } from "../content/site/site.ts";
import { docsUrl } from "../content/site/site-links.ts";
import { isExternal, type NavNode, type NavPage, pagesOf, type SectionKind } from "./model.ts";

/**
 * Returns the navigation of one language as docs.json gives it: without what is hidden, and without pages that do not exist.
 */
export function docsNavigation(site: Site, language: string): NavNode[] {
  const children = site.tree?.children ?? [];
  const builder: Builder = { site, byPath: pagesByPath(site) };
  const own = children.flatMap((node) => inLanguage(node, language));
  return own.flatMap((node, index) => toNavNodes(builder, node, { id: String(index), isTop: true }));
}

/** Returns the nodes that a language has below a node: languages may be nested in other sections, such as versions. */
function inLanguage(node: DocsNode, language: string): DocsNode[] {
  if (node.type !== "section") return [node];
  if (node.kind === "language")
    return node.title === language ? node.children.flatMap((child) => inLanguage(child, language)) : [];
  return [{ ...node, children: node.children.flatMap((child) => inLanguage(child, language)) }];
}

interface Builder {
  readonly site: Site;
  readonly byPath: ReadonlyMap<string, Page>;
}

interface At {
  readonly id: string;
  /** Directly below a section: groups there are always open. */
  readonly isTop: boolean;
}

function toNavNodes(builder: Builder, node: DocsNode, at: At): NavNode[] {
  if (node.type === "page") return toEntry(builder, node.path, at.id);
  if (node.type === "link") return toLink(builder.site, { ...node, id: at.id });
  if (node.type === "operation" || node.type === "operations" || node.hidden) return [];
  const isTop = node.type === "section";
  const children = node.children.flatMap((child, index) => toNavNodes(builder, child, { id: `${at.id}.${index}`, isTop }));
  return node.type === "section"
    ? toSection(builder, node, { id: at.id, children })
    : toGroup(builder, node, { ...at, children });
}

interface Built {
  readonly id: string;
  readonly children: readonly NavNode[];
}

function toSection(
  builder: Builder,
  { kind, title, icon, description, tag, href }: DocsSection,
  { id, children }: Built,
): NavNode[] {
  // Where all it has are links, it leads to the first one.
  const link = pagesOf(children).length === 0 ? findLink(children) : undefined;
  const url = href === undefined ? link : docsUrl(builder.site, href);
  if (children.length === 0 && url === undefined) return [];
  return [
    { type: "section", id, kind: kind as SectionKind, title, icon: toIcon(builder.site, icon), description, tag, url, children },
  ];
}

function findLink(nodes: readonly NavNode[]): string | undefined {
  for (const node of nodes) {
    const url = node.type === "link" ? node.url : node.type === "group" ? findLink(node.children) : undefined;
    if (url !== undefined) return url;
  }
  return undefined;
}

function toGroup(builder: Builder, group: DocsGroup, { id, children, isTop }: Built & At): NavNode[] {
  const { title, icon, tag, description, root, expanded } = group;
  const [index] = root === undefined ? [] : toEntry(builder, root, `${id}.root`);
  const page = index?.type === "page" ? index : undefined;
  const rest = children.filter((child) => !(child.type === "page" && child.path === page?.path));
  if (rest.length === 0) return page ? [{ ...page, title }] : [];
  return [
    {
      type: "group",
      id,
      title,
      icon: toIcon(builder.site, icon),
      tag,
      description,
      isOpen: expanded ?? (isTop ? true : undefined),
      index: page,
      children: rest,
    },
  ];
}

/** Returns the entry of a page, a link when the page only names another address, or nothing when there is no such page. */
function toEntry({ site, byPath }: Builder, path: string, id: string): NavNode[] {
  const page = byPath.get(docsAddress(site.project, path));
  if (!page) return [];
  const { tag, operation, endpoint, href } = page;
  const title = page.sidebarTitle ?? page.title;
  if (href !== undefined) return toLink(site, { id, title, href, icon: page.icon });
  const icon = toIcon(site, page.icon);
  const entry: NavPage = { type: "page", id, title, path: page.path, icon, tag, method: (operation ?? endpoint)?.method };
  return [entry];
}

interface LinkFields {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  readonly icon?: string | undefined;
}

function toLink(site: Site, { id, title, href, icon }: LinkFields): NavNode[] {
  return [{ type: "link", id, title, url: docsUrl(site, href), icon: toIcon(site, icon), isExternal: isExternal(href) }];
}

/** Returns the name of an icon, or the path of a picture of the repository; undefined for a picture that is not there. */
export function toIcon(site: Site, icon: string | undefined): string | undefined {
  if (!icon?.includes("/")) return icon;
  const url = docsUrl(site, icon);
  return hasAsset(site, icon.replace(/^\/+/, "")) && url.startsWith("/") ? url : undefined;
}

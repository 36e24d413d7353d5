import type { Nodes, Root } from "mdast";
import { attributeText, isElement } from "./expressions.ts";
import { own } from "./own.ts";
import type { Page } from "./page.ts";
import { walk } from "./parse.ts";

/** A link, image or embedded page of a page as it is written. */
export interface PageLink {
  readonly kind: "link" | "image" | "embed";
  readonly url: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

type Linking = Pick<Page, "path" | "slug" | "file" | "language">;

/**
 * Where a link of a page leads: a link relative to the page's file (`./errors`, `../guides/first.mdx#part`) becomes
 * the URL path of that page, and `/docs/errors` stays in the page's language, where a missing translation is answered
 * by the default one. Every other link stays as it is.
 */
export function resolveLink({ path, slug, file, language }: Linking, url: string): string {
  if (/^\/docs(?=$|[/?#.])/.test(url)) return path.startsWith(`/${language}/docs`) ? `/${language}${url}` : url;
  if (!/^\.{0,2}[\w(%][^:]*$|^\.{1,2}\/?(?=$|[?#])|^\.{1,2}\//.test(url)) return url;
  const isFolder = slug === "" || /(^|\/)index\.mdx?$/.test(file ?? "");
  const { pathname, search, hash } = new URL(url, `https://site${path}${isFolder ? "/" : ""}`);
  const target = pathname.replace(/\.mdx?$/, "").replace(/\/index$/, "");
  return `${target.length > 1 ? target.replace(/\/$/, "") : target}${search}${hash}`;
}

/** Puts the result of `resolveLink` in place of every relative link of a tree. */
export function resolveLinks(tree: Root, page: Linking): void {
  walk(tree, (node) => {
    if (node.type === "link" || node.type === "definition") node.url = resolveLink(page, node.url);
    if (isElement(node))
      for (const attribute of node.attributes)
        if (attribute.type === "mdxJsxAttribute" && attribute.name === "href" && typeof attribute.value === "string")
          attribute.value = resolveLink(page, attribute.value);
    return undefined;
  });
}

/** All links, images and embedded pages of a tree, in reading order, unresolved. */
export function listLinks(tree: Root): PageLink[] {
  const links: PageLink[] = [];
  walk(tree, (node) => {
    const { line, column } = node.position?.start ?? {};
    for (const found of linksOf(node)) links.push({ ...found, line, column });
    return undefined;
  });
  return links;
}

function linksOf(node: Nodes): Pick<PageLink, "kind" | "url">[] {
  if (node.type === "link" || node.type === "definition") return [{ kind: "link", url: node.url }];
  if (node.type === "image") return [{ kind: "image", url: node.url }];
  if (!isElement(node)) return [];
  const href = attributeText(node, "href");
  const source = attributeText(node, "src");
  const kind = own(SOURCES, node.name ?? "");
  return [...(href ? [{ kind: "link" as const, url: href }] : []), ...(source && kind ? [{ kind, url: source }] : [])];
}

/** What the elements show that load something, by their names. */
const SOURCES: Readonly<Record<string, "image" | "embed">> = {
  img: "image",
  Image: "image",
  video: "image",
  source: "image",
  iframe: "embed",
};

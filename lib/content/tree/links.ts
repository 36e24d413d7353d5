import type { Nodes, Root } from "mdast";
import { perObject } from "../../per-object.ts";
import type { Page } from "../model/page.ts";
import { getOwn } from "../model/records.ts";
import { type Attribute, type Element, isElement, readLiteral, walk } from "./jsx.ts";
import { type Place, placeOf } from "./place.ts";

/** A link, image or embedded page of a page as it is written. */
export interface WrittenLink extends Place {
  readonly kind: "link" | "image" | "embed";
  readonly url: string;
}

type Linking = Pick<Page, "path" | "slug" | "file" | "language" | "links">;

/**
 * Returns the address that a link of a page leads to: what the page's own table says; a link relative to the page's file
 * (`./errors`, `../guides/first.mdx#part`) becomes the URL path of that page, and `/docs/errors` stays in the page's language,
 * where a missing translation is answered by the default one. Every other link stays as it is.
 */
export function resolveLink(page: Linking, url: string): string {
  const { path, slug, file, language, links } = page;
  const known = getOwn(links, url);
  if (known !== undefined) return known;
  if (resolvedUrls(links).has(url)) return url;
  if (/^\/docs(?=$|[/?#.])/.test(url)) return path.startsWith(`/${language}/docs`) ? `/${language}${url}` : url;
  if (!/^\.{0,2}[\w(%][^:]*$|^\.{1,2}\/?(?=$|[?#])|^\.{1,2}\//.test(url)) return url;
  const isFolder = slug === "" || /(^|\/)index\.mdx?$/.test(file ?? "");
  const { pathname, search, hash } = new URL(url, `https://site${path}${isFolder && path !== "/" ? "/" : ""}`);
  const target = pathname.replace(/\.mdx?$/, "").replace(/\/index$/, "");
  return `${target.length > 1 ? target.replace(/\/$/, "") : target}${search}${hash}`;
}

/** Resolved URLs of a page's links: the page may write the same path itself, and that is not looked up again. */
const resolvedUrls = perObject((links: Page["links"]) => new Set(Object.values(links)));

/** Replaces the address of every link and picture of a tree by the result of `resolveLink`. */
export function resolveLinks(tree: Root, page: Linking): void {
  walk(tree, (node) => {
    if (node.type === "link" || node.type === "definition") node.url = resolveLink(page, node.url);
    if (node.type === "image") node.url = getOwn(page.links, node.url) ?? node.url;
    if (isElement(node)) for (const attribute of node.attributes) resolveAttribute(attribute, page);
  });
}

function resolveAttribute(attribute: Attribute, page: Linking): void {
  if (attribute.type !== "mdxJsxAttribute") return;
  const url = readLiteral(attribute);
  if (typeof url !== "string") return;
  const address = attribute.name === "href" ? resolveLink(page, url) : getOwn(page.links, url);
  if (LINK_ATTRIBUTES.has(attribute.name) && address !== undefined && address !== url) attribute.value = address;
}

/** Attributes of elements and components that hold the address of a page, a picture or a file. */
const LINK_ATTRIBUTES: ReadonlySet<string> = new Set(["href", "url", "src", "img", "poster", "darkSrc", "icon", "arrowSrc"]);

/** Returns all links, images and embedded pages of a tree, in reading order, unresolved. */
export function listLinks(tree: Root): WrittenLink[] {
  const links: WrittenLink[] = [];
  walk(tree, (node) => {
    for (const found of nodeLinks(node)) links.push({ ...found, ...placeOf(node) });
  });
  return links;
}

function nodeLinks(node: Nodes): Pick<WrittenLink, "kind" | "url">[] {
  if (node.type === "link" || node.type === "definition") return [{ kind: "link", url: node.url }];
  if (node.type === "image") return [{ kind: "image", url: node.url }];
  if (!isElement(node)) return [];
  return node.attributes.flatMap((attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || !LINK_ATTRIBUTES.has(attribute.name)) return [];
    const url = readLiteral(attribute);
    if (typeof url !== "string" || (attribute.name === "icon" && !url.includes("/"))) return [];
    return [{ kind: kindOf(node, attribute.name), url }];
  });
}

function kindOf({ name }: Element, attribute: string): WrittenLink["kind"] {
  if (attribute === "href" || attribute === "url") return "link";
  return name === "iframe" ? "embed" : "image";
}

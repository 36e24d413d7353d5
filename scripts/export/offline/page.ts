import type { Element, ElementContent, Root, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { toHtml } from "hast-util-to-html";

/** A page of the site, made ready for an offline copy. */
export interface OfflinePage {
  /** The article, as HTML. */
  readonly html: string;
  readonly title: string;
  /** Attributes of the site's `html`: its language, direction and classes. */
  readonly attributes: string;
  /** Addresses of its style sheets, and the text of those in its head. */
  readonly sheets: readonly string[];
  readonly style: string;
  /** Addresses of the site's logo, for light and dark pages; empty for a site without one. */
  readonly logos: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/** What the copy does with an address of a page: the new one, or undefined where the copy has nothing of it. */
export interface Rewriting {
  readonly link: (href: string) => string | undefined;
  /** Keeps a file that the page shows, from any host. */
  readonly file: (src: string) => Promise<string | undefined>;
  /** Pictures of the page's diagrams, in order; undefined for one that shows its source. */
  readonly diagrams: readonly (string | undefined)[];
}

/** Cuts the article out of a page's HTML, without what only works on the site; undefined for a page without one. */
export async function toOfflinePage(html: string, { link, file, diagrams }: Rewriting): Promise<OfflinePage | undefined> {
  const main = html.slice(html.indexOf("<main"), html.lastIndexOf("</main>"));
  const tree = raw({ type: "root", children: [{ type: "raw", value: main }] } as unknown as Root) as Root;
  const article = findAll(tree, ({ tagName }) => tagName === "article")[0];
  if (!article) return undefined;
  removeFrom(article, isOnlyOfSite);
  for (const [index, figure] of findAll(article, (element) => has(element, "diagram")).entries()) {
    const source = diagrams[index];
    const alt = String(figure.properties.ariaLabel ?? "");
    const sources = findAll(figure, ({ tagName }) => tagName === "details");
    // The site hides the source until its script has drawn.
    for (const details of sources) delete details.properties.className;
    if (!source) continue;
    for (const details of sources) delete details.properties.open;
    figure.children = [{ type: "element", tagName: "img", properties: { src: source, alt }, children: [] }, ...sources];
  }
  const files = new Map<string, Promise<string | undefined>>();
  for (const element of findAll(article, ({ tagName }) => MEDIA.has(tagName))) {
    for (const name of ["src", "poster"]) {
      const address = element.properties[name];
      if (typeof address === "string" && !address.startsWith("data:") && !files.has(address)) files.set(address, file(address));
    }
    // One picture is enough for a copy on a disk.
    for (const name of ["srcSet", "sizes", "loading", "fetchPriority"]) delete element.properties[name];
  }
  const kept = new Map(await Promise.all([...files].map(async ([address, copy]) => [address, await copy] as const)));
  replaceIn(article, (element) => toKept(element, kept, link));
  return {
    html: toHtml(article),
    title: decode(/<title>([^<]*)/.exec(html)?.[1] ?? ""),
    attributes: /<html([^>]*)>/.exec(html)?.[1] ?? "",
    sheets: [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => decode(href)),
    style: [...html.slice(0, html.indexOf("<body")).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
      .map(([, text]) => text)
      .join("\n"),
    logos: listLogos(html.slice(html.indexOf("<body"))),
    ids: new Set(
      findAll(article, ({ properties }) => properties.id !== undefined).map(({ properties }) => String(properties.id)),
    ),
  };
}

/** Returns the pictures of the first link of a header. */
function listLogos(body: string): string[] {
  const [header = ""] = /<header[\s\S]*?<\/a>/.exec(body) ?? [];
  return [...header.matchAll(/<img\b[^>]*\ssrc="([^"]+)"/g)].map(([, src = ""]) => decode(src));
}

const MEDIA = new Set(["img", "source", "video", "audio", "iframe", "embed", "object"]);
const CONTROLS = new Set(["script", "style", "select", "textarea", "dialog", "link", "meta", "template"]);

const has = ({ properties }: Element, name: string) => classesOf(properties.className).includes(name);

function classesOf(className: unknown): string[] {
  return Array.isArray(className) ? className.map(String) : String(className ?? "").split(/\s+/);
}

/** What needs the site's server or its code, and what it does not print, such as links to other pages' ends. */
function isOnlyOfSite(element: Element): boolean {
  const { tagName, properties } = element;
  // Lists of tasks have boxes, and one unfolds long code without a script.
  if (tagName === "input") return properties.type !== "checkbox";
  if (CONTROLS.has(tagName) || properties.popover !== undefined || properties.role === "status") return true;
  if (properties.dataPageBar !== undefined || has(element, "print:hidden") || has(element, "heading-link")) return true;
  return tagName === "button" && properties.role !== "tab" && !has(element, "code-copy") && !has(element, "value");
}

/** Gives an element the addresses of the copy. What plays from elsewhere becomes a link, and a picture that is missing its words. */
function toKept(
  element: Element,
  kept: ReadonlyMap<string, string | undefined>,
  link: Rewriting["link"],
): readonly ElementContent[] | undefined {
  const { tagName, properties } = element;
  for (const name of Object.keys(properties)) if (/^on/i.test(name)) delete properties[name];
  if (tagName === "a") {
    const href = typeof properties.href === "string" ? link(properties.href) : undefined;
    if (href === undefined) delete properties.href;
    else properties.href = href;
    return undefined;
  }
  if (!MEDIA.has(tagName)) return undefined;
  const address = typeof properties.src === "string" ? properties.src : undefined;
  if (typeof properties.poster === "string") properties.poster = kept.get(properties.poster) ?? "data:,";
  if (address === undefined || address.startsWith("data:")) return undefined;
  const copy = tagName === "iframe" ? undefined : kept.get(address);
  if (copy !== undefined) {
    properties.src = copy;
    return undefined;
  }
  if (tagName === "source") return [];
  const words = String(properties.alt || properties.title || properties.ariaLabel || address);
  const text: ElementContent = { type: "text", value: words };
  const href = link(address) ?? address;
  return [tagName === "img" ? text : { type: "element", tagName: "a", properties: { href }, children: [text] }];
}

function findAll(node: Root | Element, isWanted: (element: Element) => boolean): Element[] {
  return (node.children as readonly RootContent[]).flatMap((child) =>
    child.type === "element" ? [...(isWanted(child) ? [child] : []), ...findAll(child, isWanted)] : [],
  );
}

function removeFrom(node: Element, isUnwanted: (element: Element) => boolean): void {
  node.children = node.children.filter((child) => child.type !== "element" || !isUnwanted(child));
  for (const child of node.children) if (child.type === "element") removeFrom(child, isUnwanted);
}

function replaceIn(node: Element, replace: (element: Element) => readonly ElementContent[] | undefined): void {
  node.children = node.children.flatMap((child) => {
    if (child.type !== "element") return [child];
    replaceIn(child, replace);
    return replace(child) ?? [child];
  });
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => ENTITIES[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");
}

import type { Nodes, Root, RootContent } from "mdast";
import { attributeText, isElement } from "../tree/jsx.ts";
import { toText } from "../tree/text.ts";
import { walk } from "../tree/walk.ts";

const LINK_COMPONENTS: ReadonlySet<string> = new Set(["a", "Card", "Tile"]);

/**
 * Keeps the outer one of nested links, with the words of all: browsers do not allow one link inside another. A picture that may not
 * be shown would be drawn as a link, so inside a link its words replace it.
 */
export function flattenLinks(tree: Root, isShown: (address: string) => boolean): void {
  walk(tree, (node) => {
    if (!isLink(node) || !("children" in node)) return undefined;
    node.children = withoutLinks(node.children as RootContent[], node, isShown) as typeof node.children;
    return false;
  });
}

function withoutLinks(children: readonly RootContent[], outer: Nodes, isShown: (address: string) => boolean): RootContent[] {
  return children.flatMap((child): RootContent[] => {
    const address = addressOf(child);
    if (address !== undefined && !isShown(address)) return pictureWords(child, address, outer);
    if (!("children" in child)) return [child];
    const inner = withoutLinks(child.children as RootContent[], outer, isShown);
    const isPlain = child.type === "link" || (isElement(child) && child.name === "a");
    return isPlain ? inner : [{ ...child, children: inner } as RootContent];
  });
}

function isLink(node: Nodes): boolean {
  if (node.type === "link") return true;
  return (
    isElement(node) &&
    LINK_COMPONENTS.has(node.name ?? "") &&
    (attributeText(node, "href") ?? attributeText(node, "url")) !== undefined
  );
}

/** Returns the address of a picture of another site. */
function addressOf(node: RootContent): string | undefined {
  const isPicture = isElement(node) && (node.name === "img" || node.name === "Image");
  const address = node.type === "image" ? node.url : isPicture ? attributeText(node, "src") : undefined;
  return address !== undefined && /^https:\/\//.test(address) ? address : undefined;
}

/** A picture without words beside other words is decoration. */
function pictureWords(picture: RootContent, address: string, outer: Nodes): RootContent[] {
  const alt = (picture.type === "image" ? picture.alt : isElement(picture) ? attributeText(picture, "alt") : undefined)?.trim();
  const title = isElement(outer) ? attributeText(outer, "title") : undefined;
  if (alt) return [{ type: "text", value: alt }];
  const hasWords = title !== undefined || toText(outer).trim() !== "";
  return hasWords || !URL.canParse(address) ? [] : [{ type: "text", value: new URL(address).host }];
}

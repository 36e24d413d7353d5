import type { Nodes, Root } from "mdast";
import { attributeText, attributeValue, type Element, isElement, readValue, walk } from "./jsx.ts";

/** Removes content for agents from a tree, so that no component has to leave it out. */
export function removeContentForAgents(tree: Root): void {
  walk(tree, (node) => {
    if ("children" in node) node.children = node.children.filter((child) => !isFor("agents", child)) as typeof node.children;
  });
}

/** Removes content for readers alone from a tree, and shows that for agents. */
export function addressAgents(tree: Root): void {
  walk(tree, (node) => {
    if ("children" in node) node.children = node.children.filter((child) => !isFor("humans", child)) as typeof node.children;
    if (isElement(node) && isFor("agents", node)) node.attributes = [];
  });
}

function isFor(readers: "humans" | "agents", node: Nodes): boolean {
  return isElement(node) && node.name === "Visibility" && attributeText(node, "for") === readers;
}

/** Styles that show nothing, as CSS or as an object of JSX. */
const UNSEEN =
  /(?:display"?\s*:\s*"?none|visibility"?\s*:\s*"?hidden|(?<![\w-])color"?\s*:\s*"?transparent|(?:font-?size|opacity)"?\s*:\s*"?0(?:\.0+)?(?:px|r?em|%)?\s*(?:[;,}"!]|$))/i;
/** Signs of a text that is seen after all: one that fades in, and a transparent one over its background. */
const SEEN_LATER = /animation|transition|background-?clip/i;

/** Returns true for an element that no reader sees. */
export function isHidden(element: Element): boolean {
  if (isFor("agents", element)) return true;
  const hidden = attributeValue(element, "hidden");
  if ((hidden !== undefined && hidden !== null && hidden !== false) || element.name === "template") return true;
  // It is shown once a script opens it.
  if (element.name === "dialog" && attributeValue(element, "open") === undefined) return true;
  const style = element.attributes.find((each) => each.type === "mdxJsxAttribute" && each.name === "style");
  const declared = style && readValue(style);
  const css = typeof declared === "string" ? declared : JSON.stringify(declared ?? "");
  if (UNSEEN.test(css) && !SEEN_LATER.test(css)) return true;
  const classes = (attributeText(element, "className", "class") ?? "").split(/\s+/);
  // `hidden dark:block` and `hidden md:flex` are seen by some readers.
  const isUnseen = ["hidden", "invisible", "opacity-0"].some((name) => classes.includes(name));
  return isUnseen && !classes.some((name) => /:(block|flex|grid|inline|table|contents|visible|opacity-)/.test(name));
}

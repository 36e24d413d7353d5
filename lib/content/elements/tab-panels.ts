import type { RootContent } from "mdast";
import { attributeText, createJsx, type Element, isElement, withAttribute } from "../tree/jsx.ts";
import { toText } from "../tree/text.ts";

/** The name of tabs' triggers whose titles are apart from their panels, without the part in front of a dot. */
export const TRIGGER = "TabsTrigger";

/**
 * Returns the content of tabs whose titles are a list of their own, as `<TabsList><TabsTrigger value="a">A` with `<TabsContent
 * value="a">`: the panels, each with its title.
 */
export function joinPanels(children: RootContent[]): RootContent[] {
  const tabs = children.flatMap(tabsIn);
  const triggers = tabs.filter(isTrigger);
  if (triggers.length === 0) return children;
  const titles = new Map(triggers.map((trigger) => [attributeText(trigger, "value"), attributeText(trigger, "title")]));
  return tabs
    .filter((tab) => !isTrigger(tab))
    .map((panel) => {
      const title = titles.get(attributeText(panel, "value"));
      return title === undefined ? panel : withAttribute(panel, "title", title);
    });
}

/** Returns the title of a panel, which is a tab without content until its panel is found. */
export function toTrigger(value: unknown, children: readonly RootContent[]): Record<string, string> {
  return { value: String(value ?? ""), title: children.map(toText).join("").trim(), trigger: "true" };
}

function isTrigger(tab: Element): boolean {
  return attributeText(tab, "trigger") !== undefined;
}

function tabsIn(node: RootContent): Element[] {
  return isElement(node) && node.name === "Tab" ? [node] : insideOf(node).flatMap(tabsIn);
}

/** Returns the content of an element that only groups others. */
function insideOf(node: RootContent): RootContent[] {
  if (node.type === "paragraph") return node.children;
  return isElement(node) && (node.name === "div" || node.name === null) ? (node.children as RootContent[]) : [];
}

/** Returns the content of a component that is not run: tabs, where it holds nothing but tabs. */
export function aroundTabs(children: RootContent[]): RootContent[] {
  const tabs = children.filter((child) => !(child.type === "text" && child.value.trim() === ""));
  if (tabs.length < 2 || !tabs.every((tab) => isElement(tab) && tab.name === "Tab")) return children;
  return [createJsx("Tabs", tabs)];
}

/** Gives `<Code.Next>`, a tab without a title, that of its name. */
export function titleTab(name: string, nodes: RootContent[]): RootContent[] {
  const [tab, ...more] = nodes;
  const part = name.split(".")[1];
  if (!part || !tab || more.length > 0 || !isElement(tab) || tab.name !== "Tab" || attributeText(tab, "title")) return nodes;
  return [withAttribute(tab, "title", part)];
}

import type { RootContent } from "mdast";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { toText } from "../tree/text.ts";

/** The name of tabs' triggers whose titles are apart from their panels, without the part in front of a dot. */
export const TRIGGER = "TabsTrigger";

/**
 * Returns the content of tabs whose titles are a list of their own, as `<TabsList><TabsTrigger value="a">A` with `<TabsContent
 * value="a">`: the panels, each with its title.
 */
export function joinPanels(children: RootContent[]): RootContent[] {
  const triggers = children.flatMap(triggersIn);
  if (triggers.length === 0) return children;
  const titles = new Map(triggers.map((trigger) => [attributeText(trigger, "value"), attributeText(trigger, "title")]));
  return children.flatMap(panelsIn).map((panel) => {
    const title = titles.get(attributeText(panel, "value"));
    if (title === undefined) return panel;
    const others = panel.attributes.filter((attribute) => attribute.type !== "mdxJsxAttribute" || attribute.name !== "title");
    return { ...panel, attributes: [...others, { type: "mdxJsxAttribute", name: "title", value: title }] } as Element;
  });
}

/** Returns the title of a panel, which is a tab without content until its panel is found. */
export function toTrigger(value: unknown, children: readonly RootContent[]): Record<string, string> {
  return { value: String(value ?? ""), title: children.map(toText).join("").trim(), trigger: "true" };
}

function isTrigger(tab: Element): boolean {
  return attributeText(tab, "trigger") !== undefined;
}

function triggersIn(node: RootContent): Element[] {
  return tabsIn(node).filter(isTrigger);
}

function panelsIn(node: RootContent): Element[] {
  return tabsIn(node).filter((tab) => !isTrigger(tab));
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
  return [{ type: "mdxJsxFlowElement", name: "Tabs", attributes: [], children: tabs } as unknown as Element];
}

/** Gives `<Code.Next>`, a tab without a title, that of its name. */
export function titleTab(name: string, nodes: RootContent[]): RootContent[] {
  const [tab, ...more] = nodes;
  const part = name.split(".")[1];
  if (!part || !tab || more.length > 0 || !isElement(tab) || tab.name !== "Tab" || attributeText(tab, "title")) return nodes;
  return [{ ...tab, attributes: [...tab.attributes, { type: "mdxJsxAttribute", name: "title", value: part }] } as Element];
}

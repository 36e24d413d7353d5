import type { RootContent } from "mdast";
import { getOwn } from "../model/records.ts";
import { attributeText, attributeValue, createJsx, type Element, isElement, withAttribute } from "../tree/jsx.ts";
import { toRuns } from "../tree/plain-nodes.ts";
import { calloutName } from "./directives.ts";
import { isRecord, type Value } from "./value.ts";

const REPOSITORY = /^(?:https:\/\/github\.com\/)?([\w.-]{1,100}\/[\w.-]{1,100})\/?$/;

/** An element before its attributes are written out. */
interface NamedElement {
  readonly name: string;
  readonly props: Map<string, Value>;
  readonly children: RootContent[];
}

/** Components of other systems by Docent's name for the same, where the rest is the same too. */
const ELEMENT_ALIASES: ReadonlyMap<string, string> = new Map([
  ["TabItem", "Tab"],
  ["Tabs.Tab", "Tab"],
  ["TabsContent", "Tab"],
  ["Tabs.Content", "Tab"],
  ["Tabs.Root", "Tabs"],
  ["Cards.Card", "Card"],
  ["LinkCard", "Card"],
  ["CardGrid", "CardGroup"],
  ["Link", "a"],
  ["LinkButton", "a"],
  ["Video", "video"],
  ["FileTree", "Tree"],
  ["FileTree.Folder", "Tree.Folder"],
  ["FileTree.File", "Tree.File"],
  ["Details", "Accordion"],
  ["Bleed", "div"],
  ["ImageZoom", "Image"],
  ["DocsCategory", "PageCards"],
  ["DocCardList", "PageCards"],
]);

/** Attributes of other systems by Docent's name for the same, the first that is there first. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Tab: { title: ["label", "value"] },
  Card: { href: ["to", "link"] },
  a: { href: ["to"] },
  Accordion: { title: ["summary"] },
  "Tree.Folder": { defaultOpen: ["open"], highlight: ["active"] },
  Icon: { icon: ["name", "src"] },
  Tooltip: { tip: ["content"] },
  "Tree.File": { highlight: ["active"] },
};

/** Returns names under which other systems have what Docent has by another. */
export function listAliases(): Iterable<string> {
  return ELEMENT_ALIASES.keys();
}

/** An element as Docent names it. */
interface TranslatedElement extends NamedElement {
  /** Attributes of the element as it is written that the one in its place does not have. */
  readonly unread: readonly string[];
}

/** Returns an element of another documentation system as Docent's own, by name and attributes. */
export function translateElement(given: NamedElement): TranslatedElement {
  const { unread, ...named } = rename(given);
  return { unread, ...translate(named) };
}

function translate(named: NamedElement): NamedElement {
  const text = named.props.get("text");
  switch (named.name) {
    case "Aside":
    case "Admonition":
      return { ...without(named, "type"), name: calloutName(String(named.props.get("type"))) ?? "Note" };
    case "Badge":
      return typeof text === "string"
        ? { ...without(named, "text"), children: [...named.children, { type: "text", value: text }] }
        : named;
    case "Color.Item":
      return { ...named, props: spread(named.props, "value", { light: "value", dark: "darkValue" }) };
    case "Update":
      return { ...named, props: spread(named.props, "rss", { title: "rssTitle", description: "rssDescription" }) };
    case "Tabs":
      return openTab({ ...without(named, "items", "values"), children: titleTabs(named) }, named.children);
    case "GitHub.Repo":
      return toRepositoryCard(named);
    default:
      return named;
  }
}

function without(named: NamedElement, ...names: readonly string[]): NamedElement {
  return { ...named, props: new Map([...named.props].filter(([name]) => !names.includes(name))) };
}

/** Gives the tabs of `<Tabs items={["a", "b"]}>` their titles, in order, and those of `<Tabs values={[{ label, value }]}>` by their value. */
function titleTabs({ props, children }: NamedElement): RootContent[] {
  const items = props.get("items");
  const values = props.get("values");
  if (Array.isArray(values)) {
    const labels = new Map(values.map((each) => [isRecord(each) ? getOwn(each, "value") : undefined, labelOf(each)]));
    return children.map((child) => {
      const label = isElement(child) && child.name === "Tab" ? labels.get(attributeText(child, "title")) : undefined;
      return label && isElement(child) ? withAttribute(child, "title", label) : child;
    });
  }
  if (!Array.isArray(items)) return children;
  let index = 0;
  return children.map((child) => {
    if (!isElement(child) || child.name !== "Tab") return child;
    const title = labelOf(items[index++]);
    return title && !attributeText(child, "title") ? withAttribute(child, "title", title) : child;
  });
}

/** Names the tab that is open first by its place, as `default` of it says, or its value or title as `defaultValue`. */
function openTab(named: NamedElement, written: readonly RootContent[]): NamedElement {
  const wanted = named.props.get("defaultValue");
  const isTab = (node: RootContent): node is Element & RootContent => isElement(node) && node.name === "Tab";
  const tabs = named.children.filter(isTab);
  const names = written.filter(isTab).map((tab, index) => [tab, tabs[index]].flatMap((each) => namesOf(each)));
  const isDefault = (tab: Element) => attributeValue(tab, "default") === true || attributeText(tab, "default") === "true";
  const marked = tabs.findIndex((tab) => isDefault(tab));
  const index = marked >= 0 ? marked : names.findIndex((each) => typeof wanted === "string" && each.includes(wanted));
  if (index < 0) return wanted === null ? without(named, "defaultValue") : named;
  const { props, ...others } = without(named, "defaultValue");
  return { ...others, props: new Map([...props, ["defaultIndex", index]]) };
}

function namesOf(tab: Element | undefined): string[] {
  const names = tab ? [attributeText(tab, "value"), attributeText(tab, "title")] : [];
  return names.filter((name) => name !== undefined);
}

function labelOf(item: Value): string | undefined {
  const label = isRecord(item) ? getOwn(item, "label") : item;
  return typeof label === "string" ? label : undefined;
}

/** Attributes with the parts of one that is a record, each as an attribute; without that record. */
function spread(props: Map<string, Value>, name: string, parts: Readonly<Record<string, string>>): Map<string, Value> {
  const value = props.get(name);
  if (typeof value === "string") return props;
  const rest = [...props].filter(([each]) => each !== name);
  const found = Object.entries(parts).flatMap(([part, own]) => {
    const text = isRecord(value) ? getOwn(value, part) : undefined;
    return typeof text === "string" ? [[own, text] as const] : [];
  });
  return new Map([...rest, ...found]);
}

/** Converts `<GitHub.Repo repo="owner/name">` to a card that links to the repository. Its description is not fetched. */
function toRepositoryCard({ props, ...named }: NamedElement): NamedElement {
  const repo = props.get("repo");
  const [, name] = (typeof repo === "string" && REPOSITORY.exec(repo.trim())) || [];
  if (!name) return { ...named, props };
  const card = { title: name, href: `https://github.com/${name}`, icon: "github", horizontal: true };
  const { repo: _, ...others } = Object.fromEntries(props);
  return { ...named, name: "Card", props: new Map<string, Value>(Object.entries({ ...others, ...card })) };
}

function rename({ name, props, children }: NamedElement): TranslatedElement {
  const own = ELEMENT_ALIASES.get(name) ?? name;
  const renamed = new Map(props);
  for (const [attribute, others] of Object.entries(Object.hasOwn(ATTRIBUTES, own) ? (ATTRIBUTES[own] ?? {}) : {})) {
    const other = others.find((candidate) => props.has(candidate));
    if (!other || (props.has(attribute) && !/^[a-z]/.test(own))) continue;
    if (!props.has(attribute)) renamed.set(attribute, props.get(other));
    renamed.delete(other);
  }
  const isElement = own !== name && /^[a-z]/.test(own);
  const unread = isElement ? OWN_LOOKS.filter((key) => renamed.delete(key)) : [];
  const icon = renamed.get("icon");
  if (typeof icon === "string") renamed.set("icon", icon.replace(ICON_SET, ""));
  return { name: own, props: renamed, children, unread };
}

/** The set that an icon is from, such as `seti:` or `simple-icons:`. There is one set here. */
const ICON_SET = /^(?!(?:https?|data):)[\w-]{1,40}:(?=[\w-]+$)/;

/** Attributes of a component that the element in its place does not have. */
const OWN_LOOKS = ["variant", "icon", "iconPlacement", "caption", "ratio", "full"];

/**
 * Views that follow each other are tabs, of which the reader chooses one; those of one title are one tab, and follow each other over
 * the page.
 */
export function groupViews(nodes: RootContent[]): RootContent[] {
  if (nodes.filter(isView).length < 2) return nodes;
  const isBlank = (node: RootContent) => node.type === "text" && node.value.trim() === "";
  return toRuns(nodes, (node) => isView(node) || isBlank(node)).flatMap(({ run }) => {
    const byTitle = Map.groupBy(run.filter(isView), (view) => attributeText(view, "title"));
    const tabs = [...byTitle.values()].map(
      (views) => ({ ...views[0], name: "Tab", children: views.flatMap((view): RootContent[] => view.children) }) as Element,
    );
    return tabs.length > 1 ? [createJsx("Tabs", tabs)] : run;
  });
}

function isView(node: RootContent): node is Element {
  return isElement(node) && node.name === "View";
}

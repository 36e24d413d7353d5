import type { ListItem, RootContent } from "mdast";
import { createRecord, getOwn } from "./engine/files.ts";
import {
  attributeText,
  createElement,
  createJsx,
  type Element,
  type GivenElement,
  isElement,
  isRecord,
  NodesValue,
  toContent,
  toText,
  type Value,
  withAttribute,
} from "./engine/pages.ts";

/** Attributes and content in the way of Docent's component, by the names that Nextra, Starlight, Docusaurus and Fumadocs give theirs. */
const REWRITTEN: Readonly<Record<string, (given: GivenElement) => GivenElement>> = createRecord({
  Tabs: (given) => ({ ...given, children: titleTabs(given) }),
  "Tabs.Root": (given) => ({ ...given, children: titleTabs(given) }),
  Steps: (given) => ({ ...given, children: toSteps(given.children) }),
  FileTree: (given) => ({ ...given, children: given.children.flatMap(toTree) }),
  TypeTable: toFields,
  PropertiesTable: toFields,
});

/** Creates an element as pages do, also one whose attributes or content another system writes in its own way. */
export const createRewritten: typeof createElement = (given, rules) => {
  return createElement(REWRITTEN[given.name]?.(given) ?? given, rules);
};

/** Returns true for an element that Docent shows as it is meant only when it is rewritten. */
export function isRewritten(element: Element): boolean {
  const has = (...names: string[]) => element.attributes.some((each) => "name" in each && names.includes(String(each.name)));
  const holds = (...types: string[]) => (element.children as RootContent[]).some(({ type }) => types.includes(type));
  switch (element.name) {
    case "Tabs":
    case "Tabs.Root":
      return has("items", "values");
    case "Steps":
      return holds("list", "heading");
    case "FileTree":
      return holds("list");
    default:
      return element.name === "TypeTable" || element.name === "PropertiesTable";
  }
}

/** Gives the tabs of `<Tabs items={["a", "b"]}>` their titles, in order, and those of `<Tabs values={[{ label, value }]}>` by their value. */
function titleTabs({ props, children }: GivenElement): RootContent[] {
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

function labelOf(item: Value): string | undefined {
  const label = isRecord(item) ? getOwn(item, "label") : item;
  return typeof label === "string" ? label : undefined;
}

/** Steps that are written as a numbered list, or as headings with what follows each. */
function toSteps(children: RootContent[]): RootContent[] {
  if (children.some((child) => isElement(child) && child.name === "Step")) return children;
  const list = children.find((child) => child.type === "list");
  if (list && !children.some((child) => child.type === "heading"))
    return children.flatMap((child) =>
      child === list ? list.children.map((item) => createJsx("Step", item.children)) : [child],
    );
  const steps: RootContent[][] = [];
  for (const child of children) {
    const last = steps.at(-1);
    if (child.type === "heading" || !last) steps.push([child]);
    else last.push(child);
  }
  return steps.map((step) => createJsx("Step", step));
}

/** Returns a list of names as a tree of files: what has a list inside, or a slash at its end, is a folder. */
function toTree(node: RootContent): RootContent[] {
  return node.type === "list" ? node.children.map(toTreeItem) : [node];
}

function toTreeItem({ children }: ListItem): Element {
  const [lead, ...rest] = children;
  const words = lead?.type === "paragraph" ? toText(lead) : "";
  const [, path = words, comment = ""] = /^(\S+)\s+(\S.*)$/.exec(words) ?? [];
  const name = path.replace(/\/$/, "");
  const inner = rest.flatMap(toTree);
  const attributes = { name: name === "…" ? "..." : name, ...(comment ? { comment } : {}) };
  return rest.length > 0 || path.endsWith("/")
    ? createJsx("Tree.Folder", inner, { ...attributes, defaultOpen: null })
    : createJsx("Tree.File", [], attributes);
}

/** Returns `<TypeTable type={{ name: { type, description, default, required } }}>` as fields. */
function toFields({ props, ...given }: GivenElement): GivenElement {
  const type = props.get("type");
  return { ...given, name: "div", props: new Map(), children: isRecord(type) ? listFields(type) : [] };
}

function listFields(type: object): RootContent[] {
  return Object.entries(type).map(([name, value]) => {
    const facts = new Map(isRecord(value) ? Object.entries(value) : []);
    const words = facts.get("description");
    const text = words instanceof NodesValue || typeof words === "string" ? toContent(words) : [];
    const attributes = Object.fromEntries(
      ["type", "default"].flatMap((key) => (typeof facts.get(key) === "string" ? [[key, String(facts.get(key))]] : [])),
    );
    const required = facts.get("required") === true && { required: null };
    return createJsx("ResponseField", text, { name, ...attributes, ...required });
  });
}

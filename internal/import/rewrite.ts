import type { ListItem, RootContent } from "mdast";
import { createRecord } from "./engine/files.ts";
import {
  createElement,
  createJsx,
  type Element,
  type GivenElement,
  isElement,
  isRecord,
  NodesValue,
  toContent,
  toText,
} from "./engine/pages.ts";

/** Attributes and content in the way of Docent's component, by the names that Nextra, Starlight, Docusaurus and Fumadocs give theirs. */
const REWRITTEN: Readonly<Record<string, (given: GivenElement) => GivenElement>> = createRecord({
  Steps: (given) => ({ ...given, children: toSteps(given.children) }),
  FileTree: (given) => ({ ...given, children: given.children.flatMap(toTree) }),
  TypeTable: toFields,
  PropertiesTable: toFields,
});

/** Creates an element as pages do, also one whose attributes or content another system writes in its own way. */
export const createRewritten: typeof createElement = (given, rules) => {
  return createElement(REWRITTEN[given.name]?.(given) ?? given, rules);
};

/** Returns true for an element that is better written in Docent's way, or else is not shown as it is meant. */
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

import type { Element, Nodes, Root } from "hast";
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { MDXContent } from "mdx/types.js";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { isComponentName, KNOWN_COMPONENTS } from "../components/components.ts";
import { createRecord } from "../model/records.ts";

/** React components by the names that pages use, such as `Note` or `a`. */
export type PageComponents = NonNullable<Parameters<MDXContent>[0]["components"]>;

const showChildren = ({ children }: { children?: ReactNode }) => children ?? null;
const members = [...KNOWN_COMPONENTS].flatMap((name) => name.split(".").slice(1));

/** Shows its children. Has the members that components declare, so that it can take the place of any. */
const Fallback = Object.assign(
  (props: { children?: ReactNode }) => showChildren(props),
  Object.fromEntries(members.map((name) => [name, showChildren])),
);

type Create = NonNullable<Parameters<typeof toJsxRuntime>[1]["jsx"]>;

/** Makes a tree of plain elements into React, without running anything of it. */
export function renderTree(tree: Root, components: PageComponents): ReactNode {
  const byName = createRecord<unknown>(components as Record<string, unknown>);
  for (const name of [...KNOWN_COMPONENTS, ...listComponents(tree)]) byName[name] = findComponent(components, name) ?? Fallback;
  byName.Slot = Slot;
  return toJsxRuntime(tree, {
    Fragment,
    jsx: withProperties(withSlots(jsx as Create)),
    jsxs: withProperties(withSlots(jsxs as Create)),
    components: byName as Partial<Components>,
    passNode: true,
    ignoreInvalidStyle: true,
  });
}

/** Returns names of components in a tree; in a page of the build the fork's own may be among them. */
function listComponents(node: Nodes): string[] {
  const below = "children" in node ? node.children.flatMap(listComponents) : [];
  return node.type === "element" && isComponentName(node.tagName) ? [node.tagName, ...below] : below;
}

/** Finds a component, or the member that a component itself declares. */
function findComponent(components: object, name: string): unknown {
  return name.split(".").reduce<unknown>((holder, part) => {
    const isHolder = (typeof holder === "object" && holder !== null) || typeof holder === "function";
    return isHolder && Object.hasOwn(holder, part) ? (holder as Record<string, unknown>)[part] : undefined;
  }, components);
}

/** Components get their attributes by the names and in the form that the page gives them; elements get those of HTML. */
function withProperties(create: Create): Create {
  return (type, { node, ...props }, key) => {
    const element = node as Element | undefined;
    if (!element || !isComponentName(element.tagName.split(".")[0] ?? "")) return create(type, props, key);
    const { children } = props;
    return create(type, { ...element.properties, ...(children === undefined ? {} : { children }) }, key);
  };
}

/** Holds an element that an attribute is set to, such as `icon={<svg />}`, among the children of the component. */
function Slot({ children }: { name?: string; children?: ReactNode }): ReactNode {
  return children ?? null;
}

/** Makes elements, with what a component's attributes are set to where those are elements. */
const withSlots =
  (make: Create): Create =>
  (type, props, key) =>
    make(type, typeof type === "function" ? takeSlots(props) : props, key);

/** Moves the element of the slot `icon` into a prop; content of any other slot is rendered where it is. */
function takeSlots(props: Parameters<Create>[1]): Parameters<Create>[1] {
  const children = Array.isArray(props.children) ? props.children : [props.children];
  const icon = children.find((child) => isSlot(child) && child.props.name === "icon");
  if (!isSlot(icon)) return props;
  const rest = children.filter((child) => child !== icon);
  return { ...props, icon: icon.props.children, children: rest.length > 0 ? rest : undefined };
}

function isSlot(child: ReactNode): child is ReactElement<{ name?: string; children?: ReactNode }> {
  return isValidElement(child) && child.type === Slot;
}

// Tested in compile.test.ts.
import type { Element, Nodes, Root } from "hast";
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { MDXContent } from "mdx/types.js";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { KNOWN_COMPONENTS } from "./components.ts";
import { isComponentName } from "./element-names.ts";
import { createRecord } from "./own.ts";

/** React components by the names that pages use, such as `Note` or `a`. */
export type PageComponents = NonNullable<Parameters<MDXContent>[0]["components"]>;

const showChildren = ({ children }: { children?: ReactNode }) => children ?? null;
const members = [...KNOWN_COMPONENTS].flatMap((name) => name.split(".").slice(1));

/** Shows its children. Has the members that components declare, so that it can take the place of any. */
const Fallback = Object.assign(
  ({ children }: { children?: ReactNode }) => children ?? null,
  Object.fromEntries(members.map((name) => [name, showChildren])),
);

/**
 * The components of a page that runs as code, with one that shows its children in place of each that is missing. Names
 * are looked up among own keys alone, and nothing is ever written to what was given.
 */
export function withFallbacks(components: PageComponents, missing: readonly string[]): PageComponents {
  const complete = createRecord<unknown>(components as Record<string, unknown>);
  complete.Slot = Slot;
  for (const name of missing) {
    const [first = ""] = name.split(".");
    if (name === first || KNOWN_COMPONENTS.has(name)) complete[first] ??= Fallback;
  }
  return complete as PageComponents;
}

type Create = NonNullable<Parameters<typeof toJsxRuntime>[1]["jsx"]>;

/** Makes a tree of plain elements into React, without running anything of it. */
export function renderTree(tree: Root, components: PageComponents): ReactNode {
  const byName = createRecord<unknown>(components as Record<string, unknown>);
  for (const name of [...KNOWN_COMPONENTS, ...listComponents(tree)]) byName[name] = findComponent(components, name) ?? Fallback;
  byName.Slot = Slot;
  const { jsx: one, jsxs: many } = withSlots({ jsx, jsxs });
  return toJsxRuntime(tree, {
    Fragment,
    jsx: withProperties(one as Create),
    jsxs: withProperties(many as Create),
    components: byName as Partial<Components>,
    passNode: true,
    ignoreInvalidStyle: true,
  });
}

/** Names of components in a tree; in a page of the build the fork's own may be among them. */
function listComponents(node: Nodes): string[] {
  const below = "children" in node ? node.children.flatMap(listComponents) : [];
  return node.type === "element" && isComponentName(node.tagName) ? [node.tagName, ...below] : below;
}

/** A member of a component is one that it declares itself. */
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

type Make = (type: never, props: never, key?: never) => unknown;

/** Functions that make elements and give each component the elements that its attributes are set to. */
export function withSlots<Runtime extends { jsx: unknown; jsxs: unknown }>({ jsx: one, jsxs: many }: Runtime) {
  const wrap = (make: Make) => (type: unknown, props: { children?: ReactNode }, key?: unknown) =>
    make(type as never, (typeof type === "function" ? takeSlots(props) : props) as never, key as never);
  return { jsx: wrap(one as Make), jsxs: wrap(many as Make) };
}

/** Only icons may be elements; whatever else a page puts into a slot shows where it is. */
function takeSlots(props: { children?: ReactNode }): object {
  const children = Array.isArray(props.children) ? props.children : [props.children];
  const icon = children.find((child) => isSlot(child) && child.props.name === "icon");
  if (!isSlot(icon)) return props;
  const rest = children.filter((child) => child !== icon);
  return { ...props, icon: icon.props.children, children: rest.length > 0 ? rest : undefined };
}

function isSlot(child: ReactNode): child is ReactElement<{ name?: string; children?: ReactNode }> {
  return isValidElement(child) && child.type === Slot;
}

import type { Element, Root } from "hast";
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { MDXContent } from "mdx/types.js";
import type { ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { KNOWN_COMPONENTS } from "./components.ts";
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
  for (const name of KNOWN_COMPONENTS) byName[name] = findComponent(components, name) ?? Fallback;
  return toJsxRuntime(tree, {
    Fragment,
    jsx: withLists(jsx as Create),
    jsxs: withLists(jsxs as Create),
    components: byName as Partial<Components>,
    passNode: true,
    ignoreInvalidStyle: true,
  });
}

/** A member of a component is one that it declares itself. */
function findComponent(components: object, name: string): unknown {
  return name.split(".").reduce<unknown>((holder, part) => {
    const isHolder = (typeof holder === "object" && holder !== null) || typeof holder === "function";
    return isHolder && Object.hasOwn(holder, part) ? (holder as Record<string, unknown>)[part] : undefined;
  }, components);
}

/** Components get lists as lists, where an element would get one text. */
function withLists(create: Create): Create {
  return (type, { node, ...props }, key) => {
    const given = Object.entries((node as Element | undefined)?.properties ?? {});
    const lists = given.filter(([name, value]) => Array.isArray(value) && name !== "className");
    return create(type, { ...props, ...Object.fromEntries(lists) }, key);
  };
}

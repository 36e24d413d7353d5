import { htmlTagNames } from "html-tag-names";
import type { RootContent } from "mdast";
import { svgTagNames } from "svg-tag-names";
import site from "../../../site/index.ts";
import type { SiteDefinition } from "../../site-definition.ts";
import { createRecord } from "../model/records.ts";
import { attributeText, type Element } from "../tree/jsx.ts";
import { callouts } from "./callouts.ts";
import { cards } from "./cards.ts";
import { type ComponentDefinition, type Inside, onlyChildren, type PropsOf, titled } from "./definition.ts";
import { fields } from "./fields.ts";
import { alternatives, files, steps } from "./groups.ts";
import { HTML } from "./html.ts";
import { toDefinitions } from "./own-components.ts";
import { pieces } from "./pieces.ts";

const definitions = { ...callouts, ...cards, ...steps, ...alternatives, ...fields, ...files, ...pieces };

const { components: ofFork = {} } = site as SiteDefinition;

const own = toDefinitions(ofFork);

/** The fork's components as text. It is part of the key of cached pages, so that an edit of a component reads them again. */
export const FORK_COMPONENTS = JSON.stringify(ofFork, (_, value) => (typeof value === "function" ? String(value) : value));

/** Names of Docent's components; a member of another has both names, as `Tree.File`. */
export type ComponentName = keyof typeof definitions;

/** Attributes that the function which draws a component gets. */
export type ComponentProps<Name extends ComponentName> = PropsOf<(typeof definitions)[Name]>;

/**
 * Every component, Docent's and the fork's, by name: how it reads as Markdown and what attributes it has. Passages, the Markdown form of
 * pages, the list of what is safe and the check read this; components/mdx draws each, and the manual describes each.
 */
export const COMPONENTS: Readonly<Record<string, ComponentDefinition>> = createRecord<ComponentDefinition>({
  ...definitions,
  ...own,
});

/** Names of the components that there are; any other shows its children. */
export const KNOWN_COMPONENTS: ReadonlySet<string> = new Set(Object.keys(COMPONENTS));

/** Returns the plain form of a component or HTML element. Of an unknown one, a title and its children. */
export function expandComponent(element: Element, inside: Inside): RootContent[] {
  const name = element.name ?? "";
  // What an attribute is set to in place of text; an icon has no words.
  if (name === "Slot") return attributeText(element, "name") === "icon" ? [] : onlyChildren(element, inside);
  const markdown = COMPONENTS[name]?.markdown ?? HTML[name];
  if (markdown) return markdown(element, inside);
  const title = /^[A-Z]/.test(name) ? attributeText(element, "title") : undefined;
  return title ? titled(element, title, inside) : onlyChildren(element, inside);
}

const TAGS: ReadonlySet<string> = new Set([...htmlTagNames, ...svgTagNames]);

/**
 * Returns true for the name of a component, an HTML or SVG element, or a custom element. A name with a dot is only that of a
 * member that a component declares.
 */
export function isKnownName(name: string): boolean {
  return KNOWN_COMPONENTS.has(name) || TAGS.has(name) || /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name);
}

/**
 * Returns true for a name that may be a component, of Docent or of the fork: a single word that begins with a capital letter.
 */
export function isComponentName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name);
}

import type { PhrasingContent, RootContent } from "mdast";
import type { Element } from "../expressions.ts";

/** The content of a component, already in plain form. */
export interface Inside {
  /** Level of the heading above the component. */
  readonly depth: number;
  /** Content unchanged: inline where the component is inline. */
  readonly children: (element: Element) => RootContent[];
  /** Content as blocks. `depth`: level of the heading that the component puts above them. */
  readonly blocks: (element: Element, depth?: number) => RootContent[];
  readonly inline: (element: Element) => PhrasingContent[];
}

/** Makes a component or HTML element the Markdown that says the same to a reader. */
export type ToMarkdown = (element: Element, inside: Inside) => RootContent[];

/** Types of the drawn component's attributes, by kind. A page may write a number or a truth value as text. */
interface ValueOf {
  text: string;
  number: number | string;
  flag: boolean | string;
  /** Text, a number or a truth value, shown as it is written. */
  literal: string | number | boolean;
  list: string[];
  icon: string;
  link: string;
  image: string;
  paint: string;
  id: string;
  classes: string;
}

/** The kind of an attribute's value, which also limits the values of pages that are data. */
export type PropKind = keyof ValueOf;

export type Written = { readonly text: string } | { readonly fault: string };

/** A component for passages, Markdown, checks and the rules of pages that are data; components/mdx draws it. */
export interface ComponentDefinition {
  readonly markdown: ToMarkdown;
  readonly props: Readonly<Record<string, PropKind>>;
  /** The text that code of the fork gives for an element, from which `markdown` is made; or why it gives none. */
  readonly write?: (element: Element) => Written;
}

/** The attributes of a component as the function that draws it gets them, each of them optional. */
export type PropsOf<Definition extends ComponentDefinition> = {
  readonly [Name in keyof Definition["props"]]?: ValueOf[Definition["props"][Name]];
};

/** Gives back a component's definition with the exact kinds of its attributes. */
export function define<const Props extends ComponentDefinition["props"]>(definition: { markdown: ToMarkdown; props: Props }) {
  return definition;
}

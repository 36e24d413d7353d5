import type { Heading, List, ListItem, Nodes, Paragraph, PhrasingContent, RootContent } from "mdast";
import { attributeText, type Element } from "../tree/jsx.ts";
import { inlineMarkdown, origin, partOf, textNode } from "../tree/plain-nodes.ts";

/** The content of a component, already in plain form. */
export interface Inside {
  /** Level of the heading above the component. */
  readonly depth: number;
  /** Content unchanged: inline where the component is inline. */
  readonly children: (element: Element) => RootContent[];
  /** Content as blocks. `depth`: level of the heading above them. */
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

/** The text, and the attributes that the page does not give and the function writes as "undefined": each is left empty. */
export type Written = { readonly text: string; readonly emptied: readonly string[] } | { readonly fault: string };

/** A component for passages, Markdown, checks and the rules of pages that are data; components/mdx draws it. */
export interface ComponentDefinition {
  readonly markdown: ToMarkdown;
  readonly props: Readonly<Record<string, PropKind>>;
  /** The text that code of the fork returns for an element, from which `markdown` is parsed; or why it returns none. */
  readonly write?: (element: Element) => Written;
  /** Attributes of an element of the fork that should be numbers and are not, with what the page writes. */
  readonly listNoNumbers?: (element: Element) => readonly { readonly name: string; readonly value: string }[];
}

/** The attributes of a component as the function that draws it gets them, each of them optional. */
export type PropsOf<Definition extends ComponentDefinition> = {
  readonly [Name in keyof Definition["props"]]?: ValueOf[Definition["props"][Name]];
};

/** Gives back a component's definition with the exact kinds of its attributes. */
export function define<const Props extends ComponentDefinition["props"]>(definition: { markdown: ToMarkdown; props: Props }) {
  return definition;
}

/** Leaves nothing. */
export const nothing: ToMarkdown = () => [];

/** Leaves what is inside. */
export const onlyChildren: ToMarkdown = (element, inside) => inside.children(element);

/** A heading made of the title, above the content. */
export const section: ToMarkdown = (element, inside) =>
  titled(element, attributeText(element, "title", "label", "value"), inside);

/** Attributes that say how a component looks, or where it leads, and nothing to a reader. */
const NO_WORDS =
  /^(?:class(?:Name)?|style|id|key|slot|href|url|src|to|icon|color|colou?r|theme|variant|size|align|type|kind|tone|lang|width|height|cols|data-.*|aria-.*)$/i;

/** A heading made of the title, above what else the attributes say in text, a paragraph each, and the content; in a line, all of it there. */
export const attributesAndChildren: ToMarkdown = (element, inside) => {
  const named = element.attributes.flatMap((each) =>
    each.type === "mdxJsxAttribute" && typeof each.value === "string" && !NO_WORDS.test(each.name) ? [each.name] : [],
  );
  if (element.type === "mdxJsxTextElement") {
    const words = named.flatMap((name) => [...inlineMarkdown(attributeText(element, name) ?? ""), textNode(" ")]);
    return [...(element.children.length > 0 ? words : words.slice(0, -1)), ...inside.inline(element)];
  }
  const title = ["title", "label", "value"].find((name) => named.includes(name));
  const words = named.flatMap((name) => (name === title ? [] : attributeParagraph(element, name)));
  const nodes = section(element, inside);
  return title ? [...nodes.slice(0, 1), ...words, ...nodes.slice(1)] : [...words, ...nodes];
};

/** A heading made of the title, above the description and the content. */
export const describedSection: ToMarkdown = (element, inside) => {
  const lead = attributeParagraph(element, "description");
  const nodes = section(element, inside);
  const isTitled = attributeText(element, "title", "label", "value") !== undefined;
  return isTitled ? [...nodes.slice(0, 1), ...lead, ...nodes.slice(1)] : [...lead, ...nodes];
};

/** Returns the content below a heading one level deeper than the one above; without a title, the content alone. */
export function titled(element: Element, title: string | undefined, inside: Inside): RootContent[] {
  const id = attributeText(element, "id") ?? "";
  const within = (node: RootContent): RootContent =>
    ({ ...node, data: { ...node.data, within: partOf(node) ?? id } }) as RootContent;
  if (!title) return inside.children(element).map(within);
  const level = Math.min(inside.depth + 1, 6) as Heading["depth"];
  const heading: Heading = { type: "heading", depth: level, children: inlineMarkdown(title), data: origin("title") };
  return [heading, ...inside.blocks(element, level)].map(within);
}

/** Returns the text of an attribute as a paragraph; nothing for one that is absent. */
export function attributeParagraph(element: Element, name: string): Paragraph[] {
  const text = attributeText(element, name);
  return text ? [{ type: "paragraph", children: inlineMarkdown(text) }] : [];
}

/** Returns a list of one item, which joins its neighbours of the same kind. */
export function cardList(item: ListItem): List {
  return { type: "list", spread: false, children: [item], data: origin("cards") };
}

/** An image by its `src` and `alt`. */
export const image: ToMarkdown = (element) => {
  const url = attributeText(element, "src");
  return url ? [{ type: "image", url, alt: attributeText(element, "alt") ?? "" }] : [];
};

/** Returns the children of a paragraph in its place, since tags on one line are wrapped in one. */
export function withParagraphChildren(node: Nodes): Nodes[] {
  return node.type === "paragraph" ? [...node.children] : [node];
}

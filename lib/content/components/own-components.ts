import type { PhrasingContent, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { attributeText, attributeValue, type Element } from "../tree/jsx.ts";
import { origin } from "../tree/plain-nodes.ts";
import { type ComponentDefinition, type Inside, type PropKind, type PropsOf, section, type Written } from "./definition.ts";

/** A component of the fork, as passages, the Markdown form of pages and the check know it; site/ui.tsx draws it. */
export interface OwnComponent {
  /** Every attribute that a page may give, with its kind. */
  readonly props?: Readonly<Record<string, PropKind>>;
  /**
   * The Markdown that says the same to a reader. `props` has the attributes as text, those that are absent undefined;
   * `children` stands for what is inside, alone on its line or in a line. Without it: the title, if there is one, as a
   * heading above what is inside.
   */
  readonly markdown?: (props: Readonly<Record<string, string | undefined>>, children: string) => string;
}

/** The attributes of an own component, as the function that draws it gets them. */
export type OwnProps<Own extends OwnComponent> =
  Own["props"] extends Readonly<Record<string, PropKind>> ? PropsOf<{ markdown: never; props: Own["props"] }> : unknown;

/** Stands for what is inside a component while its Markdown is text; from a range of Unicode that no text uses. */
const CHILDREN = "\u{F0000}children\u{F0000}";

/**
 * Returns the fork's components as the engine's own are defined.
 * @throws Error naming a component whose name is not a single
 * capitalised word.
 */
export function toDefinitions(own: Readonly<Record<string, OwnComponent>>): Record<string, ComponentDefinition> {
  return Object.fromEntries(
    Object.entries(own).map(([name, { props = {}, markdown }]) => {
      if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
        throw new Error(`site/index.ts: the component "${name}" needs a name of one capitalised word, such as "Plan".`);
      const listNoNumbers = (element: Element) => findNoNumbers(props, element);
      return [name, { ...(markdown ? fromTemplate(name, { props, markdown }) : { props, markdown: section }), listNoNumbers }];
    }),
  );
}

function findNoNumbers(props: Readonly<Record<string, PropKind>>, element: Element): { name: string; value: string }[] {
  return Object.keys(props).flatMap((name) => {
    const value = props[name] === "number" ? attributeText(element, name) : undefined;
    return value === undefined || Number.isFinite(Number(value)) ? [] : [{ name, value }];
  });
}

/** Defines a component by the fork's function. Where that fails, the element reads as if the component had no function. */
function fromTemplate(name: string, { props = {}, markdown: template }: Required<OwnComponent>): ComponentDefinition {
  const write = (element: Element) => writeTemplate(name, Object.keys(props), template, element);
  const markdown = (element: Element, inside: Inside) => {
    const written = write(element);
    return "text" in written ? fillTemplate(parseTemplate(written.text), element, inside) : section(element, inside);
  };
  return { props, markdown, write };
}

function writeTemplate(
  name: string,
  props: readonly string[],
  template: Required<OwnComponent>["markdown"],
  element: Element,
): Written {
  const given = Object.fromEntries(props.map((prop) => [prop, textOfAttribute(element, prop)]));
  try {
    const text: unknown = template(given, CHILDREN);
    if (typeof text !== "string") throw new TypeError(`it returned ${text === null ? "null" : typeof text} instead of text`);
    const fill = (names: readonly string[]) =>
      template({ ...given, ...Object.fromEntries(names.map((prop) => [prop, ""])) }, CHILDREN);
    const isWritten = (prop: string) => given[prop] === undefined && countUndefined(fill([prop])) < countUndefined(text);
    const emptied = text.includes("undefined") ? props.filter(isWritten) : [];
    const written = emptied.length > 0 ? fill(emptied) : text;
    parseTemplate(written);
    return { text: written, emptied };
  } catch (cause) {
    const absent = props.filter((prop) => given[prop] === undefined).join(", ");
    const advice = absent && ` The page gives no ${absent}: write it there, or let markdown do without.`;
    return { fault: `<${name}> has no Markdown form: its markdown in site/index.ts failed (${String(cause)}).${advice}` };
  }
}

/** Returns an attribute as text: "true" for one that is set without a value. */
function textOfAttribute(element: Element, name: string): string | undefined {
  return attributeValue(element, name) === true ? "true" : attributeText(element, name)?.replace(/\s+/g, " ");
}

function countUndefined(text: string): number {
  return text.split("undefined").length;
}

/** @throws RangeError for a text that is nested too deep. */
function parseTemplate(text: string): Root {
  return unified().use(remarkParse).use(remarkGfm).parse(text) as Root;
}

function fillTemplate(tree: Root, element: Element, inside: Inside): RootContent[] {
  const plain = tree.children.flatMap((node) => fill(node, element, inside));
  // A component in a line stays in it.
  const [only] = plain;
  return element.type === "mdxJsxTextElement" && plain.length === 1 && only?.type === "paragraph" ? only.children : plain;
}

/** Returns a node of the text with the component's content in place of its mark, and HTML as text. */
function fill(node: RootContent, element: Element, inside: Inside): RootContent[] {
  if (node.type === "paragraph" && node.children.length === 1 && isPlaceholder(node.children[0]))
    return element.type === "mdxJsxTextElement" ? [{ ...node, children: inside.inline(element) }] : inside.blocks(element);
  if (node.type === "html") return [{ type: "text", value: node.value }];
  if (node.type === "text") return fillText(node.value, element, inside);
  if (!("children" in node)) return [node];
  const children = (node.children as RootContent[]).flatMap((child) => fill(child, element, inside));
  const filled = { ...node, children } as RootContent;
  // The page's HTML has no anchor for it.
  return [node.type === "heading" ? ({ ...filled, data: origin("title") } as RootContent) : filled];
}

function isPlaceholder(node: PhrasingContent | undefined): boolean {
  return node?.type === "text" && node.value.trim() === CHILDREN;
}

function fillText(value: string, element: Element, inside: Inside): RootContent[] {
  return value.split(CHILDREN).flatMap((text, index) => {
    const content: RootContent[] = index > 0 ? inside.inline(element) : [];
    return text ? [...content, { type: "text" as const, value: text }] : content;
  });
}

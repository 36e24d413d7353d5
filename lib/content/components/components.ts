import { htmlTagNames } from "html-tag-names";
import type { BlockContent, Heading, ListItem, Paragraph, PhrasingContent, RootContent } from "mdast";
import { svgTagNames } from "svg-tag-names";
import site from "../../../site/index.ts";
import type { SiteDefinition } from "../../site-definition.ts";
import { createRecord } from "../model/records.ts";
import { attributeText, attributeValue, type Element, readValue } from "../tree/jsx.ts";
import {
  codeNode,
  inlineMarkdown,
  leadItem,
  linkTo,
  listItem,
  orderedList,
  origin,
  originOf,
  strongParagraph,
  textNode,
  titleParagraph,
} from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";
import {
  attributeParagraph,
  attributesAndChildren,
  type ComponentDefinition,
  cardList,
  define,
  describedSection,
  type Inside,
  image,
  onlyChildren,
  type PropsOf,
  section,
  type ToMarkdown,
  titled,
} from "./definition.ts";
import { drawnNames } from "./drawn-names.ts";
import { HTML } from "./html.ts";
import { toDefinitions } from "./own-components.ts";

const callout = (tone?: string) => define({ markdown: quoteUnder(tone), props: { title: "text", icon: "icon" } });

/** Boxes that set a remark apart. */
const callouts = {
  Note: callout("note"),
  Info: callout("info"),
  Tip: callout("tip"),
  Warning: callout("warning"),
  Danger: callout("danger"),
  Check: callout("check"),
  Callout: define({ markdown: quoteUnder(), props: { title: "text", icon: "icon", type: "text", color: "paint" } }),
};

/** Returns a quote that begins with its tone in strong words. */
function quoteUnder(tone?: string): ToMarkdown {
  return (element, inside) => {
    const label = capitalise(tone ?? attributeText(element, "type") ?? "note");
    const title = attributeText(element, "title");
    const children = [
      { ...strongParagraph(`${label}:`), data: origin("decoration") },
      ...(title ? [{ ...titleParagraph(title), children: [{ type: "strong" as const, children: inlineMarkdown(title) }] }] : []),
      ...inside.blocks(element),
    ];
    return [{ type: "blockquote", children: children as BlockContent[] }];
  };
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A list item that links to where the card leads. */
const cardItem: ToMarkdown = (element, inside) => {
  const href = attributeText(element, "href", "url");
  const title = attributeText(element, "title") ?? href;
  const words: PhrasingContent[] = title ? inlineMarkdown(title) : [];
  const below = attributeParagraph(element, "description");
  const lead: PhrasingContent[] = href ? [linkTo(href, words)] : [{ type: "strong", children: words }];
  return [cardList(leadItem(lead, [...below, ...inside.blocks(element), ...attributeParagraph(element, "cta")]))];
};

const columns = define({ markdown: onlyChildren, props: { cols: "number" } });

/** Cards, and the grids that hold them. */
const cards = {
  Card: define({
    markdown: cardItem,
    props: {
      title: "text",
      description: "text",
      href: "link",
      url: "link",
      icon: "icon",
      img: "image",
      cta: "text",
      color: "paint",
      horizontal: "flag",
    },
  }),
  Tile: define({ markdown: cardItem, props: { title: "text", description: "text", href: "link", url: "link" } }),
  Cards: columns,
  CardGroup: columns,
  Columns: columns,
  /** Drawn from the navigation, which llms.txt and the sidebar tell as well. */
  PageCards: define({ markdown: onlyChildren, props: {} }),
  Column: define({ markdown: onlyChildren, props: {} }),
};

/** Places that say more than the name does: in a path it is where the address has it, and references of code have no places. */
const PLACES = ["query", "header", "cookie"];

/** Labels before `name`, after it (type, place, required, default: …, labels), and the description. */
const fieldToMarkdown: ToMarkdown = (element, inside) => {
  const name = attributeText(element, "name", "path", "query", "body", "header", "cookie") ?? "";
  const preset = attributeValue(element, "default");
  const placeholder = attributeText(element, "placeholder");
  const facts = [
    typeNode(attributeText(element, "type")),
    PLACES.find((place) => attributeText(element, place)),
    attributeValue(element, "required") ? "required" : undefined,
    attributeValue(element, "deprecated") ? "deprecated" : undefined,
    preset === undefined || preset === "" ? undefined : `default: ${preset}`,
    placeholder === undefined ? undefined : `example: ${placeholder}`,
    ...attributeWords(element, "post"),
  ].filter((fact) => fact !== undefined);
  const parts = facts.flatMap((fact, at) => [textNode(at === 0 ? " (" : ", "), typeof fact === "string" ? textNode(fact) : fact]);
  const before = attributeWords(element, "pre").map((label) => textNode(`${label} `));
  const head = [...before, codeNode(name), ...parts, ...(parts.length > 0 ? [textNode(")")] : [])];
  return [cardList(leadItem(head, inside.blocks(element)))];
};

/** Returns the words of an attribute that is a list, or one word. */
function attributeWords(element: Element, name: string): string[] {
  const found = element.attributes.flatMap((each) => ("name" in each && each.name === name ? [readValue(each)] : []));
  return found.flat().filter((word) => typeof word === "string");
}

/** Returns a type as code where Markdown would escape it, as in `Promise<Answer>`. */
function typeNode(type: string | undefined): PhrasingContent | undefined {
  if (!type) return undefined;
  return /[<[\]|*_\\`]/.test(type) ? codeNode(type) : textNode(type);
}

const field = define({
  markdown: fieldToMarkdown,
  props: {
    name: "text",
    // The place of a parameter may be the attribute that names it: `<ParamField query="limit">`.
    path: "text",
    query: "text",
    body: "text",
    header: "text",
    cookie: "text",
    type: "text",
    required: "flag",
    deprecated: "flag",
    default: "literal",
    placeholder: "text",
    pre: "list",
    post: "list",
    id: "id",
  },
});

/** Parameters and fields of an API. */
const fields = { ParamField: field, ResponseField: field };

const group = define({ markdown: onlyChildren, props: {} });

/** Parts of a page that show on demand, or to some readers; search reads all of them. */
const alternatives = {
  Tabs: define({ markdown: onlyChildren, props: { defaultIndex: "number" } }),
  // Its value and default are names by which other systems open it first.
  Tab: define({ markdown: section, props: { title: "text", icon: "icon", id: "id", value: "id", default: "flag" } }),
  CodeGroup: group,
  Accordions: group,
  AccordionGroup: group,
  Accordion: define({
    markdown: describedSection,
    props: { title: "text", description: "text", icon: "icon", defaultOpen: "flag", id: "id" },
  }),
  Expandable: define({ markdown: section, props: { title: "text", defaultOpen: "flag", id: "id" } }),
  View: define({ markdown: section, props: { title: "text", icon: "icon", id: "id" } }),
};

/** A numbered procedure. */
const steps = {
  Steps: define({ markdown: stepList, props: {} }),
  Step: define({
    markdown: (element, inside) => [{ ...orderedList([stepItem(element, inside)]), data: origin("steps") }],
    props: { title: "text", icon: "icon", id: "id" },
  }),
};

/** Returns the steps as one list, with all that is between two of them in the first. A heading between them parts the list. */
function stepList(element: Element, inside: Inside): RootContent[] {
  const nodes: RootContent[] = [];
  let count = 0;
  for (const node of inside.blocks(element)) {
    const last = nodes.at(-1);
    const isOpen = last?.type === "list" && originOf(last) === "steps";
    const steps = node.type === "list" && originOf(node) === "steps" ? node.children : undefined;
    if (isOpen && steps) nodes[nodes.length - 1] = { ...last, children: [...last.children, ...steps] };
    else if (isOpen && node.type !== "heading") nodes[nodes.length - 1] = { ...last, children: withinLast(last.children, node) };
    else nodes.push(steps && node.type === "list" ? { ...node, start: count + 1 } : node);
    count += steps?.length ?? 0;
  }
  return nodes;
}

/** Returns items of which the last one ends with the node. */
function withinLast(items: readonly ListItem[], node: RootContent): ListItem[] {
  return items.map((item, index) =>
    index === items.length - 1 ? { ...item, children: [...item.children, node as BlockContent] } : item,
  );
}

function stepItem(element: Element, inside: Inside): ListItem {
  const title = attributeText(element, "title");
  return { ...listItem([...(title ? [strongTitle(title)] : []), ...inside.blocks(element)]), spread: true };
}

/** Returns the title of a step, whose code is code. */
function strongTitle(title: string): Paragraph {
  return { type: "paragraph", children: [{ type: "strong", children: inlineMarkdown(title) }], data: origin("title") };
}

const fileItem: ToMarkdown = (element, inside) => {
  const comment = attributeText(element, "comment");
  const name = codeNode(attributeText(element, "name") ?? "");
  return [cardList(listItem([name, ...(comment ? [textNode(` ${comment}`)] : []), ...inside.blocks(element)]))];
};

const tree = define({ markdown: onlyChildren, props: {} });
const entry = { name: "text", comment: "text", highlight: "flag" } as const;
const folder = define({ markdown: fileItem, props: { ...entry, defaultOpen: "flag" } });
const file = define({ markdown: fileItem, props: entry });

/** A drawing of files and folders. */
const files = { Tree: tree, "Tree.Folder": folder, "Tree.File": file, Files: tree, Folder: folder, File: file };

/** The hint of a frame, its content and its caption. */
const framed: ToMarkdown = (element, inside) => [
  ...attributeParagraph(element, "hint"),
  ...inside.children(element),
  ...attributeParagraph(element, "caption"),
];

/** Words and, in brackets behind them, what explains them. */
const explained: ToMarkdown = (element, inside) => {
  const [tip, headline, cta, href] = ["tip", "headline", "cta", "href"].map((name) => attributeText(element, name));
  const link = cta && href ? [linkTo(href, inlineMarkdown(cta))] : inlineMarkdown(cta ?? "");
  const isRepeated = headline?.toLowerCase() === inside.inline(element).map(toText).join("").toLowerCase();
  const parts = [
    headline && !isRepeated ? [textNode(tip ? `${headline}:` : headline)] : [],
    tip ? [textNode(tip)] : [],
    cta ? link : [],
  ].filter((part) => part.length > 0);
  if (parts.length === 0) return inside.children(element);
  const words = parts.flatMap((part, index): PhrasingContent[] => [textNode(index === 0 ? " (" : " "), ...part]);
  return [...inside.inline(element), ...words, textNode(")")];
};

/** The name of a colour and its value, with the one of dark pages where it has another. */
const swatch: ToMarkdown = (element) => {
  const [name, value, dark] = ["name", "value", "darkValue"].map((each) => attributeText(element, each));
  if (!value) return [];
  const lead = name ? [textNode(`${name}: `)] : [];
  const other = dark ? [textNode(" / "), codeNode(dark)] : [];
  return [cardList(listItem([...lead, codeNode(value), ...other]))];
};

/** The description of a prompt, and the prompt itself as a quote. */
const prompt: ToMarkdown = (element, inside) => {
  const lead = attributeParagraph(element, "description");
  const text = inside.blocks(element) as BlockContent[];
  return [...lead, ...(text.length > 0 ? [{ type: "blockquote" as const, children: text }] : [])];
};

/** A heading made of the label, which has an anchor, above what changed. */
const update: ToMarkdown = (element, inside) => {
  const [label, id] = [attributeText(element, "label"), attributeText(element, "id")];
  if (!label || !id) return section(element, inside);
  const level = Math.min(inside.depth + 1, 6) as Heading["depth"];
  const data = { hProperties: { id } } as NonNullable<Heading["data"]>;
  const heading: Heading = { type: "heading", depth: level, children: [{ type: "text", value: label }], data };
  const about = [attributeText(element, "description"), attributeWords(element, "tags").join(", ")].filter(Boolean);
  const line: Paragraph[] = about.length > 0 ? [{ type: "paragraph", children: [textNode(about.join(" · "))] }] : [];
  return [heading, ...line, ...inside.blocks(element, level)];
};

/** The source of a diagram, which agents and search can read. */
const diagram: ToMarkdown = (element, inside) => {
  const value = attributeText(element, "source") ?? inside.inline(element).map(toText).join("");
  return value ? [{ type: "code", lang: "mermaid", value }] : [];
};

/** A formula as Markdown writes it. */
const formula: ToMarkdown = (element, inside) => {
  const value = attributeText(element, "source") ?? inside.inline(element).map(toText).join("");
  return value ? [element.type === "mdxJsxFlowElement" ? { type: "math", value } : { type: "inlineMath", value }] : [];
};

/** The name of an icon that says something by itself. */
const iconLabel: ToMarkdown = (element) => {
  const label = attributeText(element, "label");
  return label ? [textNode(label)] : [];
};

const box = define({ markdown: onlyChildren, props: {} });

/** Boxes, pictures and inline components. */
const pieces = {
  Frame: define({ markdown: framed, props: { caption: "text", hint: "text" } }),
  Image: define({
    markdown: image,
    props: { src: "image", alt: "text", title: "text", width: "number", height: "number", className: "classes" },
  }),
  Mermaid: define({ markdown: diagram, props: { source: "text" } }),
  Latex: define({ markdown: formula, props: { source: "text", display: "flag" } }),
  Panel: box,
  RequestExample: box,
  ResponseExample: box,
  Update: define({
    markdown: update,
    props: { label: "text", description: "text", tags: "list", id: "id", rssTitle: "text", rssDescription: "text" },
  }),
  Badge: define({ markdown: onlyChildren, props: { color: "paint", icon: "icon" } }),
  Icon: define({ markdown: iconLabel, props: { icon: "icon", label: "text", size: "number", color: "paint" } }),
  Tooltip: define({ markdown: explained, props: { tip: "text", headline: "text", cta: "text", href: "link" } }),
  Color: box,
  "Color.Row": define({ markdown: section, props: { title: "text" } }),
  "Color.Item": define({ markdown: swatch, props: { name: "text", value: "paint", darkValue: "paint" } }),
  Visibility: define({ markdown: onlyChildren, props: { for: "text" } }),
  Prompt: define({ markdown: prompt, props: { description: "text", icon: "icon" } }),
};

const definitions = { ...callouts, ...cards, ...steps, ...alternatives, ...fields, ...files, ...pieces };

const { components: ofFork = {} } = site as SiteDefinition;

/** Those that site/ui.tsx alone has, which is enough; one that draws a component of Docent keeps its attributes and its Markdown. */
const drawnOnly = drawnNames().filter(
  (name) => isComponentName(name) && !Object.hasOwn(ofFork, name) && !Object.hasOwn(definitions, name),
);

const own = {
  ...toDefinitions(ofFork),
  ...Object.fromEntries(drawnOnly.map((name) => [name, { props: {}, markdown: attributesAndChildren }])),
};

/** The fork's components as text. It is part of the key of cached pages, so that an edit of a component reads them again. */
export const FORK_COMPONENTS = JSON.stringify([ofFork, drawnOnly], (_, value) =>
  typeof value === "function" ? String(value) : value,
);

/** Returns true for a component that the fork draws, with the attributes that it knows. */
export function isOwnComponent(name: string): boolean {
  return Object.hasOwn(own, name);
}

/** Names of Docent's components; a member of another has both names, as `Tree.File`. */
export type ComponentName = keyof typeof definitions;

/** Attributes that the function which draws a component gets. */
export type ComponentProps<Name extends ComponentName> = PropsOf<(typeof definitions)[Name]>;

/**
 * Every component, Docent's and the fork's, by name, with its Markdown form and its attributes.
 * Passages, the Markdown of pages, the list of safe elements and the check read it. components/mdx
 * renders each one, and the manual describes each one.
 */
export const COMPONENTS: Readonly<Record<string, ComponentDefinition>> = createRecord<ComponentDefinition>({
  ...definitions,
  ...own,
});

/** Names of the components that there are; any other shows its children. */
export const KNOWN_COMPONENTS: ReadonlySet<string> = new Set(Object.keys(COMPONENTS));

/** Returns the plain form of a component or HTML element. An unknown one becomes a title and its children. */
export function expandComponent(element: Element, inside: Inside): RootContent[] {
  const name = element.name ?? "";
  // What an attribute is set to in place of text; an icon has no words.
  if (name === "Slot") return attributeText(element, "name") === "icon" ? [] : onlyChildren(element, inside);
  const markdown = COMPONENTS[name]?.markdown ?? HTML[name];
  if (markdown) return markdown(element, inside);
  const title = /^[A-Z]/.test(name) ? attributeText(element, "title") : undefined;
  return title ? titled(element, title, inside) : onlyChildren(element, inside);
}

/** SVG has an element named `unknown`, which no page means. */
const TAGS: ReadonlySet<string> = new Set([...htmlTagNames, ...svgTagNames].filter((name) => name !== "unknown"));

/** Returns true for the name of an element of HTML or SVG. */
export function isElementName(name: string): boolean {
  return TAGS.has(name);
}

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

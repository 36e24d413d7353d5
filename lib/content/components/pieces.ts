import type { BlockContent, Heading, Paragraph } from "mdast";
import { inlineMarkdown } from "../tree/inline-markdown.ts";
import { attributeText, readValue } from "../tree/jsx.ts";
import { codeNode, listItem, textNode } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";
import { cardList, define, image, nothing, onlyChildren, section, type ToMarkdown } from "./definition.ts";

/** The content of a frame and its caption. */
const framed: ToMarkdown = (element, inside) => {
  const caption = attributeText(element, "caption");
  const below: Paragraph[] = caption ? [{ type: "paragraph", children: inlineMarkdown(caption) }] : [];
  return [...inside.children(element), ...below];
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
  const description = attributeText(element, "description");
  const lead: Paragraph[] = description ? [{ type: "paragraph", children: inlineMarkdown(description) }] : [];
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
  const tags = element.attributes.flatMap((each) => ("name" in each && each.name === "tags" ? [readValue(each)] : [])).flat();
  const about = [attributeText(element, "description"), tags.filter((tag) => typeof tag === "string").join(", ")].filter(Boolean);
  const line: Paragraph[] = about.length > 0 ? [{ type: "paragraph", children: [textNode(about.join(" · "))] }] : [];
  return [heading, ...line, ...inside.blocks(element, level)];
};

/** The source of a diagram, which agents and search can read. */
const diagram: ToMarkdown = (element, inside) => {
  const value = attributeText(element, "source", "chart") ?? inside.inline(element).map(toText).join("");
  return value ? [{ type: "code", lang: "mermaid", value }] : [];
};

/** A formula as Markdown writes it. */
const formula: ToMarkdown = (element, inside) => {
  const value = attributeText(element, "source") ?? inside.inline(element).map(toText).join("");
  return value ? [element.type === "mdxJsxFlowElement" ? { type: "math", value } : { type: "inlineMath", value }] : [];
};

const box = define({ markdown: onlyChildren, props: {} });

/** Boxes, pictures and inline components. */
export const pieces = {
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
  Icon: define({ markdown: nothing, props: { icon: "icon", size: "number", color: "paint" } }),
  Tooltip: define({ markdown: onlyChildren, props: { tip: "text", headline: "text", cta: "text", href: "link" } }),
  Color: box,
  "Color.Row": define({ markdown: section, props: { title: "text" } }),
  "Color.Item": define({ markdown: swatch, props: { name: "text", value: "paint", darkValue: "paint" } }),
  Visibility: define({ markdown: onlyChildren, props: { for: "text" } }),
  Prompt: define({ markdown: prompt, props: { description: "text", icon: "icon" } }),
};

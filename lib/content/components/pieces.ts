import type { Paragraph } from "mdast";
import { attributeText } from "../expressions.ts";
import { define, type ToMarkdown } from "./definition.ts";
import { cards, image, nothing, onlyChildren, section } from "./forms.ts";

/** The content of a frame and its caption. */
const framed: ToMarkdown = (element, inside) => {
  const caption = attributeText(element, "caption");
  const below: Paragraph[] = caption ? [{ type: "paragraph", children: [{ type: "text", value: caption }] }] : [];
  return [...inside.children(element), ...below];
};

/** The name of a colour and its value. */
const colour: ToMarkdown = (element) => {
  const [name, value] = [attributeText(element, "name"), attributeText(element, "value")];
  if (!value) return [];
  const words: Paragraph["children"] = [
    ...(name ? [{ type: "text" as const, value: `${name}: ` }] : []),
    { type: "inlineCode", value },
  ];
  return [cards({ type: "listItem", spread: false, children: [{ type: "paragraph", children: words }] })];
};

const box = define({ markdown: onlyChildren, props: {} });

/** Boxes, pictures and inline components. */
export const pieces = {
  Frame: define({ markdown: framed, props: { caption: "text", hint: "text" } }),
  Image: define({
    markdown: image,
    props: { src: "image", alt: "text", title: "text", width: "number", height: "number", className: "classes" },
  }),
  Panel: box,
  RequestExample: box,
  ResponseExample: box,
  Update: define({ markdown: section, props: { label: "text", description: "text", tags: "list" } }),
  Badge: define({ markdown: onlyChildren, props: { color: "paint", icon: "icon" } }),
  Icon: define({ markdown: nothing, props: { icon: "icon", size: "number", color: "paint" } }),
  Tooltip: define({ markdown: onlyChildren, props: { tip: "text", headline: "text" } }),
  Color: box,
  "Color.Row": define({ markdown: section, props: { title: "text" } }),
  "Color.Item": define({ markdown: colour, props: { name: "text", value: "paint" } }),
  Visibility: define({ markdown: onlyChildren, props: { for: "text" } }),
  Prompt: define({ markdown: nothing, props: {} }),
};

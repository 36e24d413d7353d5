import { attributeText, attributeValue } from "../tree/jsx.ts";
import { codeNode, leadItem, textNode } from "../tree/plain-nodes.ts";
import { cardList, define, type ToMarkdown } from "./definition.ts";

/** `name` (type, required, default: …): description. */
const fieldToMarkdown: ToMarkdown = (element, inside) => {
  const name = attributeText(element, "name", "path", "query", "body", "header", "cookie") ?? "";
  const facts = [
    attributeText(element, "type"),
    attributeValue(element, "required") ? "required" : undefined,
    attributeValue(element, "deprecated") ? "deprecated" : undefined,
    attributeText(element, "default") && `default: ${attributeText(element, "default")}`,
  ].filter(Boolean);
  const head = [codeNode(name), ...(facts.length > 0 ? [textNode(` (${facts.join(", ")})`)] : [])];
  return [cardList(leadItem(head, inside.blocks(element)))];
};

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
    id: "id",
  },
});

/** Parameters and fields of an API. */
export const fields = { ParamField: field, ResponseField: field };

import type { RootContent } from "mdast";
import { isComponentName, isKnownName } from "../element-names.ts";
import type { Element } from "../expressions.ts";
import { holdsBlock } from "../holds-block.ts";
import type { NoticeKind } from "../notice.ts";
import { translate } from "./aliases.ts";
import { toAttribute } from "./attributes.ts";
import { toCode } from "./code-elements.ts";
import { sanitizeElement } from "./sanitize-element.ts";
import { rowsInBody } from "./table-rows.ts";
import { isFunction, isNodes, toContent, type Value } from "./value.ts";

type Attribute = Element["attributes"][number];

/** An element as a page means it, before it is written out. */
export interface GivenElement {
  readonly name: string;
  readonly props: ReadonlyMap<string, Value>;
  readonly children: RootContent[];
  /** In a line, as opposed to among blocks. */
  readonly inText: boolean;
  readonly position: RootContent["position"];
  /** The package that its component is imported from, where that is no file of the content. */
  readonly from?: string | undefined;
}

/** Rules by which elements are created. */
export interface ElementRules {
  /** False for content that did not come with the build. */
  readonly trusted: boolean;
  readonly notice: (kind: NoticeKind, reason: string) => void;
}

/** Creates the element by Docent's name for it, with the attributes that a page may give it. */
export function createElement(given: GivenElement, rules: ElementRules): RootContent[] {
  const { name, position, from } = given;
  const children = name === "table" ? rowsInBody(given.children) : given.children;
  // A key is for React's own bookkeeping: no component gets it, and no element has it.
  const props = new Map([...given.props].filter(([prop]) => prop !== "key"));
  if (name === "Fragment" || name === "React.Fragment") return children;
  const code = toCode({ name, props, children, position });
  if (code) return code;
  const element = toElement({ ...given, ...translate({ name, props, children }) }, rules);
  const { nodes, notices } = sanitizeElement(element, rules);
  const why = (reason: string) =>
    from ? reason.replace("is no component of Docent", `comes from "${from}", which is no file of the content`) : reason;
  for (const { kind, reason } of notices) rules.notice(kind, why(reason));
  return nodes as RootContent[];
}

/** The element with its values written out. An element among its values becomes a child in a slot of that name. */
function toElement({ name, props, children, inText, position }: GivenElement, { notice }: ElementRules): Element {
  const type = inText ? "mdxJsxTextElement" : "mdxJsxFlowElement";
  const attributes: Attribute[] = [];
  const slots: RootContent[] = [];
  for (const [property, value] of props) {
    if (property === "children") slots.push(...toContent(value));
    else if (isNodes(value) && isComponentName(name.split(".")[0] ?? "")) slots.push(toSlot(property, value.nodes, type));
    else if (isFunction(value)) {
      if (!isSilentlyDropped(property, props))
        notice("attribute", `${property} is left out: a page runs nothing in the browser.`);
    } else attributes.push(...[toAttribute(property, value) ?? []].flat());
  }
  return { type, name, attributes, children: [...slots, ...children], position } as Element;
}

/** Returns true for a handler that a page can lose without a change: one of a pointer over something, or one on a link. */
function isSilentlyDropped(handler: string, props: ReadonlyMap<string, Value>): boolean {
  return (
    /^on(?:Mouse|Pointer|Focus|Blur|Touch)/.test(handler) ||
    (/^on(?:Click|Key)/.test(handler) && typeof props.get("href") === "string")
  );
}

function toSlot(name: string, children: RootContent[], type: Element["type"]): RootContent {
  const attributes: Attribute[] = [{ type: "mdxJsxAttribute", name: "name", value: name }];
  return { type, name: "Slot", attributes, children } as RootContent;
}

/** Content inside a line has no paragraphs, and elements of it are in the line too where none of them is a block. */
export function fitLine(nodes: RootContent[], inText: boolean): RootContent[] {
  if (!inText || nodes.length === 0) return nodes;
  if (!holdsBlock({ type: "root", children: nodes })) return nodes.map(toInline);
  if (!nodes.every((node) => node.type === "paragraph")) return nodes;
  return nodes.flatMap((node, index) => [...(index > 0 ? [{ type: "text" as const, value: " " }] : []), ...node.children]);
}

function toInline(node: RootContent): RootContent {
  if (!("children" in node)) return node;
  const type = node.type === "mdxJsxFlowElement" ? "mdxJsxTextElement" : node.type;
  return { ...node, type, children: (node.children as RootContent[]).map(toInline) } as RootContent;
}

/** True for a name that means an element or a component, and not a value of the page. */
export function isElementName(name: string): boolean {
  return isKnownName(name) || isComponentName(name);
}

import type { RootContent } from "mdast";
import { findSimilar } from "../../likeness.ts";
import { COMPONENTS, isComponentName, isKnownName, KNOWN_COMPONENTS } from "../components/components.ts";
import type { NoticeKind } from "../model/notice.ts";
import { getOwn } from "../model/records.ts";
import { splitClasses } from "../safe/safe-classes.ts";
import { DRAWINGS, SILENTLY_DROPPED, SILENTLY_DROPPED_STYLE } from "../safe/safe-list.ts";
import {
  findUnsafeAttributes,
  findUnsafeName,
  IN_UNTRUSTED_CONTENT,
  isUnknownToComponent,
  SAFE_LIST,
  splitStyle,
} from "../safe/safe-tree.ts";
import { type Attribute, attributeText, createJsx, type Element, readLiteral } from "../tree/jsx.ts";
import { translateElement } from "./aliases.ts";
import { toCode } from "./code-elements.ts";
import { holdsBlock } from "./paragraphs.ts";
import { rowsInBody } from "./table-rows.ts";
import { FunctionValue, NodesValue, toAttribute, toContent, toStyle, type Value } from "./value.ts";

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
  const element = toElement({ ...given, ...translateElement({ name, props, children }) }, rules);
  const { nodes, notices } = sanitizeElement(element, rules);
  const why = (reason: string) =>
    from ? reason.replace("is no component of Docent", `comes from "${from}", which is no file of the content`) : reason;
  for (const { kind, reason } of notices) rules.notice(kind, why(reason));
  return nodes as RootContent[];
}

/** Returns the element with its values written out. An element among its values becomes a child in a slot of that name. */
function toElement({ name, props, children, inText, position }: GivenElement, { notice }: ElementRules): Element {
  const type = inText ? "mdxJsxTextElement" : "mdxJsxFlowElement";
  const attributes: Attribute[] = [];
  const slots: RootContent[] = [];
  for (const [property, value] of props) {
    if (property === "children") slots.push(...toContent(value));
    else if (value instanceof NodesValue && isComponentName(name.split(".")[0] ?? ""))
      slots.push(createJsx("Slot", value.nodes, { name: property }, type));
    else if (value instanceof FunctionValue) {
      if (!isHarmlessHandler(property, props))
        notice("attribute", `${property} is left out: a page runs nothing in the browser.`);
    } else attributes.push(...[toAttribute(property, value) ?? []].flat());
  }
  return { type, name, attributes, children: [...slots, ...children], position } as Element;
}

/** Returns true for a handler that a page can lose without a change: one of a pointer over something, or one on a link. */
function isHarmlessHandler(handler: string, props: ReadonlyMap<string, Value>): boolean {
  return (
    /^on(?:Mouse|Pointer|Focus|Blur|Touch)/.test(handler) ||
    (/^on(?:Click|Key)/.test(handler) && typeof props.get("href") === "string")
  );
}

/** Unwraps paragraphs of content inside a line, and puts its elements into the line unless one of them is a block. */
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

type Children = Element["children"];

interface Sanitized {
  /** The element, or what is left of it. */
  readonly nodes: (Element | Children[number])[];
  readonly notices: readonly { readonly kind: NoticeKind; readonly reason: string }[];
}

/** Refused elements that were apart from their neighbours: without a box their words would run together. */
const BOXES: ReadonlySet<string> = new Set(["button", "dialog"]);

/** Elements around words and controls, which show nothing by themselves. */
const AROUND_CONTROLS: ReadonlySet<string> = new Set(["form", "fieldset", "label"]);

const RUNS = /^(?:on[a-z]|dangerously|ref$|suppress)/i;

/**
 * Leaves of an element what a page may hold: attributes that would run in the browser go, those in the spelling of HTML get
 * React's, and in content that did not come with the build everything goes that is not on the list of safe ones.
 */
export function sanitizeElement(element: Element, { trusted }: { trusted: boolean }): Sanitized {
  const { name } = element;
  if (name === null) return { nodes: element.children, notices: [] };
  if (!isKnownName(name) && !isComponentName(name))
    return { nodes: [nameless(element)], notices: [{ kind: "component", reason: unknown(name) }] };
  const refused = trusted ? undefined : findUnsafeName(name);
  if (refused && AROUND_CONTROLS.has(name)) return { nodes: element.children, notices: [] };
  if (refused) {
    const stripped = SAFE_LIST.strip?.includes(name.toLowerCase()) ? [] : element.children;
    const isMade = name.includes("-") && stripped.length > 0;
    const reason = isMade ? `<${name}> is an element that a script makes; its content is shown without it.` : refused;
    const isBox = BOXES.has(name) && element.type === "mdxJsxFlowElement" && stripped.length > 0;
    return { nodes: isBox ? [{ ...element, name: "div", attributes: [] }] : stripped, notices: [{ kind: "unsafe", reason }] };
  }
  // Sets, since an element may have as many attributes as its page has room for.
  const running = new Set(element.attributes.filter((attribute) => "name" in attribute && RUNS.test(attribute.name)));
  const spelled = {
    ...element,
    attributes: [...element.attributes.filter((each) => !running.has(each)).map(toReactSpelling(name)), ...sizeOfIcon(element)],
  };
  const { kept, refused: looks } = trusted ? { kept: spelled.attributes, refused: [] } : withSafeLooks(spelled);
  const unsafe = trusted ? [] : findUnsafeAttributes({ ...spelled, attributes: kept });
  const notices = [
    ...(isKnownName(name) ? [] : [{ kind: "component" as const, reason: unknown(name) }]),
    ...listMisspelled(name, spelled.attributes).map((reason) => ({ kind: "attribute" as const, reason })),
    ...[...running].map((attribute) => ({
      kind: trusted ? ("attribute" as const) : ("unsafe" as const),
      reason: `${"name" in attribute ? attribute.name : ""} of <${name}> is left out: a page runs nothing in the browser.`,
    })),
    ...looks.map((what) => ({ kind: "unsafe" as const, reason: `${what} of <${name}> is refused ${IN_UNTRUSTED_CONTENT}.` })),
    ...unsafe.filter((each) => !isSilentlyDropped(name, each)).map(({ reason }) => ({ kind: "unsafe" as const, reason })),
  ];
  const refusedHere = new Set(unsafe.map(({ attribute }) => attribute));
  const attributes = kept.filter((attribute) => !refusedHere.has(attribute));
  return { nodes: [{ ...spelled, attributes } as Element], notices };
}

/** Attributes with what their styles and classes may hold, and names of what they may not. */
function withSafeLooks(element: Element): { kept: Element["attributes"]; refused: readonly string[] } {
  const looks = element.attributes.map((attribute) => {
    const style = splitStyle(attribute);
    const unsafe = style?.unsafe.filter((each) => !SILENTLY_DROPPED_STYLE.test(each)) ?? [];
    if (style)
      return { kept: toAttribute("style", Object.fromEntries(style.safe.declarations)), refused: toPlaces(unsafe, "style") };
    const classes = "name" in attribute && attribute.name === "className" ? readLiteral(attribute) : undefined;
    if (typeof classes !== "string") return { kept: attribute, refused: [] };
    const names = splitClasses(classes);
    return { kept: names.safe ? { ...attribute, value: names.safe } : undefined, refused: toPlaces(names.unsafe, "classes") };
  });
  return { kept: looks.flatMap(({ kept }) => kept ?? []), refused: looks.flatMap(({ refused }) => refused) };
}

function toPlaces(names: readonly string[], attribute: "style" | "classes"): string[] {
  return names.map((name) => `${name} in the ${attribute}`);
}

function isSilentlyDropped(element: string, { attribute }: { attribute: Attribute }): boolean {
  if (attribute.type !== "mdxJsxAttribute") return false;
  if (isUnknownToComponent(element, attribute)) return true;
  return SILENTLY_DROPPED.test(attribute.name) || (attribute.name === "id" && DRAWINGS.has(element));
}

/** Returns the parts of an unknown element that stay: its content and, for readers of the page as text, its title. */
function nameless(element: Element): Element {
  const titles = element.attributes.filter((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "title");
  return { ...element, name: "Unknown", attributes: titles } as Element;
}

function unknown(name: string): string {
  const [meant] = findSimilar(name, KNOWN_COMPONENTS);
  return `<${name}> is no component of Docent; only its children are shown.${meant ? ` Did you mean <${meant}>?` : ""}`;
}

/** Attributes that are compared with those of their component: an element may have as many as its page has room for. */
const MAX_COMPARED = 20;
/** Tells a slip, such as `hrf`, from a longer name of another system, such as `iconType`. */
const LEAST_LIKENESS = 0.6;

/** Lists attributes that a component does not have, each much like one that it has and that is not given. */
function listMisspelled(component: string, attributes: Element["attributes"]): string[] {
  const definition = getOwn(COMPONENTS, component);
  if (!definition) return [];
  const given = attributes.flatMap((attribute) => (attribute.type === "mdxJsxAttribute" ? [attribute.name] : []));
  const free = Object.keys(definition.props).filter((name) => !given.includes(name));
  const unread = attributes.slice(0, MAX_COMPARED).filter((attribute) => isUnknownToComponent(component, attribute));
  return unread.flatMap((attribute) => {
    const name = "name" in attribute ? attribute.name : "";
    const [near] = findSimilar(name, new Set(free), { least: LEAST_LIKENESS });
    const meant = near ?? free.find((each) => lettersOf(each) === lettersOf(name));
    return meant ? [`<${component}> has no attribute ${name}. Did you mean ${meant}?`] : [];
  });
}

/** Returns the letters of a name in the order of the alphabet: the same where two of them changed places. */
function lettersOf(name: string): string {
  return [...name].sort().join("");
}

const SPELLING: Readonly<Record<string, string>> = { class: "className", for: "htmlFor" };

function toReactSpelling(element: string): (attribute: Attribute) => Attribute {
  return (attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || isComponentName(element)) return attribute;
    if (attribute.name.toLowerCase() === "style" && typeof attribute.value === "string")
      return { ...attribute, ...toAttribute("style", toStyle(attribute.value)) } as typeof attribute;
    if (element === "iframe" && attribute.name === "src" && typeof attribute.value === "string")
      return { ...attribute, value: attribute.value.replace(/^\/\/(?=[^/])/, "https://") };
    const name = getOwn(SPELLING, attribute.name);
    return name ? { ...attribute, name } : attribute;
  };
}

/** A larger drawing is an illustration, which may fill its place. */
const MAX_ICON_PIXELS = 100;
const VIEW = /^\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+(?<width>\d{1,3}(?:\.\d+)?)[\s,]+(?<height>\d{1,3}(?:\.\d+)?)\s*$/;

/**
 * Returns the size of an icon that has none of its own, as its lines are measured: a browser draws it as wide as the page
 * where no style sheet says otherwise. Styles win over these attributes.
 */
function sizeOfIcon(element: Element): Attribute[] {
  if (element.name !== "svg") return [];
  const isSized = element.attributes.some((each) => each.type === "mdxJsxAttribute" && /^(?:width|height)$/i.test(each.name));
  const view = isSized ? undefined : VIEW.exec((attributeText(element, "viewBox") ?? "").slice(0, 100))?.groups;
  if (!view || Number(view.width) > MAX_ICON_PIXELS || Number(view.height) > MAX_ICON_PIXELS) return [];
  return ["width", "height"].map((name): Attribute => ({ type: "mdxJsxAttribute", name, value: view[name] ?? null }));
}

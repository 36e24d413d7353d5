import type { Code, Heading, PhrasingContent, RootContent } from "mdast";
import type { FindingKind } from "../../finding.ts";
import { findSimilar } from "../../likeness.ts";
import { COMPONENTS, isComponentName, isKnownName, isOwnComponent, KNOWN_COMPONENTS } from "../components/components.ts";
import { codeText } from "../components/html.ts";
import { createRecord, getOwn } from "../model/records.ts";
import { createHeading } from "../tree/anchors.ts";
import { type Attribute, attributeText, createJsx, type Element, isElement } from "../tree/jsx.ts";
import { isPhrasing, toRuns, trimmed } from "../tree/plain-nodes.ts";
import { toTitleText } from "../tree/text.ts";
import { translateElement } from "./aliases.ts";
import { holdsBlock } from "./paragraphs.ts";
import { FunctionValue, NodesValue, toAttribute, toContent, toStyle, type Value } from "./value.ts";

/** An element as a page means it, before it is written out. */
export interface GivenElement {
  readonly name: string;
  readonly props: ReadonlyMap<string, Value>;
  readonly children: RootContent[];
  /** In a line, as opposed to among blocks. */
  readonly inText: boolean;
  readonly position: RootContent["position"];
  /** The package that its component is imported from, where that is not a file of the content. */
  readonly from?: string | undefined;
}

/** Rules by which elements are created. */
export interface ElementRules {
  readonly warn: (kind: FindingKind, message: string) => void;
}

/** Creates the element by Docent's name for it, with the attributes that a page may give it. */
export function createElement(given: GivenElement, rules: ElementRules): RootContent[] {
  const { name, position, from } = given;
  const children = name === "table" ? rowsInBody(given.children) : given.children;
  // A key is for React's own bookkeeping: no component gets it, and no element has it.
  const props = new Map([...given.props].filter(([prop]) => prop !== "key"));
  if (name === "Fragment" || name === "React.Fragment") return children;
  const warnUnread = (unread: readonly string[]) => {
    for (const each of unread.filter((prop) => !SILENT.test(prop))) rules.warn("everywhere", describeUnread(name, each));
  };
  const written = { name, props, children, position };
  const other = toCode(written) ?? toDiagram(written, rules) ?? toHeading(written);
  if (other) warnUnread([...props.keys()].filter((prop) => !(NOT_ELEMENTS[name] ?? []).includes(prop)));
  if (other) return other;
  const { unread, ...translated } = translateElement({ name, props, children });
  warnUnread(unread);
  const element = toElement({ ...given, ...translated }, rules);
  const { nodes, findings } = withoutScripts(element);
  const why = (reason: string) =>
    from ? reason.replace("is not a component of Docent", `comes from "${from}", which is not a file of the content`) : reason;
  for (const { kind, message } of findings) rules.warn(kind, why(message));
  return nodes as RootContent[];
}

/** Returns the element with its values written out. An element among its values becomes a child in a slot of that name. */
function toElement({ name, props, children, inText, position }: GivenElement, { warn }: ElementRules): Element {
  const type = inText ? "mdxJsxTextElement" : "mdxJsxFlowElement";
  const attributes: Attribute[] = [];
  const slots: RootContent[] = [];
  for (const [property, value] of props) {
    if (property === "children") slots.push(...toContent(value));
    else if (value instanceof NodesValue && COMPONENTS[name]?.props[property] === "text")
      attributes.push({ type: "mdxJsxAttribute", name: property, value: toTitleText(value.nodes) });
    else if (value instanceof NodesValue && isComponentName(name.split(".")[0] ?? ""))
      slots.push(createJsx("Slot", value.nodes, { name: property }, type));
    else if (value instanceof FunctionValue) {
      if (!isHarmlessHandler(property, props)) warn("attribute", `${property} is left out: ${RUNS_NOTHING}`);
    } else attributes.push(...[toAttribute(property, value) ?? []].flat());
  }
  return { type, name, attributes, children: [...slots, ...children], position } as Element;
}

/** With the way for what readers press or type into. */
const RUNS_NOTHING =
  'a page runs nothing in the browser. What readers press goes into a file such as site/buy.tsx that begins with "use client", and into site/ui.tsx: components: { Buy }.';

/** Returns true for a handler that a page can lose without a change: one of a pointer over something, or one on a link. */
function isHarmlessHandler(handler: string, props: ReadonlyMap<string, Value>): boolean {
  return (
    /^on(?:Mouse|Pointer|Focus|Blur|Touch)/.test(handler) ||
    (/^on(?:Click|Key)/.test(handler) && typeof props.get("href") === "string")
  );
}

/** Unwraps paragraphs of content inside a line, and makes its elements inline unless one of them is a block. */
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

interface Kept {
  /** The element, or what is left of it. */
  readonly nodes: (Element | Children[number])[];
  readonly findings: readonly { readonly kind: FindingKind; readonly message: string }[];
}

/** Attributes that run, or hold a document. */
const RUNS = /^(?:on[a-z]|dangerously|srcdoc$)/i;
/** Elements of old HTML after which a browser takes the rest of a document for text. */
const SWALLOWS = /^(?:plaintext|xmp|listing|noembed|noframes)$/i;
const swallowing = (name: string) => `<${name}> would show the rest of the page as text; only its children are shown.`;
/** Elements of a head, which would redirect the reader or move every link of the page. */
const OF_HEAD = /^(?:meta|base)$/i;
const ofHead = (name: string) => `<${name}> is left out: it belongs in the head. Redirects go into docent.config.ts.`;
/** An address that runs; browsers pass over white space and control characters in its scheme. */
const RUNNING_ADDRESS =
  /^j[\s\p{Cc}]*a[\s\p{Cc}]*v[\s\p{Cc}]*a[\s\p{Cc}]*s[\s\p{Cc}]*c[\s\p{Cc}]*r[\s\p{Cc}]*i[\s\p{Cc}]*p[\s\p{Cc}]*t[\s\p{Cc}]*:/iu;
const LEADING = /^[\s\p{Cc}]+/u;
/** Attributes for React alone, which no page has. */
const FOR_REACT = /^(?:ref$|suppress)/i;

/**
 * Returns what an element of any page may hold: scripts, and attributes that would run in the browser, are left out and named, and
 * attributes in the spelling of HTML get React's.
 */
export function withoutScripts(element: Element): Kept {
  const { name } = element;
  if (name === null) return { nodes: element.children, findings: [] };
  if (!isKnownName(name) && !isComponentName(name))
    return { nodes: [nameless(element)], findings: [{ kind: "component", message: unknown(name) }] };
  if (name.toLowerCase() === "script") {
    const message =
      "<script> is left out with all that is in it: put code into site/, scripts of docent.config.ts or the page's MDX.";
    return { nodes: [], findings: [{ kind: "unsafe", message }] };
  }
  if (OF_HEAD.test(name)) return { nodes: [], findings: [{ kind: "unsafe", message: ofHead(name) }] };
  if (SWALLOWS.test(name)) return { nodes: element.children, findings: [{ kind: "component", message: swallowing(name) }] };
  // A set, since the number of attributes is limited only by the length of the page.
  const running = new Set(element.attributes.filter(runs));
  const isKept = (attribute: Attribute) => !running.has(attribute) && !("name" in attribute && FOR_REACT.test(attribute.name));
  const attributes = [...element.attributes.filter(isKept).map(toReactSpelling(name)), ...sizeOfIcon(element)];
  const findings = [
    ...(isKnownName(name) ? [] : [{ kind: "component" as const, message: unknown(name) }]),
    ...listUnread(name, attributes),
    ...[...running].map((attribute) => ({
      kind: "unsafe" as const,
      message: `${"name" in attribute ? attribute.name : ""} of <${name}> is left out: a page runs nothing in the browser.`,
    })),
  ];
  return { nodes: [{ ...element, attributes } as Element], findings };
}

/** Returns true for an attribute that a browser would run. */
function runs(attribute: Attribute): boolean {
  if (!("name" in attribute)) return false;
  if (RUNS.test(attribute.name)) return true;
  return typeof attribute.value === "string" && RUNNING_ADDRESS.test(attribute.value.replace(LEADING, ""));
}

/** Returns the parts of an unknown element that stay: its content and, for readers of the page as text, its title. */
function nameless(element: Element): Element {
  const titles = element.attributes.filter((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "title");
  return { ...element, name: "Unknown", attributes: titles } as Element;
}

function unknown(name: string): string {
  const [meant] = findSimilar(name, KNOWN_COMPONENTS);
  return `<${name}> is not a component of Docent; only its children are shown.${meant ? ` Did you mean <${meant}>?` : ""}`;
}

/** Attributes that are compared with those of their component: their number is limited only by the length of the page. */
const MAX_COMPARED = 20;
/** Tells a slip, such as `hrf`, from a longer name of another system, such as `iconType`. */
const LEAST_LIKENESS = 0.6;

/** Attributes that change nothing that a reader sees, and those that the drawing of a picture hands on to its element. */
const SILENT = /^(?:key|slot|children)$|^(?:data|aria|client|server|set|is)[-:]/;
const OF_PICTURES = /^(?:style|loading|decoding|srcSet|sizes|fetchPriority|referrerPolicy|crossOrigin)$/;

/** Lists attributes that a component does not have: slips, much like one that it has and that is not given, and others. */
function listUnread(component: string, attributes: Element["attributes"]): Kept["findings"] {
  const definition = isOwnComponent(component) ? undefined : getOwn(COMPONENTS, component);
  if (!definition) return [];
  const given = attributes.flatMap((attribute) => (attribute.type === "mdxJsxAttribute" ? [attribute.name] : []));
  const free = Object.keys(definition.props).filter((name) => !given.includes(name));
  const isUnread = (name: string) =>
    !Object.hasOwn(definition.props, name) && !SILENT.test(name) && !(component === "Image" && OF_PICTURES.test(name));
  return [...new Set(given)]
    .slice(0, MAX_COMPARED)
    .filter(isUnread)
    .map((name) => {
      const [near] = findSimilar(name, new Set(free), { least: LEAST_LIKENESS });
      const meant = near ?? free.find((each) => lettersOf(each) === lettersOf(name));
      if (meant) return { kind: "attribute", message: `<${component}> has no attribute ${name}. Did you mean ${meant}?` };
      return { kind: "everywhere", message: describeUnread(component, name) };
    });
}

function describeUnread(component: string, name: string): string {
  return `<${component}> has no attribute ${name}; it is left out.`;
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
 * Returns the size of an icon without one, from its view box: without a style sheet, a browser draws it as wide as the page.
 * Styles win over these attributes.
 */
function sizeOfIcon(element: Element): Attribute[] {
  if (element.name !== "svg") return [];
  const isSized = element.attributes.some((each) => each.type === "mdxJsxAttribute" && /^(?:width|height)$/i.test(each.name));
  const view = isSized ? undefined : VIEW.exec((attributeText(element, "viewBox") ?? "").slice(0, 100))?.groups;
  if (!view || Number(view.width) > MAX_ICON_PIXELS || Number(view.height) > MAX_ICON_PIXELS) return [];
  return ["width", "height"].map((name): Attribute => ({ type: "mdxJsxAttribute", name, value: view[name] ?? null }));
}

/** Attributes in which the diagrams of Fumadocs, Docusaurus and own components have their source. */
const DIAGRAM_SOURCES = ["source", "chart", "code", "value", "definition", "diagram"];

/** Returns the fence that `<Mermaid>` stands for, whose source is in it or in an attribute; undefined for any other element. */
function toDiagram({ name, props, children, position }: Given, { warn }: ElementRules): RootContent[] | undefined {
  if (name !== "Mermaid" || isOwnComponent(name)) return undefined;
  const fences = children.filter((child) => child.type === "code");
  if (fences.length > 0) return fences.map((fence) => ({ ...fence, lang: "mermaid" }));
  const source = textProp(props, ...DIAGRAM_SOURCES) ?? codeText({ type: "root", children: [...children] });
  const value = source.replace(/^(?:[ \t]*\n)+|\s+$/g, "");
  if (value === "") warn("component", `<Mermaid> shows nothing: it has no source. Write it as chart="…" or between its tags.`);
  return value === "" ? [] : [{ type: "code", lang: "mermaid", value: withSigns(value), ...(position ? { position } : {}) }];
}

/** Returns a source with the arrows of one that has them as HTML writes them: `A --&gt; B`. */
function withSigns(source: string): string {
  return /[<>]/.test(source) ? source : source.replaceAll("&gt;", ">").replaceAll("&lt;", "<");
}

/** Returns the heading that `<Heading level={2} id="setup">` or `<Heading as="h2">` is; undefined for any other element. */
function toHeading({ name, props, children, position }: Given): RootContent[] | undefined {
  if (name !== "Heading" || KNOWN_COMPONENTS.has(name)) return undefined;
  const depth = Number(/[1-6]$/.exec(String(props.get("level") ?? props.get("as")))?.[0] ?? 2) as Heading["depth"];
  const words = children.flatMap((child): RootContent[] => (child.type === "paragraph" ? child.children : [child]));
  return [createHeading({ depth, words: trimmed(words.filter(isWord)), id: textProp(props, "id"), position })];
}

function isWord(node: RootContent): node is PhrasingContent {
  return isPhrasing(node) || isElement(node);
}

/** Components that show code, in Mintlify, Docusaurus, Starlight and Fumadocs. */
const CODE_ELEMENTS: ReadonlySet<string> = new Set(["CodeBlock", "Code", "DynamicCodeBlock"]);
const FLAGS = ["lines", "lineNumbers", "showLineNumbers", "nocopy", "wrap", "expandable"];

/** Attributes of the components that become a part of Markdown in place of an element. */
const NOT_ELEMENTS: Readonly<Record<string, readonly string[]>> = createRecord(
  Object.fromEntries([
    ["Heading", ["level", "as", "id"]],
    ["Mermaid", DIAGRAM_SOURCES],
    ...[...CODE_ELEMENTS].map((name) => [
      name,
      [
        "code",
        "language",
        "lang",
        "title",
        "filename",
        "icon",
        "meta",
        "metastring",
        "className",
        "highlight",
        "mark",
        "focus",
        ...FLAGS,
      ],
    ]),
  ]),
);

interface Given {
  readonly name: string;
  readonly props: ReadonlyMap<string, Value>;
  readonly children: readonly RootContent[];
  readonly position: RootContent["position"];
}

/** Returns the fence that a component stands for whose text or attribute is code; undefined for any other element. */
export function toCode({ name, props, children, position }: Given): RootContent[] | undefined {
  if (!CODE_ELEMENTS.has(name) || KNOWN_COMPONENTS.has(name)) return undefined;
  const fences = children.filter((child) => child.type === "code");
  if (fences.length > 0)
    return children.map((child) => (child.type === "code" ? { ...child, meta: child.meta ?? metaOf(props) } : child));
  const given = textProp(props, "code");
  // Lines of JSX text may be indented as the element is.
  const value = (given ?? codeText({ type: "root", children: [...children] })).replace(/^\n+|(?<!\n)\n+$/g, "");
  if (value === "" && given === undefined) return undefined;
  const ofClass = /(?:^|\s)language-([\w+#.-]+)/.exec(textProp(props, "className") ?? "")?.[1];
  const language = textProp(props, "language", "lang") ?? ofClass ?? "";
  const fence: Code = { type: "code", lang: /^[\w+#.-]{1,40}$/.test(language) ? language : null, meta: metaOf(props), value };
  return [{ ...fence, ...(position ? { position } : {}) }];
}

function textProp(props: ReadonlyMap<string, Value>, ...names: string[]): string | undefined {
  const value = names.map((name) => props.get(name)).find((each) => typeof each === "string");
  return typeof value === "string" ? value : undefined;
}

function metaOf(props: ReadonlyMap<string, Value>): string {
  const title = textProp(props, "title", "filename")?.replace(/["\n]/g, "'");
  const icon = textProp(props, "icon");
  const flags = FLAGS.filter((flag) => props.get(flag) === true || props.get(flag) === "true");
  if (props.has("data-line-numbers")) flags.push("lineNumbers");
  const [highlight, focus] = [rangesOf(props, "highlight", "mark"), rangesOf(props, "focus")];
  return [
    textProp(props, "meta", "metastring")?.replace(/\n/g, " "),
    title && `title="${title}"`,
    icon && /^[\w-]+$/.test(icon) && `icon="${icon}"`,
    ...flags,
    highlight && `{${highlight}}`,
    focus && `focus={${focus}}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns lines as `1,3-5`, from a text, a list, or a list that is written as text. */
function rangesOf(props: ReadonlyMap<string, Value>, ...names: string[]): string {
  const value = names.map((name) => props.get(name)).find((each) => each !== undefined);
  const words = (Array.isArray(value) ? value : [value]).map((each) => (typeof each === "number" ? String(each) : each));
  return words.flatMap((each) => (typeof each === "string" ? (each.match(/\d{1,6}(?:-\d{1,6})?/g) ?? []) : [])).join(",");
}

/**
 * Returns children of a table, with rows that are in no part of it in a body, as browsers put them there; without, what the
 * server sends and what the browser makes of it differ, and React draws the page a second time.
 */
function rowsInBody(children: RootContent[]): RootContent[] {
  if (!children.some(isRow)) return children;
  const parts = children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  return toRuns(parts, isRow).flatMap(({ isIn, run }) => {
    const [first] = run as Element[];
    return isIn && first ? [{ ...createJsx("tbody", run, {}, first.type), position: first.position }] : run;
  });
}

function isRow(node: RootContent): node is Element {
  return isElement(node) && node.name === "tr";
}

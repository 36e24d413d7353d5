import type { RootContent as HtmlContent, Element as HtmlElement, Root as HtmlRoot } from "hast";
import { raw } from "hast-util-raw";
import type { Nodes, Root, RootContent } from "mdast";
import { find, html, svg } from "property-information";
import { VFile } from "vfile";
import { isComponentName, isElementName } from "../components/components.ts";
import { isPhrasing } from "../tree/plain-nodes.ts";

const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:[^<>"'`]|"[^"]*"|'[^']*')*)>/g;
/** Elements whose children are elements alone: white space between those is nothing. */
const HOLDERS = /^(?:table|thead|tbody|tfoot|tr|colgroup|ul|ol|dl|select|picture|video|audio)$/;
/** Elements that show their text with its lines. */
const PREFORMATTED = /^(?:pre|textarea|style|script)$/;
/** Elements that prose is about, and that would take in all words after them. */
const NAMED_IN_PROSE =
  /^(?:html|head|body|title|script|style|template|textarea|xmp|plaintext|iframe|noscript|noembed|noframes|form|select|button)$/;
/** Any file: with one, the parser keeps positions. */
const POSITIONED = new VFile();
const ALIAS = "docent-component-";

/**
 * Replaces the HTML in a tree of Markdown with elements, as MDX has them. Tags are paired as browsers do, with the Markdown between
 * them inside; comments are left out. Components keep their names, and a tag of no element that nothing closes is text:
 * `<your name>`.
 *
 * @example `<details>`, a paragraph and `</details>` become one element that holds the paragraph.
 */
export function readHtml<Node extends Root | RootContent>(tree: Node): Node {
  if (!("children" in tree) || !holdsHtml(tree)) return tree;
  const closed = new Set<string>();
  listHtml(tree).forEach((text) => {
    for (const [, name = ""] of text.matchAll(/<\/([A-Za-z][\w.-]*)/g)) closed.add(name.toLowerCase());
  });
  return readChildren(tree, false, closed);
}

function holdsHtml(node: Nodes): boolean {
  return node.type === "html" || ("children" in node && node.children.some(holdsHtml));
}

function listHtml(node: Nodes): string[] {
  if (node.type === "html") return [node.value];
  return "children" in node ? node.children.flatMap(listHtml) : [];
}

function readChildren<Node extends Nodes>(parent: Node, inLine: boolean, closed: ReadonlySet<string>): Node {
  if (!("children" in parent)) return parent;
  const isLine = inLine || isPhrasing(parent) || /^(?:paragraph|heading|tableCell)$/.test(parent.type);
  const nodes = (parent.children as RootContent[]).map((child) => readChildren(child, isLine, closed));
  if (!nodes.some(({ type }) => type === "html")) return { ...parent, children: nodes };
  const spelling: Spelling = { components: [], attributes: new Map() };
  const children = nodes.map((node, index) =>
    node.type === "html"
      ? { type: "raw", value: toParserInput(node.value, closed, spelling), position: node.position }
      : { type: "kept", index },
  );
  const options = { passThrough: ["kept"] as unknown as [], file: POSITIONED };
  const parsed = raw({ type: "root", children } as unknown as HtmlRoot, options) as HtmlRoot;
  const to: ToNodes = { nodes, isLine, spelling };
  return { ...parent, children: parsed.children.flatMap((child) => toNodes(child, to, "")) };
}

/** Names as they are written, which the parser of HTML lowers. */
interface Spelling {
  readonly components: string[];
  readonly attributes: Map<string, string>;
}

/** Returns HTML with components under names that the parser keeps apart, and with a tag of no element as text. */
function toParserInput(text: string, closed: ReadonlySet<string>, { components, attributes }: Spelling): string {
  if (text.startsWith("<!--")) return text;
  return text.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    const isEmpty = rest.endsWith("/");
    const isOpenEnded = !slash && !isEmpty && !closed.has(name.toLowerCase());
    if (isOpenEnded && isWord(name.toLowerCase())) return `&lt;${tag.slice(1)}`;
    if (!isComponentName(name.replaceAll(".", ""))) return tag;
    // `<DIV>` is not a component.
    if (name === name.toUpperCase() && isElementName(name.toLowerCase())) return tag;
    for (const [attribute] of rest.replace(/"[^"]*"|'[^']*'/g, "").matchAll(/[^\s=/]*[A-Z][^\s=/]*/g))
      attributes.set(attribute.toLowerCase(), attribute);
    if (!components.includes(name)) components.push(name);
    const alias = `${ALIAS}${components.indexOf(name)}`;
    return isEmpty ? `<${alias}${rest.slice(0, -1)}></${alias}>` : `<${slash}${alias}${rest}>`;
  });
}

/** Returns true for the name of an unclosed tag that is a word of prose. */
export function isWord(name: string): boolean {
  return NAMED_IN_PROSE.test(name) || !isElementName(name);
}

type Value = HtmlElement["properties"][string];

interface ToNodes {
  /** The Markdown between the tags. */
  readonly nodes: readonly RootContent[];
  readonly isLine: boolean;
  readonly spelling: Spelling;
}

/** Returns what the parser made of HTML as nodes of a page. `holder`: the name of the element around it. */
function toNodes(node: HtmlContent | { type: "kept"; index: number }, to: ToNodes, holder: string): RootContent[] {
  switch (node.type) {
    case "kept":
      return [to.nodes[node.index] as RootContent];
    case "text": {
      const isBlank = node.value.trim() === "";
      if (isBlank && (HOLDERS.test(holder) || (holder === "" && !to.isLine))) return [];
      return [{ type: "text", value: PREFORMATTED.test(holder) ? node.value : node.value.replace(/\s+/g, " ") }];
    }
    case "element":
      return [toCode(node) ?? toElement(node, to, holder)];
    default:
      return [];
  }
}

function toElement(node: HtmlElement, to: ToNodes, holder: string): RootContent {
  const name = node.tagName.startsWith(ALIAS)
    ? (to.spelling.components[Number(node.tagName.slice(ALIAS.length))] ?? "")
    : node.tagName;
  const within = PREFORMATTED.test(holder) ? holder : name;
  const isLine = to.isLine || node.children.some((child) => child.type === "text" && child.value.trim() !== "");
  return {
    type: to.isLine ? "mdxJsxTextElement" : "mdxJsxFlowElement",
    name,
    attributes: Object.entries(node.properties).map(([property, value]) => toAttribute(name, property, value, to.spelling)),
    children: (node.children as HtmlContent[]).flatMap((child) => toNodes(child, { ...to, isLine }, within)),
    position: node.position,
  } as RootContent;
}

function toAttribute(element: string, property: string, value: Value, { attributes }: Spelling) {
  const known = [html, svg].find((schema) => schema.property[property]);
  const { attribute, commaSeparated } = find(known ?? html, property);
  const text = Array.isArray(value) ? value.join(commaSeparated ? ", " : " ") : String(value);
  const isFlag = value === true || (value === "" && (known === undefined || isComponentName(element)));
  return { type: "mdxJsxAttribute", name: attributes.get(attribute) ?? attribute, value: isFlag ? null : text };
}

/** Returns the fence that preformatted code is; undefined when it has attributes or more than text. */
function toCode(pre: HtmlElement): RootContent | undefined {
  const [code, ...others] = pre.tagName === "pre" && Object.keys(pre.properties).length === 0 ? pre.children : [];
  if (code?.type !== "element" || code.tagName !== "code" || others.length > 0) return undefined;
  if (!code.children.every(({ type }) => type === "text")) return undefined;
  const classes = [code.properties.className].flat().join(" ");
  const value = code.children.map((child) => ("value" in child ? child.value : "")).join("");
  return { type: "code", lang: /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? null, value: value.replace(/^\n|\n$/g, "") };
}

import type {
  BlockContent,
  Heading,
  Link,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from "mdast";
import { attributeText, attributeValue, isElement, literalOf } from "./expressions.ts";
import { walk } from "./parse.ts";
import { toText } from "./text.ts";

type Element = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
type Expand = (element: Element, depth: number) => RootContent[];

/**
 * What a plain node came from, where that matters to the reader of the tree. `title`: a component's title, with no
 * anchor in the HTML. `steps`: each item is one step. `cards`: joins with its like. `decoration`: carries no content.
 */
type Origin = "title" | "steps" | "cards" | "decoration";

declare module "mdast" {
  interface Data {
    docent?: Origin;
  }
}

/**
 * A page's tree without components: each is replaced by the Markdown that says the same to a reader. Titles of
 * components survive; what readers do not see (comments, content for agents, prompts, styles, attributes) does not.
 * The given tree is left as it is.
 */
export function toPlainTree(tree: Root): Root {
  return { ...tree, children: expandAll(tree.children, 1) };
}

export function originOf(node: Nodes): Origin | undefined {
  return node.data?.docent;
}

/** Plain forms of flow content. `depth`: level of the heading above it. */
function expandAll(nodes: readonly RootContent[], depth: number): RootContent[] {
  const plain: RootContent[] = [];
  let level = depth;
  for (const node of nodes) {
    if (node.type === "heading") level = node.depth;
    for (const part of expand(node, level)) pushJoined(plain, part);
  }
  return wrapPhrasing(plain);
}

function expand(node: RootContent, depth: number): RootContent[] {
  if (isElement(node)) return expandElement(node, depth);
  switch (node.type) {
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return textNodes(literalOf(node));
    case "mdxjsEsm":
    case "html":
    case "yaml":
      return [];
    case "paragraph":
      return expandParagraph(node, depth);
    case "code":
      return expandCode(node);
    case "heading":
    case "emphasis":
    case "strong":
    case "delete":
    case "link":
    case "linkReference":
    case "tableCell":
      return [{ ...node, children: expandInline(node.children) } as RootContent];
    default:
      return "children" in node
        ? [{ ...node, children: expandAll(node.children as RootContent[], depth) } as RootContent]
        : [node];
  }
}

/** A paragraph that holds block components (as `<Card>text</Card>` on one line does) gives up its place to them. */
function expandParagraph(node: Paragraph, depth: number): RootContent[] {
  const children = node.children.flatMap((child) => expand(child, depth));
  if (children.every(isPhrasing)) return hasContent(children) ? [{ ...node, children: children as PhrasingContent[] }] : [];
  return wrapPhrasing(children);
}

function expandInline(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node) => expand(node, 6)).filter(isPhrasing);
}

/** A fence keeps its language; its title stands before it. */
function expandCode(node: Extract<RootContent, { type: "code" }>): RootContent[] {
  const title = fenceTitle(node.meta ?? "");
  return title ? [titleParagraph(title), { ...node, meta: null }] : [{ ...node, meta: null }];
}

/** The title in a fence's meta: `title="…"`, or plain words as `bash npm` has them. */
export function fenceTitle(meta: string): string {
  const stated = /(?:^|\s)(?:title|filename)=(?:"([^"]*)"|'([^']*)')/.exec(meta);
  if (stated) return (stated[1] ?? stated[2] ?? "").trim();
  const rest = meta
    .replace(/[\w-]+=(?:"[^"]*"|'[^']*'|\{[^}]*\}|\S+)/g, " ")
    .replace(/\{[^}]*\}|(?:^|\s)\/[^/\s]+\/(?=\s|$)/g, " ")
    .replace(/(?:^|\s)(?:wrap|lines|lineNumbers|showLineNumbers|expandable|twoslash|noCopy|nocopy|copy)(?=\s|$)/g, " ");
  return rest.replace(/\s+/g, " ").trim();
}

function expandElement(element: Element, depth: number): RootContent[] {
  if (isHidden(element)) return [];
  const expansion = EXPANSIONS[element.name ?? ""];
  if (expansion) return expansion(element, depth);
  const title = /^[A-Z]/.test(element.name ?? "") ? attributeText(element, "title") : undefined;
  return title ? titled(element, title, depth) : childrenOf(element, depth);
}

const callout =
  (fallback: string): Expand =>
  (element, depth) => {
    const label = capitalise(fallback || attributeText(element, "type") || "note");
    const title = attributeText(element, "title");
    const children = [
      { ...strongParagraph(`${label}:`), data: origin("decoration") },
      ...(title ? [titleParagraph(title)] : []),
      ...blocksOf(element, depth),
    ];
    return [{ type: "blockquote", children: children as BlockContent[] }];
  };

const section: Expand = (element, depth) => titled(element, attributeText(element, "title", "label", "value"), depth);
const nothing: Expand = () => [];
const transparent: Expand = (element, depth) => childrenOf(element, depth);

const EXPANSIONS: Readonly<Record<string, Expand>> = {
  Note: callout("note"),
  Info: callout("info"),
  Tip: callout("tip"),
  Warning: callout("warning"),
  Danger: callout("danger"),
  Check: callout("check"),
  Callout: callout(""),
  Steps: (element, depth) => [stepList(element, depth)],
  Step: (element, depth) => [{ ...orderedList([stepItem(element, depth)]), data: origin("steps") }],
  Tab: section,
  Accordion: section,
  Expandable: section,
  Update: section,
  View: section,
  details: (element, depth) => titled(element, summaryOf(element), depth),
  summary: nothing,
  Card: (element, depth) => [cardItem(element, depth)],
  Tile: (element, depth) => [cardItem(element, depth)],
  ParamField: (element, depth) => [fieldItem(element, depth)],
  ResponseField: (element, depth) => [fieldItem(element, depth)],
  Frame: (element, depth) => [...childrenOf(element, depth), ...captionOf(element)],
  Folder: (element, depth) => [fileItem(element, depth)],
  File: (element, depth) => [fileItem(element, depth)],
  Tooltip: transparent,
  Icon: nothing,
  Color: nothing,
  svg: nothing,
  style: nothing,
  script: nothing,
  template: nothing,
  br: () => [{ type: "break" }],
  hr: () => [{ type: "thematicBreak" }],
  a: (element) => [linkTo(attributeText(element, "href") ?? "", inlineOf(element))],
  img: imageOf,
  Image: imageOf,
  video: mediaLink,
  iframe: mediaLink,
  strong: (element) => [{ type: "strong", children: inlineOf(element) }],
  b: (element) => [{ type: "strong", children: inlineOf(element) }],
  em: (element) => [{ type: "emphasis", children: inlineOf(element) }],
  i: (element) => [{ type: "emphasis", children: inlineOf(element) }],
  code: (element) => [{ type: "inlineCode", value: textOf(element) }],
  kbd: (element) => [{ type: "inlineCode", value: textOf(element) }],
  pre: (element) => [{ type: "code", value: textOf(element) }],
  p: (element, depth) => expandParagraph({ type: "paragraph", children: element.children as PhrasingContent[] }, depth),
  blockquote: (element, depth) => [{ type: "blockquote", children: blocksOf(element, depth) as BlockContent[] }],
  ul: (element, depth) => [htmlList(element, false, depth)],
  ol: (element, depth) => [htmlList(element, true, depth)],
  table: (element) => tableOf(element),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingOf(level as Heading["depth"])])),
};

/** Names of the components whose meaning the plain form knows; any other shows its children. */
export const KNOWN_COMPONENTS: ReadonlySet<string> = new Set([
  ...Object.keys(EXPANSIONS).filter((name) => /^[A-Z]/.test(name)),
  ...["Accordions", "AccordionGroup", "Badge", "Cards", "CardGroup", "CodeGroup", "Column", "Columns", "Files", "Panel"],
  ...["Prompt", "RequestExample", "ResponseExample", "Tabs", "Tree", "Visibility"],
]);

/** Takes out of a tree what is meant for agents and not for readers, so that no component has to. */
export function removeContentForAgents(tree: Root): void {
  walk(tree, (node) => {
    if ("children" in node) node.children = node.children.filter((child) => !isForAgents(child)) as typeof node.children;
    return undefined;
  });
}

function isForAgents(node: Nodes): boolean {
  return isElement(node) && (node.name === "Prompt" || (node.name === "Visibility" && attributeText(node, "for") === "agents"));
}

function isHidden(element: Element): boolean {
  if (isForAgents(element)) return true;
  if (attributeValue(element, "hidden") === true || attributeValue(element, "hidden") === "") return true;
  const classes = (attributeText(element, "className", "class") ?? "").split(/\s+/);
  // `hidden dark:block` and `hidden md:flex` are seen by some readers.
  return classes.includes("hidden") && !classes.some((name) => /:(block|flex|grid|inline|table|contents)/.test(name));
}

function titled(element: Element, title: string | undefined, depth: number): RootContent[] {
  if (!title) return childrenOf(element, depth).map(withoutAnchors);
  const level = Math.min(depth + 1, 6) as Heading["depth"];
  const heading: Heading = { type: "heading", depth: level, children: [{ type: "text", value: title }], data: origin("title") };
  return [heading, ...blocksOf(element, level).map(withoutAnchors)];
}

/** What opens on demand may not be in the HTML yet, so that headings in it cannot be linked to. */
function withoutAnchors(node: RootContent): RootContent {
  return node.type === "heading" ? { ...node, data: origin("title") } : node;
}

function headingOf(level: Heading["depth"]): Expand {
  return (element) => [{ type: "heading", depth: level, children: inlineOf(element), data: origin("title") }];
}

function summaryOf(element: Element): string | undefined {
  const summary = element.children.flatMap(withParagraphChildren).find((child) => isElement(child) && child.name === "summary");
  return summary ? toText(summary) : undefined;
}

function withParagraphChildren(node: Nodes): Nodes[] {
  return node.type === "paragraph" ? [...node.children] : [node];
}

function stepList(element: Element, depth: number): List {
  const steps = element.children.flatMap(withParagraphChildren).filter(isElement);
  const items = steps.length > 0 ? steps.map((step) => stepItem(step, depth)) : [listItem(childrenOf(element, depth))];
  return { ...orderedList(items), data: origin("steps") };
}

function stepItem(element: Element, depth: number): ListItem {
  const title = attributeText(element, "title");
  return { ...listItem([...(title ? [titleParagraph(title)] : []), ...blocksOf(element, depth)]), spread: true };
}

/** A card becomes a list item that links to where the card leads. */
function cardItem(element: Element, depth: number): RootContent {
  const href = attributeText(element, "href", "url");
  const title = attributeText(element, "title") ?? href;
  const words: PhrasingContent[] = title ? [{ type: "text", value: title }] : [];
  const head: PhrasingContent[] = href ? [linkTo(href, words)] : [{ type: "strong", children: words }];
  const [first, ...rest] = blocksOf(element, depth);
  const opening: Paragraph = { type: "paragraph", children: head };
  if (first?.type !== "paragraph") return cards([opening, ...(first ? [first] : []), ...rest]);
  return cards([{ type: "paragraph", children: [...head, { type: "text", value: ": " }, ...first.children] }, ...rest]);
}

function cards(children: RootContent[]): List {
  return { type: "list", spread: false, children: [listItem(children)], data: origin("cards") };
}

/** `name` (type, required, default: …): description. */
function fieldItem(element: Element, depth: number): RootContent {
  const name = attributeText(element, "name", "path", "query", "body", "header", "cookie") ?? "";
  const facts = [
    attributeText(element, "type"),
    attributeValue(element, "required") ? "required" : undefined,
    attributeValue(element, "deprecated") ? "deprecated" : undefined,
    attributeText(element, "default") && `default: ${attributeText(element, "default")}`,
  ].filter(Boolean);
  const head: PhrasingContent[] = [
    { type: "inlineCode", value: name },
    ...(facts.length > 0 ? [{ type: "text" as const, value: ` (${facts.join(", ")})` }] : []),
  ];
  const [first, ...rest] = blocksOf(element, depth);
  if (first?.type !== "paragraph") return cards([{ type: "paragraph", children: head }, ...(first ? [first] : []), ...rest]);
  return cards([{ type: "paragraph", children: [...head, { type: "text", value: ": " }, ...first.children] }, ...rest]);
}

function fileItem(element: Element, depth: number): RootContent {
  const name: Paragraph = { type: "paragraph", children: [{ type: "inlineCode", value: attributeText(element, "name") ?? "" }] };
  return cards([name, ...blocksOf(element, depth)]);
}

function captionOf(element: Element): RootContent[] {
  const caption = attributeText(element, "caption");
  return caption ? [{ type: "paragraph", children: [{ type: "text", value: caption }] }] : [];
}

function imageOf(element: Element): RootContent[] {
  const url = attributeText(element, "src");
  return url ? [{ type: "image", url, alt: attributeText(element, "alt") ?? "" }] : [];
}

function mediaLink(element: Element): RootContent[] {
  const url = attributeText(element, "src");
  const title = attributeText(element, "title", "aria-label");
  return url && title ? [{ type: "paragraph", children: [linkTo(url, [{ type: "text", value: title }])] }] : [];
}

function htmlList(element: Element, ordered: boolean, depth: number): List {
  const items = element.children.flatMap(withParagraphChildren).filter(isElement);
  return { type: "list", ordered, spread: false, children: items.map((item) => listItem(childrenOf(item, depth))) };
}

function tableOf(element: Element): RootContent[] {
  const rows = elementsNamed(element, /^tr$/).map((row) => elementsNamed(row, /^t[hd]$/));
  if (rows.length === 0) return [];
  const table: Table = {
    type: "table",
    children: rows.map((cells) => ({
      type: "tableRow",
      children: cells.map((cell) => ({ type: "tableCell", children: inlineOf(cell) })),
    })),
  };
  return [table];
}

function elementsNamed(node: Nodes, name: RegExp): Element[] {
  if (!("children" in node)) return [];
  return node.children.flatMap((child: Nodes) =>
    isElement(child) && name.test(child.name ?? "") ? [child] : elementsNamed(child, name),
  );
}

function childrenOf(element: Element, depth: number): RootContent[] {
  const children = element.children as RootContent[];
  if (element.type === "mdxJsxFlowElement") return expandAll(children, depth);
  return children.flatMap((child) => expand(child, depth));
}

function blocksOf(element: Element, depth: number): RootContent[] {
  return wrapPhrasing(childrenOf(element, depth));
}

function inlineOf(element: Element): PhrasingContent[] {
  const children = (element.children as RootContent[]).flatMap((child) =>
    child.type === "paragraph" ? child.children : [child],
  );
  return expandInline(children as PhrasingContent[]);
}

function textOf(element: Element): string {
  return inlineOf(element).map(toText).join("");
}

function linkTo(url: string, children: PhrasingContent[]): Link {
  return { type: "link", url, children: children as Link["children"] };
}

function textNodes(value: string | number | undefined): RootContent[] {
  return value === undefined || value === "" ? [] : [{ type: "text", value: String(value) }];
}

function titleParagraph(title: string): Paragraph {
  return { ...strongParagraph(title), data: origin("title") };
}

function strongParagraph(value: string): Paragraph {
  return { type: "paragraph", children: [{ type: "strong", children: [{ type: "text", value }] }] };
}

function orderedList(children: ListItem[]): List {
  return { type: "list", ordered: true, start: 1, spread: true, children };
}

function listItem(children: RootContent[]): ListItem {
  return { type: "listItem", spread: false, children: wrapPhrasing(children) as BlockContent[] };
}

function origin(docent: Origin): { docent: Origin } {
  return { docent };
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Neighbouring cards, and single steps, become one list. */
function pushJoined(list: RootContent[], node: RootContent): void {
  const last = list.at(-1);
  const kind = originOf(node);
  if (node.type === "list" && last?.type === "list" && (kind === "cards" || kind === "steps") && originOf(last) === kind)
    list[list.length - 1] = { ...last, children: [...last.children, ...node.children] };
  else list.push(node);
}

const PHRASING = new Set(["text", "emphasis", "strong", "delete", "inlineCode", "break", "link", "linkReference", "image"]);

function isPhrasing(node: Nodes): node is PhrasingContent {
  return PHRASING.has(node.type) || node.type === "imageReference" || node.type === "footnoteReference";
}

/** Puts runs of inline content that stand among blocks into paragraphs of their own. */
function wrapPhrasing(nodes: readonly RootContent[]): RootContent[] {
  const wrapped: RootContent[] = [];
  let run: PhrasingContent[] = [];
  const close = () => {
    if (hasContent(run)) wrapped.push({ type: "paragraph", children: run });
    run = [];
  };
  for (const node of nodes) {
    if (isPhrasing(node)) run.push(node);
    else {
      close();
      wrapped.push(node);
    }
  }
  close();
  return wrapped;
}

function hasContent(nodes: readonly Nodes[]): boolean {
  return nodes.some((node) => node.type !== "break" && !(node.type === "text" && node.value.trim() === ""));
}

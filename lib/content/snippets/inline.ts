// Tested in aliases.test.ts.
import type { Program } from "estree-jsx";
import type { Paragraph, Parent, Root, RootContent } from "mdast";
import { attributeText, type Element, isElement } from "../expressions.ts";
import type { Notice } from "../notice.ts";
import { isPhrasing, wrapPhrasing } from "../plain-nodes.ts";
import { groupViews } from "./aliases.ts";
import { API_PAGES } from "./api-page.ts";
import { Budget } from "./budget.ts";
import { type Meant, readAlert, readDirective } from "./directives.ts";
import { createElement, intoSlot, readAttributes, takesSlots } from "./elements.ts";
import { evaluate } from "./evaluate.ts";
import { evaluateApart } from "./functions.ts";
import { toInstallCommands } from "./install-commands.ts";
import { payNode, sourceOf, toContent } from "./jsx.ts";
import { toJsxNodes } from "./jsx-nodes.ts";
import { declareNames, type ModuleParser } from "./load.ts";
import type { Modules } from "./modules.ts";
import type { Place, State } from "./place.ts";
import { Scope } from "./scope.ts";
import { fromData, isFunction, Outside, reasonOf, toNodesValue, toRecord } from "./value.ts";

const MAX_NOTICES = 100;
const LONGEST_SOURCE = 100;
const LONGEST_REASON = 500;

export interface InlineInput {
  readonly tree: Root;
  readonly file: string;
  readonly trusted: boolean;
  /** Leaves expressions that only JavaScript can work out, where the page came with the build. */
  readonly keepCode: boolean;
  readonly modules: Modules;
  /** What expressions may read of the page's front matter. */
  readonly frontMatter?: Readonly<Record<string, unknown>> | undefined;
  readonly parse: ModuleParser;
  /** Leaves undefined what of a list or a record cannot be worked out; without it, such a part costs the whole. */
  readonly isLenient?: boolean;
  readonly describe: State["describe"];
}

/** What Astro, Docusaurus and Nextra call a page's front matter in its expressions. */
const FRONT_MATTER = ["frontmatter", "frontMatter", "metadata"];

export interface Inlined {
  readonly tree: Root;
  readonly notices: readonly Notice[];
  /** Whether expressions are left, which run as code. */
  readonly hasCode: boolean;
}

/**
 * A page without imports, exports and expressions: each is replaced by what it stands for, worked out over its syntax tree and
 * never run. What cannot be worked out costs its own place only: a name shows its source, an attribute is left out, a
 * component shows its children; a notice names each with file and line. The given tree is left as it is.
 */
export function inline({ tree, file, ...input }: InlineInput): Inlined {
  const notices = new Map<string, Notice>();
  const state = createState({ ...input, file }, (kind, words, at) => {
    const reason = words.length > LONGEST_REASON ? `${words.slice(0, LONGEST_REASON)}…` : words;
    const notice: Notice = { kind, file: at.file, line: at.line, column: at.column, reason };
    if (notices.size < MAX_NOTICES) notices.set(JSON.stringify(notice), notice);
  });
  const scope = new Scope(undefined, file);
  scope.set("props", { kind: "record", entries: new Map() });
  scope.set("user", { kind: "record", entries: new Map() });
  if (input.frontMatter) for (const name of FRONT_MATTER) scope.set(name, fromData(input.frontMatter));
  state.page = scope;
  declareNames(tree, scope, state);
  const children = inLayout(expandAll(tree.children, { scope, inText: false, isPage: true }, state), scope, state);
  return { tree: { ...tree, children }, notices: [...notices.values()], hasCode: state.hasCode };
}

/** A page in what it exports as its layout. */
function inLayout(children: RootContent[], scope: Scope, state: State): RootContent[] {
  if (!scope.has("default")) return children;
  try {
    const layout = scope.get("default");
    if (!isFunction(layout)) return children;
    const given = { children: toNodesValue(children), components: toRecord(API_PAGES) };
    return toContent(layout.call([toRecord(Object.entries(given))], state.run.budget), state.run.budget);
  } catch (cause) {
    state.notice("component", `The layout of the page is not shown: ${reasonOf(cause)}.`, { file: scope.file });
    return children;
  }
}

/** What working out one page, or one file, keeps in mind, with all of its budget. */
export function createState(
  { trusted, keepCode, modules, parse, describe, file, isLenient = false }: Omit<InlineInput, "tree">,
  notice: State["notice"],
): State {
  const state: State = {
    file,
    modules,
    parse,
    describe,
    shown: new Set(),
    loaded: new Map(),
    regions: new Map(),
    missing: new Map(),
    stack: [],
    keepCode: keepCode && trusted,
    trusted,
    page: new Scope(undefined),
    hasCode: false,
    inText: false,
    components: 0,
    run: { budget: new Budget(), isLenient, evaluate, toNodes: (node, scope) => toJsxNodes(node, scope, state) },
    expand: (nodes, place) => expandAll(nodes, place, state),
    notice,
  };
  return state;
}

function expandAll(nodes: readonly RootContent[], place: Place, state: State): RootContent[] {
  return groupViews(nodes.flatMap((node) => expand(node, place, state)));
}

function expand(node: RootContent, place: Place, state: State): RootContent[] {
  try {
    // The page itself is as long as it is; what it takes in may be taken in again and again.
    if (!place.isPage) payNode(node, state.run.budget);
    // What a page tells browsers of itself, as Docusaurus writes it, is nothing that it shows.
    if (isElement(node) && node.name === "head") return [];
    if (isElement(node)) return expandElement(node, place, state);
    switch (node.type) {
      case "mdxjsEsm":
        return [];
      case "mdxFlowExpression":
      case "mdxTextExpression":
        return expandExpression(node, place, state);
      case "paragraph":
        return expandParagraph(node, place, state);
      case "containerDirective":
        return expandBlock(readDirective(node), node, place, state);
      case "blockquote":
        return readAlert(node) ? expandBlock(readAlert(node), node, place, state) : [withChildren(node, place, state)];
      case "code": {
        const code = { ...node, value: place.fill?.(node.value) ?? node.value };
        return [toInstallCommands(code) ?? code];
      }
      default:
        return [withChildren(node, place, state)];
    }
  } catch (cause) {
    const at = { file: place.scope.file, ...node.position?.start };
    state.notice("expression", `An expression is not shown: ${reasonOf(cause)}.`, at);
    return [];
  }
}

function withChildren(node: RootContent, place: Place, state: State): RootContent {
  if (!("children" in node)) return { ...node };
  const inText = place.inText || node.type === "heading" || node.type === "tableCell";
  return { ...node, children: expandAll(node.children as RootContent[], { ...place, inText }, state) } as RootContent;
}

/** A paragraph gives up its place to elements that are alone in it, and to blocks that an import put into it. */
function expandParagraph(node: Paragraph, place: Place, state: State): RootContent[] {
  if (!place.inText && isMdxAlone(node)) return expandAll(node.children.map(toFlow), place, state);
  const children = expandAll(node.children, { ...place, inText: true }, state);
  const isText = (child: RootContent) =>
    isPhrasing(child) || /^mdx(?:Jsx)?Text/.test(child.type) || /^html$|[mM]ath$/.test(child.type);
  if (children.every(isText)) return [{ ...node, children: children as Paragraph["children"] }];
  return wrapPhrasing(children);
}

/** What a block of another kind stands for; the block's content where it stands for nothing. */
function expandBlock(meant: Meant | undefined, node: Parent & RootContent, place: Place, state: State): RootContent[] {
  const children = expandAll(meant?.children ?? (node.children as RootContent[]), place, state);
  if (!meant) return children;
  return createElement(
    { ...meant, children, inText: false, position: node.position },
    { scope: new Scope(undefined, place.scope.file) },
    state,
  );
}

/** True for lines that hold elements and expressions and no words, which MDX takes for blocks. */
function isMdxAlone({ children }: Paragraph): boolean {
  const isBlank = (child: RootContent) => child.type === "text" && child.value.trim() === "";
  const isMdx = (child: RootContent) => child.type === "mdxJsxTextElement" || child.type === "mdxTextExpression";
  return children.some(isMdx) && children.every((child) => isMdx(child) || isBlank(child));
}

function toFlow(node: RootContent): RootContent {
  if (node.type === "mdxJsxTextElement") return { ...node, type: "mdxJsxFlowElement" } as RootContent;
  return node.type === "mdxTextExpression" ? { ...node, type: "mdxFlowExpression" } : node;
}

type Expression = Extract<RootContent, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

function expandExpression(node: Expression, place: Place, state: State): RootContent[] {
  const [statement] = (node.data?.estree as Program | undefined)?.body ?? [];
  if (statement?.type !== "ExpressionStatement") return [];
  state.inText = node.type === "mdxTextExpression";
  try {
    return toContent(evaluateApart(statement.expression, place.scope, state.run), state.run.budget);
  } catch (cause) {
    if (keepsAsCode(cause, place, state)) return [{ ...node }];
    const source = sourceOf(statement.expression) ?? (/^.*$/.test(node.value) ? node.value : undefined);
    const isShown = source !== undefined && source.length <= LONGEST_SOURCE;
    const at = { file: place.scope.file, ...node.position?.start };
    state.notice("expression", `An expression is ${isShown ? "shown as it is written" : "not shown"}: ${reasonOf(cause)}.`, at);
    if (!isShown) return [];
    const text: RootContent = { type: "text", value: `{${source}}` };
    return node.type === "mdxTextExpression" ? [text] : [{ type: "paragraph", children: [text] }];
  }
}

function expandElement(element: Element, place: Place, state: State): RootContent[] {
  const inText = place.inText || element.type === "mdxJsxTextElement";
  const { props, kept } = readAttributes(element, place, state, (cause) => keepsAsCode(cause, place, state));
  const content = element.children as RootContent[];
  const inside = (nodes: readonly RootContent[]) => expandAll(nodes, { ...place, inText }, state);
  const hasSlots = content.some((child) => slotOf(child) !== undefined) && takesSlots(element.name, place.scope);
  const children = hasSlots ? content.flatMap((child) => intoSlot(slotOf(child), inside([child]))) : inside(content);
  return createElement({ name: element.name, props, kept, children, inText, position: element.position }, place, state);
}

/** The place by name that an element is for. */
function slotOf(node: RootContent): string | undefined {
  return isElement(node) ? attributeText(node, "slot") : undefined;
}

/** Whether an expression is left for JavaScript: of a page that came with the build, and about names of JavaScript alone. */
function keepsAsCode(cause: unknown, { isPage }: Place, state: State): boolean {
  if (!state.keepCode || !isPage || !(cause instanceof Outside) || !cause.isCode) return false;
  state.hasCode = true;
  return true;
}

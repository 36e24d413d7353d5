import { createProcessor, run } from "@mdx-js/mdx";
import { rehypeCode } from "fumadocs-core/mdx-plugins/rehype-code";
import type { Root as HastRoot } from "hast";
import type { Root, RootContent } from "mdast";
import type { ReactNode } from "react";
import * as runtime from "react/jsx-runtime";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { getConfig } from "../config/config.ts";
import { findLoadable } from "./address.ts";
import { anchorOf } from "./anchors.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { codeTheme } from "./code-theme.ts";
import type { Element } from "./expressions.ts";
import { LONGEST_COLOURED_LINE, markLines, normaliseFences } from "./fences.ts";
import { listLinks, resolveLinks } from "./links.ts";
import { drawLinkCards, flattenLinks } from "./nested-links.ts";
import type { ContentProblem, Page } from "./page.ts";
import { mendParagraphs } from "./paragraphs.ts";
import { type ParsedSource, parseSource, readableText, walk } from "./parse.ts";
import { dropRepeatedTitle } from "./parsed-page.ts";
import { toPlainTree } from "./plain.ts";
import { originOf } from "./plain-nodes.ts";
import { type PageComponents, renderTree, withFallbacks, withSlots } from "./render-tree.ts";
import { toPlainElements } from "./safe-tree.ts";
import { gatherSideColumn, type OperationSide, takeOperationSide } from "./side-column.ts";
import { toText } from "./text.ts";
import { listUpdateTags } from "./updates.ts";
import { removeContentForAgents } from "./visibility.ts";

const REMEMBERED_PAGES = 500;

export type { PageComponents } from "./render-tree.ts";

export interface TableOfContentsEntry {
  readonly title: string;
  /** `#` and the id of the heading. */
  readonly url: string;
  readonly depth: number;
}

/** A component that `components` lacks shows its children. */
type Body = (props: { readonly components?: PageComponents }) => ReactNode;

/** A page made ready to render. */
export interface CompiledPage {
  /** The page's body, without its title. */
  readonly body: Body;
  /** What a page that shows an operation puts beside it; it is not in the body. */
  readonly side: ({ readonly body: Body } & OperationSide["replaces"]) | undefined;
  /** Headings of levels 2 to 4 that stand in the HTML at once, in reading order. */
  readonly toc: readonly TableOfContentsEntry[];
  /** Tags of its updates, by which they can be filtered. */
  readonly tags: readonly string[];
  /** Whether it has panels or examples beside its text, as part of the body. */
  readonly hasSide: boolean;
  /** Whether it has pictures. */
  readonly hasPictures: boolean;
  /** What the page's author has to mend. */
  readonly problem: ContentProblem | undefined;
  /** An expression that failed when it was run; it shows its source. */
  readonly failure: ContentProblem | undefined;
}

const compiled = new BoundedCache<Promise<CompiledPage>>(REMEMBERED_PAGES);

/**
 * Makes a page's Markdown or MDX into React. It is read as data, of which no more is shown than the list of safe
 * elements and attributes allows where the page did not come with the build. Only expressions of the build's own pages that
 * nothing else can work out are run as code. A page comes with its problem; with one that
 * leaves nothing to read, as its words. Remembered for the 500 pages asked for last.
 */
export function compilePage(page: Page): Promise<CompiledPage> {
  const known = compiled.get(page.hash);
  if (known) return known;
  const result = compileOrExplain(page);
  compiled.set(page.hash, result);
  result.catch(() => compiled.delete(page.hash));
  return result;
}

async function compileOrExplain(page: Page): Promise<CompiledPage> {
  try {
    const { tree, problems, hasCode } = parsePage(page);
    const problem = page.problem ?? problems[0];
    if (problem && tree.children.length === 0) return showWords(page, problem);
    return { ...(await (hasCode ? runOrRead(page, tree) : readAsData(page, tree))), problem };
  } catch (cause) {
    return showWords(page, { file: page.file ?? page.path, line: undefined, column: undefined, reason: String(cause) });
  }
}

function parsePage(page: Page, { keepCode = true } = {}): ParsedSource {
  // The text of an API description is Markdown, and never MDX.
  const file = page.kind === "api" ? "page.md" : (page.file ?? page.path);
  return parseSource({ ...page, file }, { ...page, keepCode });
}

/** A page that is not even Markdown, such as a text nested thousands of levels deep: its words as they are. */
function showWords({ source }: Page, problem: ContentProblem): CompiledPage {
  const children = readableText(source);
  return {
    body: () => runtime.jsx("pre", { children }),
    ...NOTHING,
    side: undefined,
    hasSide: false,
    problem,
    failure: undefined,
  };
}

/** Runs a page that came with the build; without its expressions when one of them throws. */
async function runOrRead(page: Page, tree: Root): Promise<CompiledPage> {
  try {
    return await runAsCode(page, tree);
  } catch (cause) {
    const reason = `An expression of the page fails: ${String(cause)}.`;
    const failure = { file: page.file ?? page.path, line: undefined, column: undefined, reason };
    return { ...(await readAsData(page, parsePage(page, { keepCode: false }).tree)), failure };
  }
}

async function runAsCode(page: Page, tree: Root): Promise<CompiledPage> {
  return compileParts(page, tree, async (part) => {
    const file = await codeProcessor.process({ value: "", data: { tree: part } });
    const { default: content } = await run(file, { ...runtime, ...withSlots(runtime), baseUrl: "file:///" });
    const names = [...String(file).matchAll(/_missingMdxReference\("([^"]+)", true/g)].map(([, name]) => name as string);
    const body: Body = ({ components = {} }) => content({ components: withFallbacks(components, names) });
    // Runs the page's expressions once, so that one that throws is found here and not amid a response.
    body({});
    return body;
  });
}

function readAsData(page: Page, tree: Root): Promise<CompiledPage> {
  return compileParts(page, tree, async (part) => {
    const hast = await dataProcessor.run(part);
    const plain = await (page.trusted ? trustedHighlighter : highlighter).run(toPlainElements(hast, page));
    return ({ components = {} }) => renderTree(plain, components);
  });
}

/** The text of a page, and what is beside the operation that it shows. */
async function compileParts(page: Page, tree: Root, toBody: (part: Root) => Promise<Body>): Promise<CompiledPage> {
  const prepared = prepare(tree, page);
  const beside = page.operation && takeOperationSide(tree);
  const hasSide = gatherSideColumn(tree);
  const side = beside && { ...beside.replaces, body: await toBody(beside.tree) };
  return { body: await toBody(tree), side, ...prepared, hasSide, problem: undefined, failure: undefined };
}

/** Makes a tree ready to show, links and fences, and lists its headings, as passages know them, and the tags of its updates. */
function prepare(tree: Root, page: Page): Pick<CompiledPage, keyof typeof NOTHING> {
  removeContentForAgents(tree);
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const toc = tableOfContents(tree);
  flattenLinks(tree, (address) => findLoadable(address, getConfig().images.allow) !== undefined);
  if (!page.trusted) drawLinkCards(tree);
  drawElsewhere(tree);
  mendParagraphs(tree);
  normaliseFences(tree);
  return { toc, tags: listUpdateTags(tree), hasPictures: hasPictures(tree) };
}

const NOTHING = { toc: [], tags: [], hasPictures: false } satisfies Partial<CompiledPage>;

function hasPictures(tree: Root): boolean {
  return listLinks(tree).some(({ kind }) => kind === "image");
}

/** Formulas and diagrams become the components that draw them. */
function drawElsewhere(tree: Root): void {
  walk(tree, (node) => {
    if ("children" in node) node.children = (node.children as RootContent[]).map(toDrawing) as typeof node.children;
    return undefined;
  });
}

function toDrawing(node: RootContent): RootContent {
  if (node.type === "inlineMath") return component("mdxJsxTextElement", "Latex", { source: node.value });
  const formula = blockFormula(node);
  if (formula !== undefined) return component("mdxJsxFlowElement", "Latex", { source: formula, display: "true" });
  if (node.type !== "code" || node.lang?.toLowerCase() !== "mermaid") return node;
  return component("mdxJsxFlowElement", "Mermaid", { source: node.value });
}

/** A formula between lines of `$$`, or alone in its paragraph. */
function blockFormula(node: RootContent): string | undefined {
  if (node.type === "math") return node.value;
  const [only, ...more] = node.type === "paragraph" ? node.children : [];
  return only?.type === "inlineMath" && more.length === 0 ? only.value : undefined;
}

function component(type: Element["type"], name: string, attributes: Readonly<Record<string, string>>): RootContent {
  const list = Object.entries(attributes).map(([key, value]) => ({ type: "mdxJsxAttribute", name: key, value }));
  return { type, name, attributes: list, children: [] } as RootContent;
}

/** Puts the tree of a page in the place of the empty one that was parsed. */
function takeTree() {
  return (_: Root, file: { data: Record<string, unknown> }) => file.data.tree as Root;
}

function tableOfContents(tree: Root): TableOfContentsEntry[] {
  return toPlainTree(tree).children.flatMap((node) => {
    if (node.type !== "heading" || node.depth < 2 || node.depth > 4 || originOf(node) === "title") return [];
    return [{ title: toText(node), url: `#${anchorOf(node)}`, depth: node.depth }];
  });
}

const HIGHLIGHTING: Parameters<typeof rehypeCode>[0] = {
  // Colours stay in the style sheet: one name per token instead of two colours, and contrast in one place.
  themes: { light: codeTheme },
  defaultColor: "light",
  icon: false,
  fallbackLanguage: "text",
  tokenizeMaxLineLength: LONGEST_COLOURED_LINE,
  tab: false,
  transformers: [markLines],
};

/** Colours of the build's own code never depend on how busy the machine is; other code has half a second for a line. */
const TRUSTED_HIGHLIGHTING = { ...HIGHLIGHTING, tokenizeTimeLimit: 0 } as const;

const MDX_NODES = ["mdxFlowExpression", "mdxTextExpression", "mdxJsxFlowElement", "mdxJsxTextElement"] as const;

const dataProcessor = unified()
  .use(remarkRehype, { passThrough: [...MDX_NODES] })
  .freeze();
const createHighlighter = (options: typeof HIGHLIGHTING) =>
  unified().use(rehypeCode, options).freeze() as unknown as { run: (tree: HastRoot) => Promise<HastRoot> };
const highlighter = createHighlighter(HIGHLIGHTING);
const trustedHighlighter = createHighlighter(TRUSTED_HIGHLIGHTING);
const codeProcessor = createProcessor({
  outputFormat: "function-body",
  remarkPlugins: [takeTree],
  rehypePlugins: [[rehypeCode, TRUSTED_HIGHLIGHTING]],
});

import { createProcessor, run } from "@mdx-js/mdx";
import { rehypeCode } from "fumadocs-core/mdx-plugins/rehype-code";
import type { Root as HastRoot } from "hast";
import type { Root } from "mdast";
import type { ReactNode } from "react";
import * as runtime from "react/jsx-runtime";
import remarkGfm from "remark-gfm";
import { anchorOf, resolveHeadings } from "./anchors.ts";
import { boundMarks } from "./bound-marks.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { codeTheme } from "./code-theme.ts";
import { isComponentName, isKnownName } from "./element-names.ts";
import { isElement } from "./expressions.ts";
import { markLines, normaliseFences } from "./fences.ts";
import { resolveLinks } from "./links.ts";
import type { ContentProblem, Page } from "./page.ts";
import { atItsLine, isMarkdown, readableText, toProblem, walk } from "./parse.ts";
import { dropRepeatedTitle } from "./parsed-page.ts";
import { toPlainTree } from "./plain.ts";
import { originOf } from "./plain-nodes.ts";
import { type PageComponents, renderTree, withFallbacks } from "./render-tree.ts";
import { toSafeTree } from "./safe-tree.ts";
import { toText } from "./text.ts";
import { removeContentForAgents } from "./visibility.ts";

const REMEMBERED_PAGES = 500;

export type { PageComponents } from "./render-tree.ts";

export interface TableOfContentsEntry {
  readonly title: string;
  /** `#` and the id of the heading. */
  readonly url: string;
  readonly depth: number;
}

/** A page made ready to render. */
export interface CompiledPage {
  /** The page's body, without its title. A component that `components` lacks shows its children. */
  readonly body: (props: { readonly components?: PageComponents }) => ReactNode;
  /** Headings of levels 2 to 4 that stand in the HTML at once, in reading order. */
  readonly toc: readonly TableOfContentsEntry[];
  /** Why the page is shown as plain text only. */
  readonly problem: ContentProblem | undefined;
}

const compiled = new BoundedCache<Promise<CompiledPage>>(REMEMBERED_PAGES);

/**
 * Makes a page's Markdown or MDX into React. Only MDX that came with the build is run as code; anything else is read as
 * data, of which no more is shown than the list of safe elements and attributes allows. A page that cannot be compiled, or
 * has a problem, comes as plain text with that problem. Remembered for the 500 pages asked for last.
 */
export function compilePage(page: Page): Promise<CompiledPage> {
  const key = [page.path, page.hash, page.problem ? "lenient" : page.trusted].join("\n");
  const known = compiled.get(key);
  if (known) return known;
  const result = compileOrExplain(page);
  compiled.set(key, result);
  result.catch(() => compiled.delete(key));
  return result;
}

async function compileOrExplain(page: Page): Promise<CompiledPage> {
  if (page.problem) return compileLeniently(page, page.problem);
  const file = page.file ?? page.path;
  try {
    const value = atItsLine(page);
    if (page.kind === "api" || isMarkdown(file)) return await readAsData({ value, page, processor: processors.markdownData });
    return await (page.trusted ? runAsCode({ value, page }) : readAsData({ value, page, processor: processors.mdxData }));
  } catch (cause) {
    return compileLeniently(page, describe(cause, file));
  }
}

async function compileLeniently(page: Page, problem: ContentProblem): Promise<CompiledPage> {
  const value = readableText(page.source);
  try {
    return { ...(await readAsData({ value, page, processor: processors.markdownData })), problem };
  } catch {
    // Not even Markdown, such as a text nested thousands of levels deep: its words as they are.
    return { body: () => runtime.jsx("pre", { children: value }), toc: [], problem };
  }
}

function describe(cause: unknown, file: string): ContentProblem {
  if (cause instanceof Error && "reason" in cause) return toProblem(cause, file);
  return { file, line: undefined, column: undefined, reason: `An expression of the page fails: ${String(cause)}.` };
}

interface Compilation {
  readonly value: string;
  readonly page: Page;
}

interface FileData {
  readonly page: Page;
  readonly toc: TableOfContentsEntry[];
  /** What a page that is data shows. */
  tree?: HastRoot;
}

async function runAsCode({ value, page }: Compilation): Promise<CompiledPage> {
  const docent: FileData = { page, toc: [] };
  const file = await processors.mdxCode.process({ value, data: { docent } });
  const { default: content } = await run(file, { ...runtime, baseUrl: "file:///" });
  const names = [...String(file).matchAll(/_missingMdxReference\("([^"]+)", true/g)].map(([, name]) => name as string);
  const body: CompiledPage["body"] = ({ components = {} }) => content({ components: withFallbacks(components, names) });
  // Runs the page's expressions once, so that one that throws is found here and not amid a response.
  body({});
  return { body, toc: docent.toc, problem: undefined };
}

async function readAsData({ value, page, processor }: Compilation & { processor: PageProcessor }): Promise<CompiledPage> {
  const docent: FileData = { page, toc: [] };
  await processor.process({ value, data: { docent } });
  const { tree = { type: "root", children: [] }, toc } = docent;
  return { body: ({ components = {} }) => renderTree(tree, components), toc, problem: undefined };
}

/** Ids, links, fences and table of contents, all from the tree that passages are made of as well. */
function docentPlugin() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const { page, toc } = file.data.docent as FileData;
    dropUnknownNames(tree);
    resolveHeadings(tree);
    removeContentForAgents(tree);
    dropRepeatedTitle(tree, page.title);
    resolveLinks(tree, page);
    for (const entry of tableOfContents(tree)) toc.push(entry);
    normaliseFences(tree);
  };
}

function tableOfContents(tree: Root): TableOfContentsEntry[] {
  return toPlainTree(tree).children.flatMap((node) => {
    if (node.type !== "heading" || node.depth < 2 || node.depth > 4 || originOf(node) === "title") return [];
    return [{ title: toText(node), url: `#${anchorOf(node)}`, depth: node.depth }];
  });
}

/** Elements whose name is that of nothing show their children. A single capitalised word may be a component of the fork. */
function dropUnknownNames(tree: Root): void {
  walk(tree, (node) => {
    if (!isElement(node) || node.name === null || isKnownName(node.name) || isComponentName(node.name)) return undefined;
    node.name = null;
    node.attributes = [];
    return undefined;
  });
}

type PageProcessor = ReturnType<typeof createProcessor>;

function createPageProcessor({ format, data }: { format: "md" | "mdx"; data: boolean }): PageProcessor {
  return createProcessor({
    format,
    outputFormat: "function-body",
    remarkPlugins: [remarkGfm, boundMarks, docentPlugin],
    rehypePlugins: data ? [() => toSafeTree, [rehypeCode, HIGHLIGHTING], takeTree] : [[rehypeCode, HIGHLIGHTING]],
  });
}

/** Keeps the tree for `renderTree`, and leaves nothing to be made into code. */
function takeTree() {
  return (tree: HastRoot, file: { data: Record<string, unknown> }): HastRoot => {
    (file.data.docent as FileData).tree = tree;
    return { type: "root", children: [] };
  };
}

const HIGHLIGHTING: Parameters<typeof rehypeCode>[0] = {
  // Colours stay in the style sheet: one name per token instead of two colours, and contrast in one place.
  themes: { light: codeTheme },
  defaultColor: "light",
  icon: false,
  fallbackLanguage: "text",
  tab: false,
  transformers: [markLines],
};

const processors = {
  mdxCode: createPageProcessor({ format: "mdx", data: false }),
  mdxData: createPageProcessor({ format: "mdx", data: true }),
  markdownData: createPageProcessor({ format: "md", data: true }),
};

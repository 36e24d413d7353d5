import { createProcessor, run } from "@mdx-js/mdx";
import { rehypeCode } from "fumadocs-core/mdx-plugins/rehype-code";
import type { Root } from "mdast";
import type { ReactNode } from "react";
import * as runtime from "react/jsx-runtime";
import remarkGfm from "remark-gfm";
import { createCssVariablesTheme } from "shiki";
import { anchorOf, resolveHeadings } from "./anchors.ts";
import { boundMarks } from "./bound-marks.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { markLines, normaliseFences } from "./fences.ts";
import { resolveLinks } from "./links.ts";
import type { ContentProblem, Page } from "./page.ts";
import { atItsLine, isMarkdown, readableText, toProblem } from "./parse.ts";
import { dropRepeatedTitle } from "./parsed-page.ts";
import { toPlainTree } from "./plain.ts";
import { originOf } from "./plain-nodes.ts";
import { toText } from "./text.ts";
import { removeContentForAgents } from "./visibility.ts";

const REMEMBERED_PAGES = 500;

type MdxContent = Awaited<ReturnType<typeof run>>["default"];
/** React components by the names that pages use, such as `Note` or `a`. */
export type PageComponents = NonNullable<Parameters<MdxContent>[0]["components"]>;

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
 * Makes a page's Markdown or MDX into React. A page that cannot be compiled, or has a problem, comes as plain text
 * with that problem. Remembered for the 500 pages asked for last.
 */
export function compilePage(page: Page): Promise<CompiledPage> {
  const key = [page.path, page.hash, page.problem ? "lenient" : ""].join("\n");
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
    return await toComponent({ value: atItsLine(page), page, markdown: page.kind === "api" || isMarkdown(file) });
  } catch (cause) {
    return compileLeniently(page, describe(cause, file));
  }
}

async function compileLeniently(page: Page, problem: ContentProblem): Promise<CompiledPage> {
  const value = readableText(page.source);
  try {
    return await toComponent({ value, page, markdown: true, problem });
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
  readonly markdown: boolean;
  readonly problem?: ContentProblem;
}

async function toComponent({ value, page, markdown, problem }: Compilation): Promise<CompiledPage> {
  const toc: TableOfContentsEntry[] = [];
  const file = await (markdown ? processors.markdown : processors.mdx).process({ value, data: { docent: { page, toc } } });
  const { default: content } = await run(file, { ...runtime, baseUrl: "file:///" });
  const names = [...String(file).matchAll(/_missingMdxReference\("([^"]+)", true/g)].map(([, name]) => name as string);
  const body: CompiledPage["body"] = ({ components = {} }) => content({ components: withFallbacks(components, names) });
  // Runs the page's expressions once, so that one that throws is found here and not amid a response.
  body({});
  return { body, toc, problem };
}

interface FileData {
  readonly page: Page;
  readonly toc: TableOfContentsEntry[];
}

/** Ids, links, fences and table of contents, all from the tree that passages are made of as well. */
function docentPlugin() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const { page, toc } = file.data.docent as FileData;
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

function createPageProcessor(format: "md" | "mdx") {
  return createProcessor({
    format,
    outputFormat: "function-body",
    remarkPlugins: [remarkGfm, boundMarks, docentPlugin],
    rehypePlugins: [[rehypeCode, HIGHLIGHTING]],
  });
}

const HIGHLIGHTING: Parameters<typeof rehypeCode>[0] = {
  // Colours stay in the style sheet: one name per token instead of two colours, and contrast in one place.
  themes: { light: createCssVariablesTheme({ variablePrefix: "--code-" }) },
  defaultColor: "light",
  icon: false,
  fallbackLanguage: "text",
  tab: false,
  transformers: [markLines],
};

const processors = { markdown: createPageProcessor("md"), mdx: createPageProcessor("mdx") };

const Fallback = ({ children }: { children?: ReactNode }) => children ?? null;

function withFallbacks(components: PageComponents, names: readonly string[]): PageComponents {
  const complete: Record<string, unknown> = { ...components };
  for (const name of names) {
    const [first = "", ...rest] = name.split(".");
    complete[first] ??= rest.length === 0 ? Fallback : {};
    let holder = complete[first] as Record<string, unknown>;
    rest.forEach((part, index) => {
      holder[part] ??= index === rest.length - 1 ? Fallback : {};
      holder = holder[part] as Record<string, unknown>;
    });
  }
  return complete as PageComponents;
}

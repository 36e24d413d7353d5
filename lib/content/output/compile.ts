import { rehypeCode } from "fumadocs-core/mdx-plugins/rehype-code";
import type { Root as HastRoot } from "hast";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import * as runtime from "react/jsx-runtime";
import { type PluggableList, unified } from "unified";
import { getConfig } from "../../config/config.ts";
import { type ContentProblem, fileProblem } from "../model/notice.ts";
import type { Page } from "../model/page.ts";
import { readableText } from "../parse/parse.ts";
import { type ReadPage, readPage, toPageText, withoutSource } from "../reader/reader.ts";
import { ownPlugins } from "../render/own-plugins.ts";
import { type PageComponents, renderTree } from "../render/render-tree.ts";
import type { ShownElements } from "../render/shown.ts";
import { MAX_COLOURED_LINE_CHARS, markLines } from "../tree/fences.ts";
import { codeTheme } from "./code-theme.ts";

const CACHED_PAGES = 500;

export type { PageComponents } from "../render/render-tree.ts";
export type { TableOfContentsEntry } from "../render/shown.ts";

/** A component that `components` lacks shows its children. */
type Body = (props: { readonly components?: PageComponents }) => ReactNode;

/** A page made ready to render. */
export interface CompiledPage extends Omit<ShownElements, "body" | "side"> {
  /** The page's body, without its title. */
  readonly body: Body;
  /** Content beside the operation that the page shows; it is not in the body. */
  readonly side: (Omit<NonNullable<ShownElements["side"]>, "body"> & { readonly body: Body }) | undefined;
  /** The fault that the page's author has to fix. */
  readonly problem: ContentProblem | undefined;
}

const compiled = new LRUCache<string, Promise<CompiledPage>>({ max: CACHED_PAGES });

/**
 * Makes a page's Markdown or MDX into React. It is read as data, of which no more is shown than the list of safe
 * elements and attributes allows where the page did not come with the build. A page comes with its problem; with one that
 * leaves nothing to read, as its words. Remembered for the 500 pages asked for last.
 */
export function compilePage(page: Page): Promise<CompiledPage> {
  const known = compiled.get(page.hash);
  if (known) return known;
  const forget = () => compiled.delete(page.hash);
  const result = compileOrExplain(page, forget);
  compiled.set(page.hash, result);
  result.catch(forget);
  return result;
}

async function compileOrExplain(page: Page, forget: () => void): Promise<CompiledPage> {
  try {
    return await readPage(toPageText(page), async (read) => {
      // What was cut off by time is read again the next time.
      if (read.cut) forget();
      const problem = page.problem ?? read.digest.problems[0];
      if (problem && read.digest.isEmpty) return showWords(page, problem);
      return { ...(await draw(page, read)), problem };
    });
  } catch (cause) {
    return showWords(page, fileProblem(page.file ?? page.path, String(cause)));
  }
}

/** Returns a page that is not even Markdown, such as a text nested thousands of levels deep: its words as they are. */
function showWords({ source }: Page, problem: ContentProblem): CompiledPage {
  const children = readableText(source);
  const nothing = { toc: [], tags: [], hasPictures: false, hasSide: false };
  return { body: () => runtime.jsx("pre", { children }), side: undefined, ...nothing, problem };
}

/** Gives code its colours, and makes elements into React. */
async function draw(page: Page, read: ReadPage): Promise<Omit<CompiledPage, "problem">> {
  const imageHosts = getConfig().images.allow;
  const { body, side, ...shown } = await read.ask("shown", { page: withoutSource(page), imageHosts });
  const toBody = async (tree: HastRoot): Promise<Body> => {
    const coloured = await (page.trusted ? trustedHighlighter : highlighter).run(tree);
    return ({ components = {} }) => renderTree(coloured, components);
  };
  return { ...shown, body: await toBody(body), side: side ? { ...side, body: await toBody(side.body) } : undefined };
}

const HIGHLIGHTING: Parameters<typeof rehypeCode>[0] = {
  // Colours stay in the style sheet: one name per token instead of two colours, and contrast in one place.
  themes: { light: codeTheme },
  defaultColor: "light",
  icon: false,
  fallbackLanguage: "text",
  tokenizeMaxLineLength: MAX_COLOURED_LINE_CHARS,
  tab: false,
  transformers: [markLines],
};

/** Colours of the build's own code never depend on how busy the machine is; other code has half a second for a line. */
const TRUSTED_HIGHLIGHTING = { ...HIGHLIGHTING, tokenizeTimeLimit: 0 } as const;

const createHighlighter = (options: typeof HIGHLIGHTING, plugins: PluggableList = []) =>
  unified().use(rehypeCode, options).use(plugins).freeze() as unknown as { run: (tree: HastRoot) => Promise<HastRoot> };
const highlighter = createHighlighter(HIGHLIGHTING);
const trustedHighlighter = createHighlighter(TRUSTED_HIGHLIGHTING, ownPlugins.rehype);

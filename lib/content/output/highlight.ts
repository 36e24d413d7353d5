import rehypeShikiFromHighlighter from "@shikijs/rehype/core";
import type { Root } from "hast";
import { createHighlighter, createJavaScriptRegexEngine } from "shiki";
import { unified } from "unified";
import { MAX_COLOURED_LINE_CHARS, markLines, readBlockMeta } from "../tree/fences.ts";
import { codeTheme } from "./code-theme.ts";
import { ownPlugins } from "./own-plugins.ts";

type RehypeOptions = Parameters<typeof rehypeShikiFromHighlighter>[1];

const HIGHLIGHTING: RehypeOptions = {
  // Colours stay in the style sheet: one name per token instead of two colours, and contrast in one place.
  themes: { light: codeTheme },
  defaultColor: "light",
  defaultLanguage: "text",
  fallbackLanguage: "text",
  // A grammar is loaded by the first block that needs it.
  lazy: true,
  tokenizeMaxLineLength: MAX_COLOURED_LINE_CHARS,
  // Colours do not depend on how busy the machine is.
  tokenizeTimeLimit: 0,
  parseMetaString: readBlockMeta,
  transformers: [markLines],
};

let highlighter: ReturnType<typeof startHighlighter> | undefined;

async function startHighlighter() {
  const shiki = await createHighlighter({ langs: [], themes: [codeTheme], engine: createJavaScriptRegexEngine() });
  const processor = unified().use(rehypeShikiFromHighlighter, shiki, HIGHLIGHTING).use(ownPlugins.rehype).freeze();
  return processor as unknown as { run: (tree: Root) => Promise<Root> };
}

/** Gives the code of a page its colours; the fork's rehype plugins make the rest. */
export async function highlightCode(tree: Root): Promise<Root> {
  highlighter ??= startHighlighter();
  return (await highlighter).run(tree);
}

import { rehypeCode } from "fumadocs-core/mdx-plugins/rehype-code";
import type { Root } from "hast";
import { unified } from "unified";
import { MAX_COLOURED_LINE_CHARS, markLines } from "../tree/fences.ts";
import { codeTheme } from "./code-theme.ts";
import { ownPlugins } from "./own-plugins.ts";

const HIGHLIGHTING: Parameters<typeof rehypeCode>[0] = {
  // Colours stay in the style sheet: one name per token instead of two colours, and contrast in one place.
  themes: { light: codeTheme },
  defaultColor: "light",
  icon: false,
  fallbackLanguage: "text",
  tokenizeMaxLineLength: MAX_COLOURED_LINE_CHARS,
  // Colours do not depend on how busy the machine is.
  tokenizeTimeLimit: 0,
  tab: false,
  transformers: [markLines],
};

const highlighter = unified().use(rehypeCode, HIGHLIGHTING).use(ownPlugins.rehype).freeze() as unknown as {
  run: (tree: Root) => Promise<Root>;
};

/** Gives the code of a page its colours; the fork's rehype plugins make the rest. */
export function highlightCode(tree: Root): Promise<Root> {
  return highlighter.run(tree);
}

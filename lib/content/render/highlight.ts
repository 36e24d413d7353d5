import { rehypeCode } from "fumadocs-core/mdx-plugins/rehype-code";
import type { Root } from "hast";
import { type PluggableList, unified } from "unified";
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
  tab: false,
  transformers: [markLines],
};

/** Colours of the build's own code never depend on how busy the machine is; other code has half a second for a line. */
const TRUSTED_HIGHLIGHTING = { ...HIGHLIGHTING, tokenizeTimeLimit: 0 } as const;

const createHighlighter = (options: typeof HIGHLIGHTING, plugins: PluggableList = []) =>
  unified().use(rehypeCode, options).use(plugins).freeze() as unknown as { run: (tree: Root) => Promise<Root> };
const highlighter = createHighlighter(HIGHLIGHTING);
const trustedHighlighter = createHighlighter(TRUSTED_HIGHLIGHTING, ownPlugins.rehype);

/** Gives the code of a page its colours; of a page that came with the build the fork's rehype plugins make the rest. */
export function highlightCode(tree: Root, { trusted }: { readonly trusted: boolean }): Promise<Root> {
  return (trusted ? trustedHighlighter : highlighter).run(tree);
}

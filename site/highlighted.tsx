import type { ReactNode } from "react";
import { bundledLanguages, codeToTokens } from "shiki";
import { escapeHtml, tokenHtml } from "../components/mdx/code-html.ts";
import { codeTheme } from "../lib/content/output/code-theme.ts";
import { MAX_COLOURED_LINE_CHARS } from "../lib/content/tree/fences.ts";

/**
 * Colours code that does not come from a page, or leaves it plain in an unknown language. Its lines are HTML text,
 * since React would hydrate each of a thousand tokens as an element.
 */
export async function Highlighted({ code, language }: { code: string; language: string }): Promise<ReactNode> {
  if (!Object.hasOwn(bundledLanguages, language)) return <code>{code}</code>;
  const { tokens } = await codeToTokens(code, {
    lang: language as keyof typeof bundledLanguages,
    theme: codeTheme,
    tokenizeMaxLineLength: MAX_COLOURED_LINE_CHARS,
  });
  const lines = tokens.map((line) => line.map(toHtml).join("")).join('\n</span><span class="line">');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: every text is escaped, and the colours are those of the theme
  return <code dangerouslySetInnerHTML={{ __html: `<span class="line">${lines}</span>` }} />;
}

function toHtml({ content, color }: { readonly content: string; readonly color?: string }): string {
  return tokenHtml(escapeHtml(content), { css: color ? `color:${color}` : "" });
}

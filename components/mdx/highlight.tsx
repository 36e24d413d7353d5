import type { ReactNode } from "react";
import { bundledLanguages, codeToTokens } from "shiki";
import { codeTheme } from "../../lib/content/render/code-theme.ts";
import { MAX_COLOURED_LINE_CHARS } from "../../lib/content/tree/fences.ts";
import { escapeHtml, tokenHtml } from "./code-html.ts";

/**
 * Code that does not come from a page, in colours. An unknown language comes back without them. Its lines are text for the
 * browser and not elements for React, which would start each of a thousand tokens once more.
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

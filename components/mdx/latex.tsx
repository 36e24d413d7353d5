import katex from "katex";
import { Children, type ReactNode } from "react";
import type { PropsFor } from "./blocks.tsx";

const MAX_LENGTH = 5_000;

/**
 * Renders a formula as MathML on the server: it needs no style sheet, font or script, and screen readers read it.
 * An invalid formula shows as its source.
 */
export function Latex({ source, display, children }: PropsFor<"Latex">) {
  const text = source ?? childText(children);
  const isBlock = display === true || display === "true";
  const html = toMathMl(text, isBlock);
  if (html === undefined) return <code>{text}</code>;
  const Box = isBlock ? "div" : "span";
  const looks = isBlock ? { className: "formula-block", tabIndex: 0 } : { className: "formula" };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX writes it, and lets no element or address of the source through
  return <Box {...looks} dangerouslySetInnerHTML={{ __html: html }} />;
}

function toMathMl(source: string, displayMode: boolean): string | undefined {
  if (source.trim() === "" || source.length > MAX_LENGTH) return undefined;
  try {
    return katex.renderToString(source, {
      displayMode,
      output: "mathml",
      throwOnError: true,
      trust: false,
      strict: "ignore",
      maxSize: 10,
      maxExpand: 500,
    });
  } catch {
    // A formula that KaTeX does not know, or that is nested too deeply.
    return undefined;
  }
}

/** Returns the text among children, without elements. */
function childText(children: ReactNode): string {
  return Children.toArray(children)
    .map((child) => (typeof child === "string" || typeof child === "number" ? String(child) : ""))
    .join("");
}

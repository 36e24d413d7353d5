import { isValidElement, type ReactElement, type ReactNode } from "react";

/** The colour of code outside of tokens. It is inherited, so it need not be written. */
const PLAIN_COLOUR = "var(--code-foreground)";

/**
 * Writes coloured code as HTML text, since React hydrates a text as one node, and each of a thousand tokens as
 * another. Returns undefined for anything but text in coloured spans, such as a link or a component.
 */
export function codeHtml(node: ReactNode): string | undefined {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node === "string" || typeof node === "number") return escapeHtml(String(node));
  if (Array.isArray(node)) {
    const parts = node.map(codeHtml);
    return parts.includes(undefined) ? undefined : parts.join("");
  }
  return isValidElement<SpanProps>(node) && node.type === "span" ? spanHtml(node) : undefined;
}

interface SpanProps {
  readonly className?: unknown;
  readonly style?: unknown;
  readonly children?: ReactNode;
}

function spanHtml({ props }: ReactElement<SpanProps>): string | undefined {
  const { className, style, children, ...others } = props;
  const css = style === undefined ? "" : toCss(style);
  const content = codeHtml(children);
  const isMore = Object.keys(others).length > 0 || (className !== undefined && typeof className !== "string");
  if (isMore || css === undefined || content === undefined) return undefined;
  return tokenHtml(content, { className, css });
}

/** Declarations of names, numbers and functions of them; undefined when there is anything else. */
function toCss(style: unknown): string | undefined {
  if (typeof style !== "object" || style === null) return undefined;
  const declarations = Object.entries(style);
  if (
    !declarations.every(([name, value]) => /^[a-z]+$/i.test(name) && typeof value === "string" && /^[\w ()#%,.-]+$/.test(value))
  )
    return undefined;
  return declarations
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(";");
}

/** Writes one token of code; plain text where it looks like the code around it. */
export function tokenHtml(content: string, { className, css }: { className?: string | undefined; css: string }): string {
  const shown = css === `color:${PLAIN_COLOUR}` ? "" : css;
  if (!className && !shown) return content;
  const attributes = `${className ? ` class="${escapeHtml(className)}"` : ""}${shown ? ` style="${escapeHtml(shown)}"` : ""}`;
  return `<span${attributes}>${content}</span>`;
}

/** Escapes a text for HTML, in an element or in an attribute between double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

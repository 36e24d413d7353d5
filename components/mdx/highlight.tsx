import type { ReactNode } from "react";
import { bundledLanguages, codeToTokens } from "shiki";
import { codeTheme } from "../../lib/content/code-theme.ts";
import { LONGEST_COLOURED_LINE } from "../../lib/content/fences.ts";

/** Code that does not come from a page, in colours. An unknown language comes back without them. */
export async function Highlighted({ code, language }: { code: string; language: string }): Promise<ReactNode> {
  if (!Object.hasOwn(bundledLanguages, language)) return <code>{code}</code>;
  const { tokens } = await codeToTokens(code, {
    lang: language as keyof typeof bundledLanguages,
    theme: codeTheme,
    tokenizeMaxLineLength: LONGEST_COLOURED_LINE,
  });
  return (
    <code>
      {tokens.map((line, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
        <span key={number} className="line">
          {line.map(({ content, color }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
            <span key={index} style={color === plainColour ? undefined : { color }}>
              {content}
            </span>
          ))}
          {number < tokens.length - 1 ? "\n" : null}
        </span>
      ))}
    </code>
  );
}

const plainColour = "var(--code-foreground)";

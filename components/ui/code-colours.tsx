import type { ReactNode } from "react";

/** Longer texts stay plain. */
const MAX_CHARS = 40_000;

const TOKENS =
  /(?<comment>(?:(?<![:\w/])\/\/|(?<![\w&/'"])#(?![\w{])).*$)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<command>^(?:\$ )?(?:npm|npx|pnpm|yarn|node|curl|git|cd|docker|pip|uv|brew)\b)|(?<flag>(?<=\s)--[a-z][\w-]*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<keyword>\b(?:true|false|null|None|True|False|nil|await|async|const|let|import|from|func|package|main|new|require|using|var|return|defer|print|puts|echo)\b)/gm;

const COLOURS = {
  comment: "var(--code-token-comment)",
  string: "var(--code-token-string)",
  command: "var(--code-token-function)",
  flag: "var(--code-token-string)",
  number: "var(--code-token-constant)",
  keyword: "var(--code-token-keyword)",
} as const;

/** Colours code that changes while a reader types: texts, numbers, comments, commands and the commonest words of eight languages. */
export function colourCode(code: string): ReactNode {
  if (code.length > MAX_CHARS) return code;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as keyof typeof COLOURS;
    parts.push(
      code.slice(end, match.index),
      <span key={match.index} style={{ color: COLOURS[kind] }}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return [...parts, code.slice(end)];
}

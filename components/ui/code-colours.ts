import { escapeHtml, tokenHtml } from "../mdx/code-html.ts";

/** Longer texts stay plain. */
const MAX_CHARS = 40_000;
/** Characters that the rest of a line is set in, at most. */
const MAX_INDENT = 16;

/** A quote after a backslash begins no text: looking for the end of each would take time in the square of their number. */
const TOKENS =
  /(?<comment>(?:(?<![:\w/])\/\/|(?<![\w&/'"])#(?![\w{])).*$)|(?<key>(?<!\\)"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>(?<!\\)(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`))|(?<command>^(?:\$ )?(?:npm|npx|pnpm|yarn|node|curl|git|cd|docker|pip|uv|brew)\b)|(?<flag>(?<=\s)--[a-z][\w-]*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<keyword>\b(?:true|false|null|None|True|False|nil|await|async|const|let|import|from|func|package|main|new|require|using|var|return|defer|print|puts|echo)\b)|(?<call>\b[A-Za-z_]\w*(?=\())/gm;

const COLOURS = {
  comment: "var(--code-token-comment)",
  key: "var(--code-token-keyword)",
  string: "var(--code-token-string)",
  command: "var(--code-token-function)",
  flag: "var(--code-token-string)",
  number: "var(--code-token-constant)",
  keyword: "var(--code-token-keyword)",
  call: "var(--code-token-function)",
} as const;

/**
 * Colours code that changes while a reader looks, as HTML: texts, members, numbers, comments, commands, calls and the commonest
 * words of eight languages. Everything else in it is escaped.
 */
export function colourCode(code: string): string {
  if (code.length > MAX_CHARS) return escapeHtml(code);
  let html = "";
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as keyof typeof COLOURS;
    html += escapeHtml(code.slice(end, match.index)) + tokenHtml(escapeHtml(match[0]), { css: `color:${COLOURS[kind]}` });
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

/** Colours code line by line; a wrapped line continues below its own start. */
export function codeLines(code: string): string {
  const isLong = code.length > MAX_CHARS;
  return code
    .split("\n")
    .map((line) => {
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      const style = indent > 0 ? ` style="--indent:${Math.min(indent, MAX_INDENT)}ch"` : "";
      return `<span class="line"${style}>${isLong ? escapeHtml(line) : colourCode(line)}</span>`;
    })
    .join("\n");
}

const FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})(.*)$/;
const DEEPEST = 10;
const MOST_CHARS = 2_000_000;

/** Lines of a text in runs: those of a fence, and those outside of fences. */
export interface Run {
  readonly isFence: boolean;
  readonly lines: readonly string[];
}

/** Returns the lines of a text in runs, so that what is in fences is left alone. */
export function toRuns(lines: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfFence(lines, at);
    const isFence = end > at;
    const last = runs.at(-1);
    if (isFence) runs.push({ isFence, lines: lines.slice(at, end) });
    else if (last && !last.isFence) (last.lines as string[]).push(lines[at] ?? "");
    else runs.push({ isFence, lines: [lines[at] ?? ""] });
    at = isFence ? end : at + 1;
  }
  return runs;
}

/** Returns the line after a fence that begins at a line; that line itself where none begins. */
export function endOfFence(lines: readonly string[], at: number): number {
  const [, mark = "", rest = ""] = FENCE.exec(lines[at] ?? "") ?? [];
  if (mark === "" || (mark.startsWith("`") && rest.includes("`"))) return at;
  const widest = widthOf(lines[at] ?? "") + 3;
  const end = lines.findIndex((line, index) => {
    if (index <= at || widthOf(line) > widest) return false;
    const bare = line.replace(/^[ \t>]*/, "").trimEnd();
    return bare.startsWith(mark) && bare === mark.charAt(0).repeat(bare.length);
  });
  return end < 0 ? lines.length : end + 1;
}

/** Changes a text line by line outside of fences, and of code within a line. */
export function changeProse(text: string, change: (prose: string) => string): string {
  return toRuns(text.split("\n"))
    .flatMap(({ isFence, lines }) => (isFence ? lines : lines.map((line) => changeOutsideCode(line, change))))
    .join("\n");
}

function changeOutsideCode(line: string, change: (prose: string) => string): string {
  if (!line.includes("`")) return change(line);
  const kept: string[] = [];
  const marked = line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)/g, (code) => `\u0000${kept.push(code) - 1}\u0000`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text of a page holds it, since Markdown replaces it
  return change(marked).replace(/\u0000(\d+)\u0000/g, (whole, index) => kept[Number(index)] ?? whole);
}

function widthOf(line: string): number {
  return indentOf(line).replace(/\t/g, "    ").length;
}

/** Returns the white space that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Makes each line a separate block, with the white space before it. */
export function toBlockLines(indent: string, ...lines: readonly string[]): string[] {
  return ["", ...lines.flatMap((line) => [`${indent}${line}`, ""])];
}

/** Replaces a text again with what takes in files until nothing is left to take in: at most ten times, and two million characters. */
export function repeatedly(text: string, change: (text: string) => string): string {
  let before = text;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const after = change(before);
    if (after === before || after.length > MOST_CHARS) return before;
    before = after;
  }
  return before;
}

/** Writes code as a fence, each line after the white space of the line that it replaces. */
export function toFence(indent: string, head: readonly (string | false | undefined)[], code: string): string {
  const mark = /^[ \t]*`{3}/m.test(code) ? "````" : "```";
  return [`${mark}${head.filter(Boolean).join(" ")}`, ...code.split("\n"), mark].map((line) => `${indent}${line}`).join("\n");
}

/** Returns part of a file by what follows its name: `2:5` or `{2,5}` are lines, and anything else is left to the caller. */
export function linesOf(text: string, first: string | undefined, last: string | undefined): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.slice(first ? Number(first) - 1 : 0, last ? Number(last) : undefined).join("\n");
}

/** Returns code without the parts that only its checker reads, such as what is above `// ---cut---`. */
export function withoutCuts(code: string): string {
  if (!/---cut|^\s*\/\/ *(?:@[\w-]+|\^[?|^]+)/m.test(code)) return code;
  const after = code.replace(/^[\s\S]*^[ \t]*\/\/ *---cut(?:-before)?---[ \t]*\n/m, "");
  return after
    .replace(/^[ \t]*\/\/ *---cut-start---[\s\S]*?\/\/ *---cut-end---[ \t]*\n?/gm, "")
    .replace(/^[ \t]*\/\/ *---cut-after---[\s\S]*$/m, "")
    .replace(/^[ \t]*\/\/ *(?:\^[?|^]+.*|@(?:errors|noErrors|module|target|strict|types|lib|jsx|filename|log|warn)\b.*)\n?/gm, "")
    .trimEnd();
}

/** Writes words as the value of an attribute in HTML. */
export function quote(value: string): string {
  return `"${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/\n/g, " ")}"`;
}

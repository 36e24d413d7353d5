/** What the next line is: code to show as written, ordinary text, or too short yet to tell. */
export type LineKind = "raw" | "text" | "wait";

interface Fence {
  readonly marker: string;
  readonly indent: number;
}

/**
 * Tells fenced code from text, line by line, wherever every CommonMark reader tells it alike. Where the list around a
 * fence decides, it is unsure; from there on only bare fence lines are raw, so that nothing else escapes the filter.
 */
export class Fences {
  #fence: Fence | undefined;
  #unsure = false;
  #afterBlank = true;

  /** Reads the line that begins here; `whole` says that its end has come. Call it again with more after "wait". */
  read(line: string, whole: boolean): LineKind {
    if (!whole && /^\s*([`~]*|[`~]{3,}.*)$/.test(line)) return "wait";
    const kind = this.#fence ? this.#inside(line, this.#fence) : this.#outside(line);
    this.#afterBlank = line.trim() === "";
    return kind;
  }

  #inside(line: string, fence: Fence): LineKind {
    const [, spaces = "", run = "", rest = ""] = FENCE_LINE.exec(line) ?? [];
    const closing = run[0] === fence.marker[0] && run.length >= fence.marker.length && rest.trim() === "";
    const closesSurely = spaces.length === fence.indent || (spaces.length <= 3 && fence.indent <= 3);
    if (closing && closesSurely) {
      this.#fence = undefined;
      return "raw";
    }
    const outdented = line.trim() !== "" && indentOf(line) < fence.indent;
    if (!closing && !outdented) return "raw";
    this.#fence = undefined;
    this.#unsure = true;
    return closing ? "raw" : "text";
  }

  #outside(line: string): LineKind {
    const [, spaces = "", marker = "", info = ""] = FENCE_LINE.exec(line) ?? [];
    if (!marker || (marker.startsWith("`") && info.includes("`"))) return "text";
    if (!this.#unsure && (spaces.length <= 3 || this.#afterBlank)) {
      this.#fence = { marker, indent: spaces.length };
      return "raw";
    }
    this.#unsure = true;
    return /^[\w+-]*\s*$/.test(info) ? "raw" : "text";
  }
}

const FENCE_LINE = /^( *)(`{3,}|~{3,})(.*)$/;
const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0;

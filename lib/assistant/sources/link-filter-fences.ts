/** An open fence, written so that every CommonMark reader agrees on where it begins and ends. */
interface Fence {
  /** The quote marks that each of its lines begins with. */
  readonly quote: string;
  readonly quotes: number;
  /** Least indentation of its lines, after the quote marks. */
  readonly indent: number;
  readonly marker: string;
}

/** Most quotes and lists that one line may nest. */
export const MAX_DEPTH = 50;

/** The beginning of a line: its kind, and the text to show for it. */
export interface LineStart {
  /** A fence is a whole line; what is left of a line of code is shown as it is, and text is to be rewritten. */
  readonly kind: "fence" | "code" | "text";
  /** Text to show before the rest of the line. */
  readonly shown: string;
  /** The part of the beginning that is still to be shown. */
  readonly rest: string;
}

/**
 * Tells fenced code from text, line by line. Whether a line is inside a fence depends on the lists and quotes around it,
 * so fences are written in a form that all readers take alike, whatever list they believe to be in:
 *
 *     opening   at most 3 columns in, where it opens in any case; or after a blank line, where it is a fence in a list or
 *               else indented code, and code both ways. A blank line is added where one is needed for that.
 *     content   never less indented than the opening: a line that is less is indented further. In a quote each line has
 *               the quote's marks; one without them ends the quote and the fence for every parser.
 *     closing   indented like the opening. One that is missing at the end of the text is added.
 */
export class Fences {
  #fence: Fence | undefined;
  #afterBlank = true;

  /**
   * Reads the beginning of a line. undefined: it may still become another kind, so ask again with more of it; not with
   * `whole`, which says that no more will come.
   */
  read(start: string, whole: boolean): LineStart | undefined {
    const inside = this.#fence && this.#readInside(start, whole, this.#fence);
    if (inside !== "left") return inside ?? (this.#fence ? undefined : this.#readOutside(start, whole));
    this.#fence = undefined;
    this.#afterBlank = false;
    return this.#readOutside(start, whole);
  }

  /** Ends the text: what closes a fence that is still open. */
  close(): string {
    const fence = this.#fence;
    this.#fence = undefined;
    this.#afterBlank = false;
    return fence ? closing(fence) : "";
  }

  #readInside(start: string, whole: boolean, fence: Fence): LineStart | "left" | undefined {
    if (!whole && /^[ \t>]*[`~]*[ \t]*$/.test(start)) return undefined;
    const line = withoutQuotes(start, fence.quotes);
    if (line === undefined) return "left";
    const [, spaces = "", run = "", rest = ""] = /^( *)(`+|~+|)(.*)$/.exec(expandTabs(line, /^[ \t]*/)) ?? [];
    if (run.startsWith(fence.marker) && rest.trim() === "" && spaces.length <= fence.indent + 3) {
      this.#fence = undefined;
      this.#afterBlank = false;
      return { kind: "fence", shown: closing(fence), rest: "" };
    }
    const short = spaces.length < fence.indent;
    const shown = short && run + rest ? " ".repeat(fence.indent) : "";
    return { kind: "code", shown: fence.quote + shown, rest: short ? line.replace(/^[ \t]+/, "") : line };
  }

  #readOutside(start: string, whole: boolean): LineStart | undefined {
    if (!whole && MAY_OPEN.test(start)) return undefined;
    const [, quote = "", indent = "", marker = "", info = ""] = OPENING.exec(expandTabs(start, /^[ \t>*+\-\d.)]*/)) ?? [];
    if (!marker || !whole) {
      this.#afterBlank = /^( {0,3}>)*[ \t]*$/.test(start);
      return { kind: "text", shown: "", rest: start };
    }
    const quotes = quote.split(">").length - 1;
    const inner = quotes ? indent.replace(/^ /, "") : indent;
    const marks = quotes ? `${/^ */.exec(quote)?.[0]}${"> ".repeat(quotes)}` : "";
    const fence = { quote: marks, quotes, indent: inner.length, marker };
    const gap = !this.#afterBlank && NEEDS_BLANK.test(inner) ? `${marks.trimEnd()}\n` : "";
    this.#fence = fence;
    return { kind: "fence", shown: `${gap}${marks}${inner}${marker}${info}`, rest: "" };
  }
}

const closing = ({ quote, indent, marker }: Fence) => `${quote}${" ".repeat(indent)}${marker}`;

const MAY_OPEN = /^[ \t>*+\-\d.)]*(`{0,2}|`{3,}[^`]*|~{0,2}|~{3,}.*)$/;
const OPENING = /^((?: {0,3}>){0,50})( {0,40}(?:(?:[-*+]|\d{1,9}[.)]) {1,4}){0,50})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** Deep, or after a number that continues a list: inside a paragraph such a line is text. */
const NEEDS_BLANK = /^( {4}| *(?!1[.)])\d)/;

/** Removes the markers of this many block quotes from a line; undefined when it has fewer. */
function withoutQuotes(line: string, quotes: number): string | undefined {
  let rest = expandTabs(line, /^[ \t>]*/);
  for (let quote = 0; quote < quotes; quote += 1) {
    const mark = /^ {0,3}> ?/.exec(rest);
    if (!mark) return undefined;
    rest = rest.slice(mark[0].length);
  }
  return quotes ? rest : line;
}

/** Replaces each tab at the beginning of a line by spaces up to the next column of four. */
function expandTabs(line: string, beginning: RegExp): string {
  const start = beginning.exec(line)?.[0] ?? "";
  let expanded = "";
  for (const character of start) expanded += character === "\t" ? " ".repeat(4 - (expanded.length % 4)) : character;
  return expanded + line.slice(start.length);
}

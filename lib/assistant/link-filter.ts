import { Fences, MAX_DEPTH } from "./link-filter-fences.ts";
import { isJoinable, type LineState, type LinkRules, rewriteInline } from "./link-filter-inline.ts";

/** Most characters that are held back while a construct may still be open. */
const MAX_HELD = 1_000;
/** No character reference is longer. */
const MAX_TAIL = 40;

/**
 * Rewrites Markdown as it streams, so that whatever renders it shows no image, no raw HTML and no link but an allowed one.
 * A refused link leaves its text, a refused bare address becomes code; code is left as written. Links, images and code
 * spans count within one line only: what is not closed in its line is escaped.
 *
 * The output depends on the characters alone and not on how they arrive, since each goes through these states:
 *
 *                  a fence, whole
 *                +---------------+
 *                v               |
 *      --> beginning of a line --+--- in a fence ---> code: shown at once --- newline ---> beginning
 *                                |
 *                                +--- else ---> text: held up to a blank where nothing is open (`Scan`),
 *                                               then parsed once and shown (`rewriteInline`)
 *                                               --- newline: what is held is shown ---> beginning
 */
export class LinkFilter {
  readonly #rules: LinkRules;
  readonly #fences = new Fences();
  readonly #citations = new LenticularCitations();
  #state: "beginning" | "code" | "text" = "beginning";
  #held = "";
  #scan = new Scan();
  /** Only letters and digits are held, so that scripts without blanks flow too. */
  #plain = true;
  #line: LineState = { cut: false };
  /** Marks of quotes and lists that the line begins with; undefined after its first word. */
  #depth: number | undefined = 0;
  #afterReturn = false;
  #out: string[] = [];
  /** Text that was shown since the last blank: what follows must not form anything new with it. */
  #tail = "";
  #atLineStart = true;

  constructor(rules: LinkRules) {
    this.#rules = rules;
  }

  /** Takes the next piece of text and returns what can be shown of all that came so far. */
  push(delta: string): string {
    for (let at = 0; at < delta.length; at += 1) {
      const character = delta[at] as string;
      if (this.#fences.isOpen) this.#takeAll(this.#citations.flush() + character);
      else this.#takeAll(this.#citations.take(character));
    }
    return this.#drain();
  }

  /** Ends a text: whatever was held back is shown, and a fence that is open is closed. */
  flush(): string {
    this.#takeAll(this.#citations.flush());
    if (this.#state === "beginning" && this.#held) this.#begin(true);
    this.#endPiece();
    const closing = this.#fences.close();
    if (closing) this.#showLine(closing);
    this.#depth = 0;
    this.#state = "beginning";
    return this.#drain();
  }

  #drain(): string {
    const shown = this.#out.join("");
    this.#out = [];
    return shown;
  }

  #takeAll(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#takeRaw(text[at] as string);
  }

  /** One kind of line ending, and no control characters. */
  #takeRaw(character: string): void {
    const paired = this.#afterReturn && character === "\n";
    this.#afterReturn = character === "\r";
    if (paired) return;
    if (character === "\r") this.#take("\n");
    else if (character >= " " || character === "\n" || character === "\t") this.#take(character);
  }

  #take(character: string): void {
    if (character === "\n") this.#endLine();
    else if (this.#state === "code") this.#show(character);
    else if (this.#state === "text") this.#takeText(character);
    else {
      this.#held += character;
      this.#begin(this.#held.length >= MAX_HELD);
    }
  }

  /** Tells what a line is by its beginning, when that can be told; `whole` says that it must be. */
  #begin(whole: boolean): void {
    const start = this.#fences.read(this.#held, whole);
    if (!start) return;
    this.#held = "";
    if (start.kind === "fence") {
      this.#showLine(start.shown);
      return;
    }
    this.#show(start.shown);
    this.#state = start.kind;
    for (const character of start.rest.split("")) this.#take(character);
  }

  #endLine(): void {
    if (this.#state === "beginning") this.#begin(true);
    // A fence was shown with the end of its line.
    if (this.#state === "beginning") return;
    this.#endPiece();
    this.#show("\n");
    this.#line = { cut: false };
    this.#depth = 0;
    this.#state = "beginning";
  }

  #takeText(character: string): void {
    if (this.#isTooDeep(character)) this.#takeText("\\");
    const blank = character === " " || character === "\t";
    const full = this.#held.length >= MAX_HELD || (this.#plain && character > "\x7f");
    if (blank ? this.#scan.closed : full && !LOW_SURROGATE.test(character)) this.#endPiece();
    if (blank && !this.#held) {
      this.#show(character);
      return;
    }
    this.#held += character;
    this.#scan.take(character);
    this.#plain &&= /[\da-z\u0080-\uffff]/i.test(character);
  }

  /** Returns true for a mark that must be escaped: readers fail at lines that nest thousands of quotes or lists. */
  #isTooDeep(character: string): boolean {
    if (this.#depth === undefined) return false;
    if (/[>*+\-.)]/.test(character)) this.#depth += 1;
    const tooDeep = this.#depth > MAX_DEPTH;
    if (tooDeep || !/[\s\d>*+\-.)]/.test(character)) this.#depth = undefined;
    return tooDeep;
  }

  /** Shows the piece that is held. */
  #endPiece(): void {
    if (!this.#held) return;
    const shown = rewriteInline(this.#held, this.#rules, this.#line);
    if (!isJoinable(this.#tail, shown)) this.#show(" ");
    this.#show(shown);
    this.#held = "";
    this.#scan = new Scan();
    this.#plain = true;
  }

  /** Shows a whole line, also where another text of the same answer has ended within one. */
  #showLine(text: string): void {
    this.#show(`${this.#atLineStart ? "" : "\n"}${text}\n`);
  }

  #show(text: string): void {
    if (!text) return;
    this.#out.push(text);
    this.#tail = ((/\s$/.test(text) ? "" : this.#tail + text).split(/\s/).at(-1) as string).slice(-MAX_TAIL);
    this.#atLineStart = text.endsWith("\n");
  }
}

const LOW_SURROGATE = /[\udc00-\udfff]/;

/**
 * Finds where a line may be cut into pieces that hold their constructs whole. Character by character, so that the cuts do
 * not depend on how the text arrives:
 *
 *              run of n `            run of n `
 *      text ---------------> code ---------------> as before
 *      text ------- [ ------> label (counted) ------- ] ------> text
 *      text ------- ( ------> target (counted) ------ ) ------> text       only right after ]
 *      any but code: \ keeps the next character from counting
 *
 * A cut is possible in `text`, so a mark without its other half is held until the line ends or the piece is full.
 */
class Scan {
  #ticks = 0;
  #run = 0;
  #labels = 0;
  #targets = 0;
  #escaped = false;
  #last = "";

  /** True where a piece may end before a blank. */
  get closed(): boolean {
    const insideCode = this.#run > 0 ? this.#run !== this.#ticks : this.#ticks > 0;
    return !insideCode && this.#labels === 0 && this.#targets === 0;
  }

  /** Takes the next character of the piece. */
  take(character: string): void {
    const last = this.#last;
    this.#last = character;
    if (character === "`" && !this.#escaped) {
      this.#run += 1;
      return;
    }
    this.#endRun();
    if (this.#ticks > 0) return;
    if (this.#escaped || character === "\\") {
      this.#escaped = !this.#escaped;
      this.#last = "";
      return;
    }
    if (character === "[") this.#labels += 1;
    if (character === "]" && this.#labels > 0) this.#labels -= 1;
    if (character === "(" && this.#labels === 0 && (last === "]" || this.#targets > 0)) this.#targets += 1;
    if (character === ")" && this.#targets > 0) this.#targets -= 1;
  }

  #endRun(): void {
    if (this.#run === 0) return;
    if (this.#ticks === 0) this.#ticks = this.#run;
    else if (this.#ticks === this.#run) this.#ticks = 0;
    this.#run = 0;
  }
}

/** A citation in the brackets that some models write: `【3】`, `【3†source】`, `【1, 2】`. */
const BEGUN = /^【[\d\s,–†a-z:-]*$/i;
const WHOLE = /^【(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)(?:[†:][^】]*)?】$/;
const MAX_LENGTH = 40;

/** Turns such citations into `[3]`, character by character; whatever else is in these brackets stays as it is. */
class LenticularCitations {
  #held = "";

  /** Takes a character and returns the text that is free to go on. */
  take(character: string): string {
    if (!this.#held && character !== "【") return character;
    const held = this.#held + character;
    if (BEGUN.test(held) && held.length < MAX_LENGTH) {
      this.#held = held;
      return "";
    }
    this.#held = "";
    const [, numbers] = WHOLE.exec(held) ?? [];
    // Another one may begin where this one turns out to be none.
    if (numbers === undefined && character === "【") return held.slice(0, -1) + this.take(character);
    return numbers === undefined ? held : `[${numbers}]`;
  }

  /** Returns the text that was held back. */
  flush(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }
}

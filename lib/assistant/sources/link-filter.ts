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
 *                                +--- else ---> text: held up to a blank where nothing is open (`isOpen`),
 *                                               then parsed once and shown (`rewriteInline`)
 *                                               --- newline: what is held is shown ---> beginning
 */
export class LinkFilter {
  readonly #rules: LinkRules;
  readonly #fences = new Fences();
  #state: "beginning" | "code" | "text" = "beginning";
  #held = "";
  /** Only letters and digits are held back, so that scripts without spaces stream too. */
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
    for (const character of delta.split("")) this.#takeRaw(character);
    return this.#drain();
  }

  /** Ends a text: whatever was held back is shown, and a fence that is open is closed. */
  flush(): string {
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

  /** Classifies a line by its beginning as soon as possible; `whole` says that the line is complete. */
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
    if (blank ? !isOpen(this.#held) : full && !LOW_SURROGATE.test(character)) this.#endPiece();
    if (blank && !this.#held) {
      this.#show(character);
      return;
    }
    this.#held += character;
    this.#plain &&= character !== "【" && /[\da-z\u0080-\uffff]/i.test(character);
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
    const shown = rewriteInline(this.#held.replace(LENTICULAR, "[$1]"), this.#rules, this.#line);
    if (!isJoinable(this.#tail, shown)) this.#show(" ");
    this.#show(shown);
    this.#held = "";
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
/** A citation in the brackets that some models write: `【3】`, `【3†source】`, `【1, 2】`. */
const LENTICULAR = /【(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)(?:[†:][^】]{0,30})?】/g;

/**
 * Returns true when a construct of a piece may continue behind a blank: a code span, a label, or a target, which begins right
 * after a label. The piece is then held until the line ends or the piece is full.
 */
function isOpen(piece: string): boolean {
  let ticks = 0;
  let labels = 0;
  let targets = 0;
  for (const { 0: found, index } of piece.matchAll(/\\.|`+|[[\]()【】]/g)) {
    if (found.startsWith("`")) ticks = ticks === found.length ? 0 : ticks || found.length;
    else if (ticks > 0) continue;
    else if (found === "[" || found === "【") labels += 1;
    else if (found === "]" || found === "】") labels = Math.max(0, labels - 1);
    else if (found === "(" && labels === 0 && (targets > 0 || piece[index - 1] === "]")) targets += 1;
    else if (found === ")" && targets > 0) targets -= 1;
  }
  return ticks + labels + targets > 0;
}

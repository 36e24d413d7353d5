// Tested in link-filter.test.ts.
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
export class Scan {
  #ticks = 0;
  #run = 0;
  #labels = 0;
  #targets = 0;
  #escaped = false;
  #last = "";

  /** Whether a piece may end before a blank. */
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

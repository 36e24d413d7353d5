// Tested in link-filter.test.ts.

/** A citation in the brackets that some models write: `【3】`, `【3†source】`, `【1, 2】`. */
const BEGUN = /^【[\d\s,–†a-z:-]*$/i;
const WHOLE = /^【(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)(?:[†:][^】]*)?】$/;
const MAX_LENGTH = 40;

/** Turns such citations into `[3]`, character by character; whatever else is in these brackets stays as it is. */
export class LenticularCitations {
  #held = "";

  /** What can go on of all that came so far. */
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

  /** What is held back. */
  flush(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }
}

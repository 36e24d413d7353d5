/**
 * Matches a word with dashes that fits a narrow column, and the beginning of a longer option: a browser would break `--kind` after
 * either of its dashes.
 */
const DASHED = /(?<!\S)(?=\S*-)(\S{1,20}(?!\S)|-+\w{1,18})/;

/** Cuts inline code into parts, of which every second one, beginning with the second, has to stay on one line. */
export function splitAtDashes(code: string): string[] {
  return code.split(DASHED);
}

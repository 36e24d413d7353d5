// Tested in bound-marks.test.ts.
import { TooManyMarks } from "./bound-marks.ts";

/** The parser reads what is in a block once more for each block around it: 400 lines that open one each take seconds. */
const MAX_OPEN = 50;
const REASON = `More than ${MAX_OPEN} blocks that begin with ::: are open at once; end each with a line of colons.`;
const OPENING = /^([ \t>*+\-\d.)]*)(:{3,})[ \t]*[A-Za-z]/;
const CLOSING = /^([ \t]*)(:{3,})[ \t]*\r?$/;

/**
 * Holds a text to blocks of `:::name` that a page can have inside each other. Counts no fewer than the parser would see.
 * @throws TooManyMarks
 */
export function boundBlocks(text: string): void {
  if (!text.includes(":::")) return;
  const open: { readonly indent: number; readonly colons: number }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.includes(":::")) continue;
    const [, space = "", marks = ""] = CLOSING.exec(line) ?? [];
    const last = open.at(-1);
    const isClosed = last && marks.length >= last.colons && (space.length <= 3 || space.length === last.indent);
    if (marks !== "" && isClosed) open.pop();
    const [, before = "", colons = ""] = OPENING.exec(line) ?? [];
    if (colons !== "") open.push({ indent: before.length, colons: colons.length });
    if (open.length > MAX_OPEN) throw new TooManyMarks(REASON, { line: index + 1, column: 1 });
  }
}

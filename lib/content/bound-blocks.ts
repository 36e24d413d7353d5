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

/**
 * The parser's time grows by the square of each: of the marks of quotes, a second for as many; of lists that begin in one line,
 * 53 seconds for 2,000 lines of 60; and of the lines that go on with the paragraph of a quote or an item without its mark, 24
 * seconds for 18,000. Of 11,000 honest pages none has a third of any.
 */
const MAX_QUOTES = 2_000;
/** The lines of each such paragraph, squared and halved, all together: as much as 2,000 lines of one. */
const MAX_UNMARKED_COST = 2_000_000;
const QUOTES = `The page has more than ${MAX_QUOTES} marks of quotes (>), or of lists right inside lists, at the beginning of its lines; divide it, or take them apart.`;
const UNMARKED =
  "Thousands of lines follow the mark of a quote or a list without an empty line; divide them by empty lines, or mark each.";
const MARKS = /^(?:[ \t>]|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*/;

/** Holds a text to marks of quotes, and to lines in paragraphs of quotes and items. Lines of code count too. @throws TooManyMarks */
export function boundQuotes(text: string): void {
  let quotes = 0;
  let cost = 0;
  let unmarked: number | undefined;
  for (const [index, line] of text.split(/\r\n|[\n\r]/).entries()) {
    const marks = (MARKS.exec(line)?.[0] ?? "").replace(/[ \t\d]+/g, "");
    if (/^[ \t]*$/.test(line)) unmarked = undefined;
    else if (marks) unmarked ??= 0;
    else if (unmarked !== undefined) cost += ++unmarked;
    // A line of a list has one mark of its own; each further one begins a list in a list.
    quotes += /[^>]/.test(marks) ? marks.length - 1 : marks.length;
    const reason = quotes > MAX_QUOTES ? QUOTES : cost > MAX_UNMARKED_COST ? UNMARKED : undefined;
    if (reason) throw new TooManyMarks(reason, { line: index + 1, column: 1 });
  }
}

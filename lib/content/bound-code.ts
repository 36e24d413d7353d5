// Tested in bound-code.test.ts.
import { Parser } from "acorn";
import acornJsx from "acorn-jsx";
import { TooManyMarks } from "./bound-marks.ts";

const Code = Parser.extend(acornJsx());

/**
 * What reading the code of one page may cost, in characters that are read: of 17,000 public pages the one with most takes 300,000. The
 * parser of MDX reads an expression again at each brace that may be its end and an export at each empty line, and looks
 * through all lines of either for the place of each part.
 */
const MAX_COST = 2_000_000;
/**
 * From here on what cannot be an end is passed over without being read. The first time all of it is looked through, which costs half
 * as much as reading it; later only what has been added is, and the rest is compared, which costs a sixteenth.
 */
const MAX_READ_IN_FULL = 500_000;
const PASSED_FIRST = 2;
const PASSED = 16;
const OF_READING = 100;
const OF_LINE = 2;
const LINES_OF_PART = 40;
const REASON =
  "The page has an expression or an export of too many braces, lines or empty lines. Move it into a file, and import that.";

let text = "";
let cost = 0;

/** Begins to count for the text of another page. */
export function countCode(page: string): void {
  text = page;
  cost = 0;
  seen = START;
}

/** Reads code for the parser of MDX, of one page at a time. Past the bound the page is refused with `TooManyMarks`. */
export const boundedAcorn: Pick<typeof Code, "parse" | "parseExpressionAt"> = {
  parse(value, options) {
    spend(value, value.length);
    const program = Code.parse(value, options);
    spend(value, placesOf(value));
    return program;
  },
  parseExpressionAt(value, at, options) {
    const isPassed = cost > MAX_READ_IN_FULL && isOpen(value);
    spend(value, value.length / (isPassed ? (seen.times > 0 ? PASSED : PASSED_FIRST) : 1) + seen.times);
    if (isPassed) throw Object.assign(new SyntaxError("Unexpected token"), { pos: value.length, raisedAt: value.length });
    const expression = Code.parseExpressionAt(value, at, options);
    spend(value, placesOf(value));
    return expression;
  },
};

/** Finding the place of each part in each line. */
function placesOf(value: string): number {
  return (linesOf(value) * value.length) / LINES_OF_PART;
}

function spend(value: string, amount: number): void {
  cost += amount + OF_READING + linesOf(value) * OF_LINE;
  if (cost <= MAX_COST) return;
  const [first = ""] = value.split("\n", 1);
  const before = text.slice(0, Math.max(0, text.indexOf(first.replace(/^\(\{/, "").slice(0, 40))));
  const refuse = () => {
    throw new TooManyMarks(REASON, { line: linesOf(before) + 1, column: 1 });
  };
  // The parser takes what is thrown here for a fault of the code, and goes on once it has asked where that is.
  throw Object.defineProperty(new Error(REASON), "pos", { get: refuse });
}

function linesOf(value: string): number {
  let lines = 0;
  for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** What was looked through of an expression that is read on, how often, and what is open at its end. */
const START = { value: "", times: 0, depth: 0, quote: "", isData: true };
let seen = START;

/** Whether data, which has no tags, patterns, templates and comments, is sure to go on: a bracket or a string of it is open. */
function isOpen(value: string): boolean {
  const isSame = seen !== START && value.startsWith(seen.value);
  let { depth, quote, isData } = isSame ? seen : START;
  for (let at = isSame ? seen.value.length : 0; isData && at < value.length; at += 1) {
    const sign = value[at] as string;
    if (quote !== "") {
      if (sign === "\\") at += 1;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    else if ("<`/".includes(sign)) isData = false;
  }
  seen = { value, times: isSame ? seen.times + 1 : 0, depth, quote, isData };
  return isData && (depth > 0 || quote !== "");
}

import type {} from "remark-parse";
import type { Data, Processor } from "unified";

type Extension = NonNullable<Data["micromarkExtensions"]>[number];
type Construct = Exclude<NonNullable<Extension["text"]>[string], undefined | unknown[]>;
type State = ReturnType<Construct["tokenize"]>;
type Code = Parameters<State>[0];

/** The parser's time grows by the square of both: a tenth of a second for as many, 10 to 30 seconds for 40,000. */
const MAX_MARKS = 1_000;
const MAX_LINES = 1_000;
/** Cheaper each, and more of them are honest: a long listing that nobody put in a fence. */
const MAX_ESCAPES = 10_000;

/** Each takes the parser as long as many words. Within one paragraph its time grows by the square. */
const MAX_TAGS = 80_000;
const MAX_TAGS_TOGETHER = 10_000;

const MARKS = `The paragraph has more than ${MAX_MARKS} marks of emphasis, links and math (* _ ~ [ ] ! $); divide it by empty lines, or put it in code.`;
const ESCAPES = `The paragraph has more than ${MAX_ESCAPES} lines, or escapes, references and marks of code (\\ & \`); divide it by empty lines, or put it in a fence.`;
const UNDERLINES = `The page has more than ${MAX_LINES} lines that begin with = or -; write headings with #, or put the lines in code.`;
const TAGS = `The page has more than ${MAX_TAGS} tags and expressions (< and {); divide it, or put them in code.`;
const TAGS_TOGETHER = `The paragraph has more than ${MAX_TAGS_TOGETHER} tags and expressions (< and {); divide it by empty lines, or put them in code.`;

/** A text that no author writes and that would hold the parser for seconds, as a message of the form that parsers throw. */
export class TooManyMarks extends Error {
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, { line, column }: { line: number; column: number }) {
    super(reason);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}

/** Makes a parser throw `TooManyMarks` for such a text. Code does not count. */
export function boundMarks(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), bounds];
}

/** A construct that never matches, so that the parser's own come next. It counts from zero in each context, such as a paragraph. */
function bound(max: number, reason: string): Construct {
  const counts = new WeakMap<object, number>();
  return {
    tokenize(effects, _, nok) {
      // A line is tried twice: before, the parser asks whether it ends the paragraph above.
      const count = (counts.get(this) ?? 0) + (this.interrupt ? 0 : 1);
      counts.set(this, count);
      const start: State = (code) => {
        effects.enter("data");
        return run(code, count);
      };
      // The parser takes a row of one mark as a whole; each of them counts.
      const run = (code: Code, length: number, first = code): State | undefined => {
        if (length > max) throw new TooManyMarks(reason, this.now());
        if (code !== first) return nok(code);
        effects.consume(code);
        return (next) => run(next, length + 1, first);
      };
      return start;
    },
  };
}

/**
 * As `bound`, for all of a page: its contexts share one count. At the start of a line it looks at all of the line, so a tag
 * of such a line that turns out to be text counts twice.
 */
function boundPage(max: number, reason: string, { ofLine }: { ofLine: boolean }): Construct {
  return {
    tokenize(effects, _, nok) {
      if (this.interrupt) return nok;
      const look: State = (code) => {
        if (code === LESS_THAN || code === BRACE) countTag(this, max, reason);
        if (!ofLine) countTogether(this);
        // The parser takes a line of tags as a whole.
        if (!ofLine || code === null || code < 0) return nok(code);
        effects.consume(code);
        return look;
      };
      effects.enter("data");
      return look;
    },
  };
}

/** The codes of `\r`, `\n` and `\r\n` in micromark. */
const LINE_ENDS = [-5, -4, -3];
const LESS_THAN = "<".charCodeAt(0);
const BRACE = "{".charCodeAt(0);
const tagCounts = new WeakMap<object, number>();

const counts = new WeakMap<object, number>();

function countTogether(context: ThisParameterType<Construct["tokenize"]>): void {
  const count = (counts.get(context) ?? 0) + 1;
  if (count > MAX_TAGS_TOGETHER) throw new TooManyMarks(TAGS_TOGETHER, context.now());
  counts.set(context, count);
}

function countTag(context: ThisParameterType<Construct["tokenize"]>, max: number, reason: string): void {
  const count = (tagCounts.get(context.parser) ?? 0) + 1;
  if (count > max) throw new TooManyMarks(reason, context.now());
  tagCounts.set(context.parser, count);
}

const eachOf = (characters: string, construct: Construct) =>
  Object.fromEntries(Array.from(characters, (character) => [character.charCodeAt(0), construct]));

const bounds: Extension = {
  text: {
    ...eachOf("*_~[]!$", bound(MAX_MARKS, MARKS)),
    ...eachOf("\\&`", bound(MAX_ESCAPES, ESCAPES)),
    ...Object.fromEntries(LINE_ENDS.map((code) => [code, bound(MAX_ESCAPES, ESCAPES)])),
    ...eachOf("<{", boundPage(MAX_TAGS, TAGS, { ofLine: false })),
  },
  flow: { ...eachOf("=-", bound(MAX_LINES, UNDERLINES)), ...eachOf("<{", boundPage(MAX_TAGS, TAGS, { ofLine: true })) },
};

import type {} from "remark-parse";
import type { Data, Processor } from "unified";

type Extension = NonNullable<Data["micromarkExtensions"]>[number];
type Construct = Exclude<NonNullable<Extension["text"]>[string], undefined | unknown[]>;
type State = ReturnType<Construct["tokenize"]>;
type Code = Parameters<State>[0];

/** The parser's time grows by the square of both: a tenth of a second for as many, 10 to 30 seconds for 40,000. */
const MAX_MARKS = 1_000;
const MAX_LINES = 1_000;

const MARKS = `The paragraph has more than ${MAX_MARKS} marks of emphasis and links (* _ ~ [ ] !); divide it by empty lines, or put it in code.`;
const UNDERLINES = `The page has more than ${MAX_LINES} lines that begin with = or -; write headings with #, or put the lines in code.`;

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

/** Makes a parser throw `TooManyMarks` for such a text. What stands in code does not count. */
export function boundMarks(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), bounds];
}

/** A construct that never matches, so that the parser's own come next. It counts anew in each context, such as a paragraph. */
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

const eachOf = (characters: string, construct: Construct) =>
  Object.fromEntries(Array.from(characters, (character) => [character.charCodeAt(0), construct]));

const bounds: Extension = {
  text: eachOf("*_~[]!", bound(MAX_MARKS, MARKS)),
  flow: eachOf("=-", bound(MAX_LINES, UNDERLINES)),
};

import { mathFromMarkdown } from "mdast-util-math";
import { math } from "micromark-extension-math";
import type { Data, Processor } from "unified";

type Extension = NonNullable<Data["micromarkExtensions"]>[number];
type Construct = Exclude<NonNullable<Extension["text"]>[string], undefined | unknown[]>;
type State = ReturnType<Construct["tokenize"]>;
type Code = Parameters<State>[0];

const DOLLAR = "$".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const MAX_FORMULA_CHARS = 500;

/** Returns true for a text that may hold math: `$x$` in a line, or a block between two lines of `$$`. */
export function mayHoldMath(text: string): boolean {
  return /\$[^\s$]/.test(text) || text.split("$$").length > 2;
}

/** Reads `$x^2$` and `$$…$$` as math. Prices and variables of a shell stay text. */
export function mathSyntax(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), guardedMath()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), mathFromMarkdown()];
}

function guardedMath(): Extension {
  const { text, flow } = math();
  const [inLine] = [text?.[DOLLAR]].flat();
  if (!inLine) return {};
  const guarded: Construct = {
    ...inLine,
    tokenize(effects, ok, nok) {
      if (/[\p{L}\p{N}]/u.test(toCharacter(this.previous))) return nok;
      return effects.check(mathLike, inLine.tokenize.call(this, effects, ok, nok), nok);
    },
  };
  return { flow: flow ?? {}, text: { [DOLLAR]: guarded } };
}

/** Matches what begins as math does: to its closing mark on the same line, and only reads ahead. */
const mathLike: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let content = "";
    const open: State = (code) => {
      effects.enter("data");
      effects.consume(code);
      return (next) => (next === DOLLAR ? double(next) : inside(next));
    };
    // Two marks are meant as math wherever two more follow, which the parser sees for itself.
    const double = (code: Code): State | undefined => {
      effects.exit("data");
      return ok(code);
    };
    const inside = (code: Code): State | undefined => {
      if (code === null || code < 0 || content.length > MAX_FORMULA_CHARS) return nok(code);
      if (code === DOLLAR && !content.endsWith("\\")) return close(code);
      content += toCharacter(code);
      effects.consume(code);
      return inside;
    };
    const close = (code: Code): State | undefined => {
      effects.consume(code);
      return (next) => {
        effects.exit("data");
        return isMath(content) && !/[\p{L}\p{N}]/u.test(toCharacter(next)) ? ok(next) : nok(next);
      };
    };
    return open;
  },
};

function toCharacter(code: Code): string {
  return code !== null && code >= 0 ? String.fromCodePoint(code) : code === BACKSLASH ? "\\" : "";
}

/** Returns true for a letter or a number with a letter, or something with a sign that math has and prose has not. */
function isMath(content: string): boolean {
  if (content === "" || content.trim() !== content) return false;
  return /^[A-Za-z]'*$|^\d+[A-Za-z]$|[\\^_=+<>{}|]|^[\p{L}\d]+\s*[-*/]\s*[\p{L}\d]+$/u.test(content);
}

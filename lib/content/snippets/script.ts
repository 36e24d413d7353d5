import { tsPlugin } from "@sveltejs/acorn-typescript";
import { type Comment, type Options, Parser } from "acorn";
import acornJsx from "acorn-jsx";
import type { Program } from "estree-jsx";

/** Tokens that may be read for each character of a file. Honest files take less than one. */
const MOST_TOKENS = 4;
const FEW_TOKENS = 10_000;

/** What acorn's parsers have for those that extend them, which their types leave out. */
type ExtensibleParser = new (options: Options, input: string) => { readonly input: string; nextToken(): void };

/** A parser that gives up on a text which it reads again and again: nested type arguments double its time with each level. */
function bounded(Base: typeof Parser): typeof Parser {
  class BoundedParser extends (Base as unknown as ExtensibleParser) {
    #read = 0;

    override nextToken(): void {
      this.#read += 1;
      // No SyntaxError: the parser takes one for the end of what it tries.
      if (this.#read > MOST_TOKENS * this.input.length + FEW_TOKENS)
        throw new RangeError("The script is too involved to be read.");
      super.nextToken();
    }
  }
  return BoundedParser as unknown as typeof Parser;
}

const JavaScript = Parser.extend(acornJsx());
const TypeScript = Parser.extend(tsPlugin(), bounded);
const TypeScriptWithJsx = Parser.extend(tsPlugin({ jsx: true }), bounded);

/** The syntax tree of a file of JavaScript or TypeScript; `comments` gets what it says beside. @throws SyntaxError */
export function parseScript(file: string, text: string, comments?: Comment[]): Program {
  const options = {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    ...(comments ? { onComment: comments } : {}),
  } as const;
  const parser = /\.tsx$/.test(file) ? TypeScriptWithJsx : /\.[cm]?ts$/.test(file) ? TypeScript : JavaScript;
  try {
    return parser.parse(text, options) as unknown as Program;
  } catch (cause) {
    throw cause instanceof RangeError ? new SyntaxError(cause.message) : cause;
  }
}

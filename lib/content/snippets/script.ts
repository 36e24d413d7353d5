import { tsPlugin } from "@sveltejs/acorn-typescript";
import { type Comment, Parser } from "acorn";
import acornJsx from "acorn-jsx";
import type { Program } from "estree-jsx";

const JavaScript = Parser.extend(acornJsx());
const TypeScript = Parser.extend(tsPlugin());
const TypeScriptWithJsx = Parser.extend(tsPlugin({ jsx: true }));

/** The syntax tree of a file of JavaScript or TypeScript; `comments` gets what it says beside. @throws SyntaxError */
export function parseScript(file: string, text: string, comments?: Comment[]): Program {
  const options = {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    ...(comments ? { onComment: comments } : {}),
  } as const;
  const parser = /\.tsx$/.test(file) ? TypeScriptWithJsx : /\.[cm]?ts$/.test(file) ? TypeScript : JavaScript;
  return parser.parse(text, options) as unknown as Program;
}

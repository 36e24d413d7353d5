import path from "node:path";

/** A place of the engine that asks for the site of a reader. */
export interface Place {
  readonly number: number;
  readonly file: string;
  readonly line: number;
  readonly call: string;
  /** The reason why the owner's site tells nothing there; undefined where it would be a leak. */
  readonly sameForAll: string | undefined;
}

/** Places where every site of a project gives the same answer, or a reader never comes. */
const SAME_FOR_ALL: readonly (readonly [RegExp, string])[] = [];

const CALL = /(?<!function )\b(?:siteFor|publicSite|siteOfReader|siteOfPage|siteOfRequest)\(/g;

/**
 * Returns the text of a file in which each call for a site is a mutant: the owner's site where a variable has its number.
 * @param after the number of the last place before this file.
 */
export function toMutants(file: string, text: string, after: number): { text: string; places: readonly Place[] } {
  const places: Place[] = [];
  let written = "";
  let from = 0;
  for (const { index } of text.matchAll(CALL)) {
    const end = endOfCall(text, index);
    // A call inside of one that is replaced already goes with it.
    if (index < from) continue;
    const number = after + places.length + 1;
    const call = text.slice(index, end);
    const sameForAll = SAME_FOR_ALL.find(([pattern]) => pattern.test(file))?.[1];
    places.push({ number, file, line: text.slice(0, index).split("\n").length, call, sameForAll });
    written += `${text.slice(from, index)}mutated(${number}, async () => ${call})`;
    from = end;
  }
  if (places.length === 0) return { text, places };
  const module = path.posix.relative(path.posix.dirname(file), "lib/site/served/mutants.ts");
  const address = module.startsWith(".") ? module : `./${module}`;
  return { text: `import { mutated } from "${address}";\n${written}${text.slice(from)}`, places };
}

/** Returns the place behind the parenthesis that closes a call. */
function endOfCall(text: string, start: number): number {
  let depth = 0;
  for (let at = text.indexOf("(", start); at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error("A call has no end.");
}

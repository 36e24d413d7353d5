import path from "node:path";

/** A place of the engine that asks for the site of a reader. */
export interface Place {
  readonly number: number;
  readonly file: string;
  readonly line: number;
  readonly call: string;
  /** The reason why no crawl of a random site notices the owner's site there; undefined where it has to. */
  readonly unnoticed: string | undefined;
}

const SETTINGS = "shows settings of the project, which all of its sites have";
const AT_BUILD = "is asked at a build alone, into which e2e/vercel/readers.spec.ts looks";
const HEAD = "title, icon and addresses of the project alone";

/** Places that the crawl does not notice, or all of a file, by the number of the call in it. */
export const UNNOTICED: readonly (readonly [file: string, call: number | "all", reason: string])[] = [
  ["app/(default)/docs/[[...slug]]/page.tsx", 1, AT_BUILD],
  ["app/(default)/errors/[code]/page.tsx", "all", SETTINGS],
  ["app/(default)/errors/page.tsx", "all", SETTINGS],
  ["app/(default)/insights/page.tsx", "all", SETTINGS],
  ["app/(default)/mcp/connect/page.tsx", "all", SETTINGS],
  ["app/(default)/layout.tsx", 1, HEAD],
  ["app/(default)/page.tsx", 1, HEAD],
  ["app/(reader)/~/[lang]/layout.tsx", 1, HEAD],
  ["app/(reader)/~/[lang]/page.tsx", 1, HEAD],
  ["app/(sign-in)/layout.tsx", "all", SETTINGS],
  ["app/(sign-in)/~/sign-in/page.tsx", "all", SETTINGS],
  ["app/(embed)/embed/[[...language]]/layout.tsx", "all", SETTINGS],
  ["app/(embed)/embed/[[...language]]/page.tsx", "all", SETTINGS],
  ["app/[lang]/layout.tsx", "all", HEAD],
  ["app/[lang]/~/docs/[[...slug]]/page.tsx", 1, AT_BUILD],
  ["app/[lang]/~/page.tsx", 1, AT_BUILD],
  ["app/[lang]/~/page.tsx", 2, HEAD],
  ["app/api/icon/route.ts", "all", SETTINGS],
  ["app/api/insights/route.ts", "all", "answers 204 to everything, and what it keeps is the owner's"],
  ["app/api/robots/route.ts", "all", "tells that there are open pages, and random sites have some"],
  ["app/api/skills/[...path]/route.ts", "all", SETTINGS],
  ["app/embed.js/route.ts", "all", SETTINGS],
  ["app/global-not-found.tsx", 2, HEAD],
  ["app/reader.ts", 3, "is asked where everyone reads everything"],
  ["app/v1/assistant/[domain]/support/route.ts", "all", "random sites have no webhook"],
  ["app/v1/assistant/turn.ts", 1, SETTINGS],
];

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
    const isHere = (which: number | "all") => which === "all" || which === places.length + 1;
    const unnoticed = UNNOTICED.find(([name, which]) => name === file && isHere(which))?.[2];
    places.push({ number, file, line: text.slice(0, index).split("\n").length, call, unnoticed });
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

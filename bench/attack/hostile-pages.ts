import { HOSTILE_CODE } from "../../lib/content/fixtures/hostile-code.ts";
import type { Attack } from "./attack.ts";
import { publish } from "./pages.ts";
import type { TargetOptions } from "./target.ts";

/** Pieces of Markdown that take the parser's time by the square of their number, or more. */
const QUADRATIC: Readonly<Record<string, string>> = {
  "openings of links": "]",
  "marks of emphasis": "*a_ ",
  "quotes in lists": "- > x\n",
  "lists in one line": `${"- ".repeat(60)}x\n`,
  "blocks in blocks": "::::note\n:::\n",
  "tags that are never closed": "<Prompt>",
};
const SIZES_KB = [6, 60, 600];

const sources: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(HOSTILE_CODE).map(([name, code]) => [name, `{(() => { ${code} })()}`])),
  ...Object.fromEntries(
    Object.entries(QUADRATIC).flatMap(([name, piece]) =>
      SIZES_KB.map((kB) => [`${kB} kB of ${name}`, `a ${piece.repeat(Math.ceil((kB * 1_000) / piece.length))}`]),
    ),
  ),
};

/** Each attack is an update, and there are more of them than the usual limit of an hour. */
export const hostilePagesOptions: TargetOptions = { config: { limits: { updatesPerProjectPerHour: 1_000 } } };

/** Pages that would hold a server, or take its memory: each costs its own part, or is shown as its words. */
export const hostilePages: readonly Attack[] = Object.entries(sources).map(([name, source], index) => ({
  name: `27 a page with ${name}`,
  run: (target) =>
    publish(target, { slug: `hostile-${index}`, source }, ({ status, text }) =>
      status === 200 && !text.includes("Before.") ? ["the page has lost its words"] : [],
    ),
}));

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
/** Parts that cost more to draw than to read. */
const DRAWN: Readonly<Record<string, string>> = {
  fences: "```js\na\n```\n\n",
  "folded parts": '<Accordion title="a">b</Accordion>\n\n',
  files: '<Tree.File name="a" />\n',
  frames: '<iframe src="https://www.youtube.com/embed/a" />\n\n',
  formulas: "$a^2$ ",
  headings: "## a\n\n",
};
const LANGUAGES = "cpp swift ruby php erlang sql latex julia nim vue mdx fsharp c go haskell cobol abap".split(" ");

const sources: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(HOSTILE_CODE).map(([name, code]) => [name, `{(() => { ${code} })()}`])),
  ...Object.fromEntries(
    Object.entries(QUADRATIC).flatMap(([name, piece]) =>
      SIZES_KB.map((kB) => [`${kB} kB of ${name}`, `a ${piece.repeat(Math.ceil((kB * 1_000) / piece.length))}`]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(DRAWN).map(([name, piece]) => [`600 kB of ${name}`, piece.repeat(Math.ceil(600_000 / piece.length))]),
  ),
  "code in many languages": LANGUAGES.map((language) => `\`\`\`${language}\na = 1\n\`\`\`\n`).join("\n"),
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

import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { LinkFilter } from "../../lib/assistant/sources/link-filter.ts";
import type { LinkRules } from "../../lib/assistant/sources/link-filter-inline.ts";
import { createRandom } from "./random.ts";

/** The rules of the fragments: two links are allowed, and two numbers are sources. */
export const fragmentRules: LinkRules = {
  allows: (url) => url === "https://docs.test/docs/keys#create" || url === "/docs/keys",
  isSource: (number) => number === 3 || number === 4,
  cite: (number) => (number === 3 ? " [1](https://docs.test/docs/keys#create)" : undefined),
  follow: () => {},
  attempt: (write) => write(),
};

/** Returns the shown text of one that arrives in these pieces. */
export function filterPieces(pieces: readonly string[]): string {
  const filter = new LinkFilter(fragmentRules);
  const shown = pieces.map((piece) => filter.push(piece));
  return shown.join("") + filter.flush();
}

/** Whatever a renderer of GFM that lets HTML through would act on, but for allowed links. */
export function findPlanted(markdown: string): string[] {
  const planted: string[] = [];
  const visit = (node: Nodes) => {
    if (node.type === "link" && !fragmentRules.allows(node.url)) planted.push(node.url);
    if (PLANTED.has(node.type)) planted.push(node.type);
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown, GFM));
  return planted;
}

/** Returns the depth to which a renderer of GFM nests a text. */
export function depthOf(markdown: string): number {
  let level: Nodes[] = [fromMarkdown(markdown, GFM)];
  let depth = 0;
  for (; level.length > 0; depth += 1) level = level.flatMap((node): Nodes[] => ("children" in node ? node.children : []));
  return depth;
}

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const PLANTED = new Set([
  "html",
  "image",
  "imageReference",
  "linkReference",
  "definition",
  "footnoteDefinition",
  "footnoteReference",
]);

/** Texts that cost the filter most for their length, when repeated. */
export const costlyUnits: readonly string[] = [
  ...[
    "[1] ",
    "[3, 3] ",
    "[^1] ",
    "[",
    "[[a]] ",
    "[]@[]\n",
    "[a]: b\n",
    "[a][",
    "*[x][y] ",
    "[a](b) ",
    "[a](",
    "[a](/docs/keys) ",
  ],
  ...["\\[ ", "\\", "![", "![a](", "![a](b) ", "](", "a](", "[`|<`](", "<", "<a ", "<a> ", "<https://a> ", "[<字>]"],
  ...["`", "` ", "`a` ", "` `` ", "`\n", "`a|<` ", "`a|`<` ", "`|<x>", "    ```\n", "~~", "*_", "*a* ", "**a"],
  ...["&amp; ", "&amp;", "&#58;", "https&#58;//x ", "a@", "a@b ", "www.", "www.a ", "http://", "https://a ", "e", "字"],
  ...["> ", "- ", "* ", "1. ", "> [\n", "| ", "3[]<div>\n\\[", "<\n> \\```x``^[n]7https:\\["],
];

/** Random fragments of Markdown at its worst: always the same for one seed. */
export function* fragments(seed: number, count: number): Generator<{ readonly text: string; readonly cut: number }> {
  const random = createRandom(seed);
  for (let made = 0; made < count; made += 1) {
    const length = 1 + Math.floor(random() * 14);
    const text = Array.from({ length }, () => TOKENS[Math.floor(random() * TOKENS.length)]).join("");
    yield { text, cut: Math.floor(random() * (text.length + 1)) };
  }
}

const TOKENS = [
  ...[
    "[",
    "]",
    "(",
    ")",
    "![",
    "](",
    "][",
    "]:",
    "[^",
    "[ ]",
    "[]",
    "!",
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "<?",
    "<![CDATA[",
    '"',
    "'",
  ],
  ...[
    "`",
    "``",
    "```",
    "````",
    "~",
    "~~",
    "~~~",
    "\\",
    "\\\\",
    "&",
    "&#",
    ";",
    ":",
    "|",
    "*",
    "**",
    "_",
    "#",
    "=",
    "@",
    ".",
    "%",
  ],
  ...[" ", " ", "  ", "   ", "    ", "\t", "\n", "\n", "\n\n", "\r\n", "\r", "\u00a0", "\0", "\u3000", "字", "😀", "é"],
  ...["- ", "* ", "1. ", "2) ", "10. ", "> ", ">", "\n> ", "\n- ", "\n   ", "\n    ", "\n\n    ", "\n---\n", "\n===\n", "# "],
  ...["&#106;", "&#x5b;", "&lt;", "&colon;", "&#58;", "&sol;", "&period;", "&commat;", "&Tab;", "&bsol;"],
  ...[
    "http",
    "https:",
    "//",
    "s://evil.test",
    "https://evil.test/x",
    "www",
    "www.",
    ".evil.test",
    "a@evil.test",
    "mailto:",
    "xmpp:a@b.test",
  ],
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.test",
    "https://docs.test/docs/keys#create",
    "/docs/keys",
    "3",
    "1",
    "7",
    "text",
    "p",
    "x ",
  ],
  ...[
    "[a](https://evil.test)",
    "[k](/docs/keys)",
    "![a](x)",
    "[a][b]",
    "[b]",
    "[1-4]",
    "【3】",
    "【",
    "】",
    "†",
    "\n[b]: https://evil.test\n",
    "\n[^1]: note\n",
    "[^1]",
    "^[n]",
  ],
  ...[
    "[x](<a b>)",
    '[x](y "t")',
    "[![i](u)](v)",
    "<img src=x>",
    "<b>",
    "</b>",
    "<div>\n",
    "\n<pre>\n",
    "<https://evil.test>",
    "<a@evil.test>",
  ],
  ...[
    "\n```js\n",
    "\n```\n",
    "\n   ```\n",
    "\n    ```\n",
    "\n> ```\n",
    "\n- ```\n",
    "\n1. ```\n",
    "\n~~~\n",
    "```x``",
    "`a|b`",
    "`<i>`",
    "`\\|`",
  ],
  ...["\n| a | b |\n|---|---|\n| ", "\n-|-\n", " | ", "\\|", "\\[", "\\<", "\\`", "\\!"],
];

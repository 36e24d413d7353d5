/** In place of words: a label that has none is a mistake. */
const LEFT_OUT = "…";

/** Parts of a diagram's source that name something outside of it, or settings, each with what is left of it. */
const REFERENCES: readonly (readonly [pattern: RegExp, left: string | ((found: string) => string)])[] = [
  // Settings, which Mermaid reads anywhere, also without their end; of front matter the title stays.
  [/%%\{(?:(?!\}%%|%%\{)[\s\S])*\}%%|%%\{[^\n]*/g, ""],
  [/^\s*---[ \t]*\r?\n[\s\S]*?\n\s*---[ \t]*(?:\r?\n|$)/, (found) => titleOf(found)],
  // Pictures and icons of nodes.
  [/@\{(?:"[^"]*"|'[^']*'|[^}"'])*/g, (shape) => shape.replace(PICTURE, "")],
  [/::icon\([^\n]*/g, ""],
  [/,\s*\$(?:link|sprite)\s*=\s*(?:"[^"\n]*"|[^,)\n]*)/g, ""],
  [/!\[[^[\]\n]*\]\([^()\n]*\)/g, LEFT_OUT],
  // Links of nodes, and elements with an address.
  [/(^|[;\n])[ \t]*(?:click|links?)[ \t][^;\n]*(?:\/\/|href|call|javascript:)[^\n]*/gi, "\n"],
  [/<[a-z][^<>\n]*\b(?:src|srcset|href|style|background|poster|data|action)\s*=[^<>\n]*>?/gi, LEFT_OUT],
  // Addresses in styles.
  [/\burl\(\s*["']?(?!["'#])[^)\n]*\)?/gi, "none"],
];

const PICTURE = /(?<![\w-])["']?(?:img|icon)["']?\s*:\s*(?:"[^"]*"|'[^']*'|[^,}\n]*),?/g;

/** Returns the source of a diagram without pictures, icons, links and settings. */
export function withoutReferences(source: string): string {
  return REFERENCES.reduce((text, [pattern, left]) => text.replace(pattern, left as string), source);
}

function titleOf(frontMatter: string): string {
  const [title] = /^title:[^\n]*/m.exec(frontMatter) ?? [];
  return title ? `---\n${title}\n---\n` : "";
}

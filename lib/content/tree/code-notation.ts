/** The marks that comments set on the lines of a fence, and the code without those comments. */
export interface Notation {
  readonly code: string;
  /** Numbers of lines, from one, by the mark that they get. */
  readonly marks: Readonly<Record<Mark, readonly number[]>>;
  /** Words that are marked wherever they are. */
  readonly words: readonly string[];
}

type Mark = "added" | "removed" | "highlighted" | "focused";

const MARKS: Readonly<Record<string, Mark>> = {
  "++": "added",
  "--": "removed",
  hl: "highlighted",
  highlight: "highlighted",
  focus: "focused",
  warning: "highlighted",
  error: "highlighted",
};
const COMMENT = "(?:\\/\\/|\\/\\*|<!--|\\{\\/\\*|#|--|;|%)[ \\t]*";
const END = "[ \\t]*(?:\\*\\/\\}|\\*\\/|-->)?[ \\t]*$";
const REMARK = new RegExp(`${COMMENT}\\[!code (\\+\\+|--|hl|highlight|focus|warning|error)(?::(\\d{1,4}))?\\]${END}`);
const WORD = new RegExp(`${COMMENT}\\[!code word:((?:[^\\]\\\\:]|\\\\.){1,100})(?::\\d{1,4})?\\]${END}`);
/** Remarks of Docusaurus, each on a line of its own. */
const MAGIC = new RegExp(`^[ \\t]*${COMMENT}highlight-(next-line|start|end)${END}`);
const MAX_NOTATION_CHARS = 2_000;

interface Told {
  readonly language?: string;
  readonly isDiff?: boolean;
}

/**
 * Reads remarks such as `// [!code ++]` and `# [!code highlight:3]`, and the signs of a diff. A line that holds nothing else goes. A fence of
 * Markdown shows how remarks are written, so it keeps them.
 */
export function readNotation(code: string, { language = "", isDiff = false }: Told = {}): Notation {
  const marks: Record<Mark, number[]> = { added: [], removed: [], highlighted: [], focused: [] };
  const words: string[] = [];
  const isPlain = /^(?:md|mdx|markdown|mdc)$/.test(language) || !/\[!code |highlight-(?:next-line|start|end)/.test(code);
  if (isPlain && !isDiff) return { code, marks, words };
  const kept: string[] = [];
  let from: number | undefined;
  const mark = (name: Mark, first: number, count: number) => {
    // Each line once, however many remarks name it.
    const next = Math.max(first, (marks[name].at(-1) ?? 0) + 1);
    for (let number = next; number < first + count; number += 1) marks[name].push(number);
  };
  for (const line of code.split("\n")) {
    const isShort = line.length <= MAX_NOTATION_CHARS && !isPlain;
    const [, magic] = (isShort && MAGIC.exec(line)) || [];
    const word = isShort ? WORD.exec(line) : null;
    const remark = isShort ? REMARK.exec(line) : null;
    const first = kept.length + 1;
    if (magic === "next-line") mark("highlighted", first, 1);
    else if (magic === "start") from = first;
    else if (magic === "end") {
      if (from !== undefined) mark("highlighted", from, first - from);
      from = undefined;
    } else if (word) {
      words.push((word[1] ?? "").replace(/\\(.)/g, "$1"));
      if (line.slice(0, word.index).trim() !== "") kept.push(line.slice(0, word.index).trimEnd());
    } else if (remark) {
      mark(MARKS[remark[1] ?? ""] ?? "highlighted", first, Number(remark[2] ?? 1));
      const rest = line.slice(0, remark.index).trimEnd();
      if (rest !== "") kept.push(rest);
    } else if (isDiff && /^[+-]/.test(line)) {
      mark(line.startsWith("+") ? "added" : "removed", first, 1);
      kept.push(line.slice(1).replace(/^ /, ""));
    } else kept.push(isDiff ? line.replace(/^ {1,2}/, "") : line);
  }
  return { code: kept.join("\n"), marks, words };
}

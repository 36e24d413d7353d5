/** The marks that comments set on the lines of a fence, and the code without those comments. */
export interface Notation {
  readonly code: string;
  /** Numbers of lines, from one, by the mark that they get. */
  readonly marks: Readonly<Record<Mark, readonly number[]>>;
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
const REMARK =
  /(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%)[ \t]*\[!code (\+\+|--|hl|highlight|focus|warning|error)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}|\*\/|-->)?[ \t]*$/;
const MAX_NOTATION_CHARS = 2_000;

/** Reads remarks such as `// [!code ++]` and `# [!code highlight:3]`. A line that holds nothing else goes. */
export function readNotation(code: string): Notation {
  const marks: Record<Mark, number[]> = { added: [], removed: [], highlighted: [], focused: [] };
  if (!code.includes("[!code ")) return { code, marks };
  const kept: string[] = [];
  for (const line of code.split("\n")) {
    const remark = line.length > MAX_NOTATION_CHARS ? null : REMARK.exec(line);
    if (!remark) {
      kept.push(line);
      continue;
    }
    const rest = line.slice(0, remark.index).trimEnd();
    const first = kept.length + 1;
    const mark = MARKS[remark[1] ?? ""] ?? "highlighted";
    // Each line once, however many remarks name it.
    const next = Math.max(first, (marks[mark].at(-1) ?? 0) + 1);
    for (let number = next; number < first + Number(remark[2] ?? 1); number += 1) marks[mark].push(number);
    if (rest !== "") kept.push(rest);
  }
  return { code: kept.join("\n"), marks };
}

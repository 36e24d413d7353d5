/** As long as five words of prose: shorter runs ("in the settings of a") stand in many passages by chance. */
const MIN_RUN_CHARS = 30;
/** A run that more of the candidates hold says nothing of one of them. */
const MAX_HOLDERS = 3;
/** Bounds of the work: what is pasted may be a whole log, and a passage one long block. */
const MAX_WORDS = 64;
const MAX_TEXT_CHARS = 5_000;

/** Words that follow each other in a query: the longest first, and as one text with a space on each side. */
interface Run {
  readonly words: readonly string[];
  readonly text: string;
}

/**
 * Finds the texts that hold a long run of words of a query as they were typed, such as the text of an error or the name of a command
 * with its arguments. Letters' case and what is between words count for nothing.
 * @returns whether each text holds a run of at least 30 characters; for all false where more than three do. The first 64 words of the
 * query and the first 5,000 characters of each text count.
 */
export function findTypedPhrases(query: string, texts: readonly string[]): boolean[] {
  const runs = listRuns(toPlain(query).split(" ").slice(0, MAX_WORDS));
  const holds = texts.map((text) => runs.length > 0 && holdsOne(text.slice(0, MAX_TEXT_CHARS).toLowerCase(), runs));
  return holds.filter(Boolean).length > MAX_HOLDERS ? texts.map(() => false) : holds;
}

/** Makes a text plain only where it has all words of a run, which few have: that costs most of the time. */
function holdsOne(text: string, runs: readonly Run[]): boolean {
  const possible = runs.filter(({ words }) => words.every((word) => text.includes(word)));
  const plain = possible.length > 0 ? ` ${toPlain(text)} ` : "";
  return possible.some((run) => plain.includes(run.text));
}

function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}

/** From each word on the shortest run that is long enough: a longer one holds one of these. */
function listRuns(words: readonly string[]): Run[] {
  const runs = words.flatMap((_, start) => {
    let end = start;
    for (let chars = -1; end < words.length && chars < MIN_RUN_CHARS; end++) chars += 1 + (words[end] as string).length;
    const text = words.slice(start, end).join(" ");
    return text.length >= MIN_RUN_CHARS && text.includes(" ") ? [text] : [];
  });
  return [...new Set(runs)].map((text) => ({
    words: [...new Set(text.split(" "))].sort((left, right) => right.length - left.length),
    text: ` ${text} `,
  }));
}

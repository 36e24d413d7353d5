/** As long as five words of prose: shorter runs ("in the settings of a") stand in many passages by chance. */
const MIN_RUN_CHARS = 30;
/** A run that more of the candidates hold says nothing of one of them. */
const MAX_HOLDERS = 3;

/**
 * Finds the texts that hold a long run of words of a query as they were typed, such as the text of an error or the name of a command
 * with its arguments. Letters' case and what is between words count for nothing.
 * @returns whether each text holds a run of at least 30 characters; for all false where more than three do.
 */
export function findTypedPhrases(query: string, texts: readonly string[]): boolean[] {
  const runs = listRuns(toPlain(query).split(" "));
  const holds = texts.map((text) => {
    const plain = runs.length > 0 ? ` ${toPlain(text)} ` : "";
    return runs.some((run) => plain.includes(run));
  });
  return holds.filter(Boolean).length > MAX_HOLDERS ? texts.map(() => false) : holds;
}

function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}

/** From each word on the shortest run that is long enough: a longer one holds one of these. */
function listRuns(words: readonly string[]): string[] {
  return words.flatMap((_, start) => {
    let run = "";
    for (let at = start; at < words.length && run.length < MIN_RUN_CHARS; at++) run += `${at > start ? " " : ""}${words[at]}`;
    return run.length >= MIN_RUN_CHARS && run.includes(" ") ? [` ${run} `] : [];
  });
}

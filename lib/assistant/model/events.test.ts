import { expect, test } from "vitest";
import { filterPieces, fragmentRules } from "../../../internal/testing/assistant-link-filter.ts";
import { type AnswerRun, toAnswerEvents } from "./events.ts";

type Stream = Parameters<typeof toAnswerEvents>[0];

const run = {
  messageId: "m",
  threadId: "t",
  retrieval: { ...fragmentRules, takeSources: () => [] } as unknown as AnswerRun["retrieval"],
  engine: () => "model",
  suggest: () => [],
  signal: new AbortController().signal,
  onFailure: () => {}, // The stream ends without a word of its end, which is of no interest here.
} satisfies AnswerRun;

async function* say(text: string): Stream extends AsyncIterable<infer Part> ? AsyncGenerator<Part> : never {
  yield { type: "text-delta", id: "0", text };
}

test("other requests have their turns while a large piece of an answer is read, and it is shown as a whole", async () => {
  const text = `[x] 😀${"<a> [7] ".repeat(2_500)}`;
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const shown: string[] = [];
  for await (const event of toAnswerEvents(say(text), run)) if (event.type === "text") shown.push(event.delta);
  clearImmediate(timer);
  expect(shown.join("")).toBe(filterPieces([text]));
  expect(shown.every((piece) => piece.isWellFormed())).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(20);
});

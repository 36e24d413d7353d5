import { describe, expect, test } from "vitest";
import { filterPieces, findPlanted, fragments } from "../../../internal/testing/assistant-link-filter.ts";

const TOGETHER = 100;
/** Each night asks for more, of another seed. */
const [seed, times] = [process.env.FUZZ_SEED ?? 1, process.env.FUZZ_TIMES ?? 1].map(Number) as [number, number];

/** A text, and what the filter shows of it. */
interface Filtered {
  readonly text: string;
  readonly shown: string;
}

describe("the link filter, given fragments put together at random", () => {
  test("leaves nothing for a renderer to act on but allowed links, and shows the same for one cut", {
    timeout: times * 300_000,
  }, () => {
    let filtered: Filtered[] = [];
    for (const { text, cut } of fragments(seed, times * 5_000)) {
      const shown = filterPieces([text]);
      expectSame(text, cut, shown);
      filtered.push({ text, shown });
      if (filtered.length < TOGETHER) continue;
      expectNothingPlanted(filtered);
      filtered = [];
    }
  });

  test("shows the same for a cut at every position", { timeout: times * 120_000 }, () => {
    for (const { text } of fragments(seed + 1, times * 250)) {
      const shown = filterPieces([text]);
      for (let cut = 1; cut < text.length; cut += 1) expectSame(text, cut, shown);
      expectNothingPlanted([{ text, shown }]);
    }
  });
});

function expectSame(text: string, cut: number, whole: string): void {
  const shown = filterPieces([text.slice(0, cut), text.slice(cut)]);
  if (shown !== whole)
    expect.fail(`${JSON.stringify(text)} cut at ${cut} is ${JSON.stringify(shown)}, uncut ${JSON.stringify(whole)}`);
}

/** Several answers are read as one text, since that is faster and none may change how the next is read. */
function expectNothingPlanted(filtered: readonly Filtered[]): void {
  if (findPlanted(filtered.map(({ shown }) => shown).join("\n\n")).length === 0) return;
  const alone = filtered.filter(({ shown }) => findPlanted(shown).length > 0);
  expect.fail(`planted by ${JSON.stringify((alone.length ? alone : filtered).map(({ text }) => text))}`);
}

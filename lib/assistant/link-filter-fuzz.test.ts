import { describe, expect, test } from "vitest";
import { filterPieces, findPlanted, fragments } from "./testing-link-filter.ts";

const TOGETHER = 100;

describe("the link filter, given fragments put together at random", () => {
  test("leaves nothing for a renderer to act on but allowed links, and shows the same for one cut", { timeout: 600_000 }, () => {
    let texts: string[] = [];
    for (const { text, cut } of fragments(1, 100_000)) {
      expectSame(text, cut, filterPieces([text]));
      texts.push(text);
      if (texts.length < TOGETHER) continue;
      expectNothingPlanted(texts);
      texts = [];
    }
  });

  test("shows the same for a cut at every position", { timeout: 120_000 }, () => {
    for (const { text } of fragments(2, 1_000)) {
      const whole = filterPieces([text]);
      for (let cut = 1; cut < text.length; cut += 1) expectSame(text, cut, whole);
      expectNothingPlanted([text]);
    }
  });
});

function expectSame(text: string, cut: number, whole: string): void {
  const shown = filterPieces([text.slice(0, cut), text.slice(cut)]);
  if (shown !== whole)
    expect.fail(`${JSON.stringify(text)} cut at ${cut} is ${JSON.stringify(shown)}, uncut ${JSON.stringify(whole)}`);
}

/** Several answers are read as one text, since that is faster and none may change how the next is read. */
function expectNothingPlanted(texts: readonly string[]): void {
  const shown = texts.map((text) => filterPieces([text]));
  if (findPlanted(shown.join("\n\n")).length === 0) return;
  const alone = texts.filter((_, index) => findPlanted(shown[index] ?? "").length > 0);
  expect.fail(`planted by ${JSON.stringify(alone.length ? alone : texts)}`);
}

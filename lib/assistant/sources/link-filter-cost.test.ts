import { describe, expect, test } from "vitest";
import { costlyUnits, filterPieces, fragments } from "../../../internal/testing/assistant-link-filter.ts";

const LENGTH = 8_000;

const exec = RegExp.prototype.exec;

/** Counts the steps that a text of a repeated unit takes for each character, and the characters that they read. */
function costOf(unit: string, length: number) {
  const cost = { steps: 0, characters: 0 };
  // Not a spy, which would keep each of millions of calls.
  RegExp.prototype.exec = function (text: string) {
    const found = exec.call(this, text);
    cost.steps += 1;
    cost.characters += found?.[0].length ?? 0;
    return found;
  };
  try {
    filterPieces([unit.repeat(Math.ceil(length / unit.length)).slice(0, length)]);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return { steps: cost.steps / length, characters: cost.characters / length };
}

describe("the link filter's work for a text", () => {
  test.each(costlyUnits)("grows with its length alone, also for %j", (unit) => {
    const [half, whole] = [costOf(unit, LENGTH / 2), costOf(unit, LENGTH)];
    expect(whole.steps / half.steps).toBeLessThan(1.3);
    expect(whole.characters / half.characters).toBeLessThan(1.3);
  });

  test("grows with its length alone, whatever is repeated", { timeout: 120_000 }, () => {
    for (const { text } of fragments(3, 150)) {
      const [half, whole] = [costOf(text, LENGTH / 2), costOf(text, LENGTH)];
      expect(whole.steps / half.steps, text).toBeLessThan(1.3);
      expect(whole.steps, text).toBeLessThan(1_000);
    }
  });
});

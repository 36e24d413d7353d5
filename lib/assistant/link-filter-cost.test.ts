import { afterEach, describe, expect, test, vi } from "vitest";
import { costlyUnits, filterPieces, fragments } from "./testing-link-filter.ts";

const LENGTH = 8_000;

afterEach(() => vi.restoreAllMocks());

/** Counts the steps that a text of a repeated unit takes for each character, and the characters that they read. */
function costOf(unit: string, length: number) {
  const exec = RegExp.prototype.exec;
  const cost = { steps: 0, characters: 0 };
  vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text: string) {
    const found = exec.call(this, text);
    cost.steps += 1;
    cost.characters += found?.[0].length ?? 0;
    return found;
  });
  filterPieces([unit.repeat(Math.ceil(length / unit.length)).slice(0, length)]);
  vi.restoreAllMocks();
  return { steps: cost.steps / length, characters: cost.characters / length };
}

describe("the link filter's work for a text", () => {
  test.each(costlyUnits)("grows with its length alone, also for %j", (unit) => {
    const [half, whole] = [costOf(unit, LENGTH / 2), costOf(unit, LENGTH)];
    expect(whole.steps / half.steps).toBeLessThan(1.3);
    expect(whole.characters / half.characters).toBeLessThan(1.3);
  });

  test("grows with its length alone, whatever is repeated", { timeout: 60_000 }, () => {
    for (const { text } of fragments(3, 150)) {
      const [half, whole] = [costOf(text, LENGTH / 2), costOf(text, LENGTH)];
      expect(whole.steps / half.steps, text).toBeLessThan(1.3);
      expect(whole.steps, text).toBeLessThan(1_000);
    }
  });
});

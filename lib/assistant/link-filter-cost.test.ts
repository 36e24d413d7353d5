import { describe, expect, test, vi } from "vitest";
import { costlyUnits, filterPieces, fragments } from "./testing-link-filter.ts";

const parsed = vi.hoisted(() => ({ texts: 0, characters: 0 }));
vi.mock("micromark", async (original) => {
  const micromark = await original<typeof import("micromark")>();
  const preprocess: typeof micromark.preprocess = () => {
    const write = micromark.preprocess();
    return (text, ...rest) => {
      parsed.texts += 1;
      parsed.characters += text?.length ?? 0;
      return write(text, ...rest);
    };
  };
  return { ...micromark, preprocess };
});

const LENGTH = 8_000;

/** Counts how often each character of a unit is parsed in a text that repeats it. */
function costOf(unit: string) {
  Object.assign(parsed, { texts: 0, characters: 0 });
  filterPieces([unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)]);
  return { parses: parsed.texts / LENGTH, characters: parsed.characters / LENGTH };
}

describe("the link filter's work for a text", () => {
  test.each(costlyUnits)("grows with its length alone, also for %j", (unit) => {
    const { parses, characters } = costOf(unit);
    expect(parses).toBeLessThan(0.3);
    expect(characters).toBeLessThan(4);
  });

  test("grows with its length alone, whatever is repeated", { timeout: 60_000 }, () => {
    for (const { text } of fragments(3, 150)) {
      const { parses, characters } = costOf(text);
      expect(parses, text).toBeLessThan(0.3);
      expect(characters, text).toBeLessThan(5);
    }
  });

  test("takes no parse for citations, brackets, escapes, tags and character references", () => {
    for (const unit of ["[1] ", "[3, 3] ", "[[a]] ", "\\[ ", "<a> ", "&amp; ", "![", "*_"])
      expect(costOf(unit).parses, unit).toBe(0);
  });
});

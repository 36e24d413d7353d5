import { describe, expect, test } from "vitest";
import { contenders } from "../bench/search-engines.ts";
import { measure } from "../bench/search-metrics.ts";
import { readOwnSets } from "../bench/search-sets.ts";

describe("the questions about the manual", async () => {
  const sets = await readOwnSets("manual/questions/search.jsonl");
  const questions = sets.flatMap(({ queries }) => queries);

  test("are at least 60, each with a page that exists", () => {
    expect(questions.length).toBeGreaterThanOrEqual(60);
    for (const { passages, queries, name } of sets) {
      const paths = new Set(passages.map(({ path }) => path));
      for (const { text, gains } of queries)
        expect(
          [...gains.keys()].some((page) => paths.has(page)),
          `${name}: ${text}`,
        ).toBe(true);
    }
  });

  test("find a right page among the first five, 95 times of 100", async () => {
    const docent = contenders[0]!;
    let found = 0;
    for (const { passages, language, queries } of sets)
      found += (await measure(await docent.prepare(passages, language), queries)).hit5 * queries.length;
    expect(found / questions.length).toBeGreaterThanOrEqual(0.95);
  });
});

import { expect, test } from "vitest";
import { listMisses, toFigures } from "../bench/answer-figures.ts";
import { readOwnQuestions } from "../bench/answer-questions.ts";
import { askAll } from "../bench/answer-rows.ts";
import { readSite } from "../bench/answers.ts";

test("quotes of the manual are in its pages word for word, and each citation leads to an element", {
  timeout: 180_000,
}, async () => {
  const site = await readSite();
  const rows = await askAll(site, readOwnQuestions(site));
  const { failed, faithfulness, anchorsResolved } = toFigures(rows);
  const misses = listMisses(rows).join("\n");
  expect(rows.length, misses).toBeGreaterThan(100);
  expect([failed.value, faithfulness.value, anchorsResolved.value], misses).toEqual([0, 1, 1]);
});

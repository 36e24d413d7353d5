import { expect, test } from "vitest";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { corpusStats } from "./corpus-stats.ts";
import { createPageCutter } from "./cut-page.ts";

const share = () => 0;

test("pieces of pages are kept within one bound for all sites, and for the words of one site", async () => {
  const [one, two] = [await siteOf({ page: ["Page", "a".repeat(600)] }), await siteOf({ page: ["Page", "b".repeat(600)] })];
  const cut = createPageCutter(1_000);
  const ofOne = cut(one.passages, { share, stats: corpusStats(one, "en") });
  expect(ofOne.pieces).toHaveLength(1);
  expect(cut(one.passages, { share, stats: corpusStats(one, "en") }).pieces).toBe(ofOne.pieces);
  expect(cut(one.passages, { share, stats: corpusStats(two, "en") }).pieces).not.toBe(ofOne.pieces);
  const again = cut(one.passages, { share, stats: corpusStats(one, "en") });
  cut(two.passages, { share, stats: corpusStats(two, "en") });
  expect(cut(one.passages, { share, stats: corpusStats(one, "en") }).pieces).not.toBe(again.pieces);
});

import { expect, test } from "vitest";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { corpusStats } from "./corpus-stats.ts";
import { createPageCutter } from "./cut-page.ts";

const terms = new Set<string>();

test("pieces of pages are kept within one bound for all sites, and for the words of one site", async () => {
  const [one, two] = [await siteOf({ page: ["Page", "a".repeat(600)] }), await siteOf({ page: ["Page", "b".repeat(600)] })];
  const cut = createPageCutter(1_000);
  const ofOne = cut(one.passages, { terms, stats: corpusStats(one, "en") });
  expect(ofOne.pieces).toHaveLength(1);
  expect(cut(one.passages, { terms, stats: corpusStats(one, "en") }).pieces).toBe(ofOne.pieces);
  expect(cut(one.passages, { terms, stats: corpusStats(two, "en") }).pieces).not.toBe(ofOne.pieces);
  const again = cut(one.passages, { terms, stats: corpusStats(one, "en") });
  cut(two.passages, { terms, stats: corpusStats(two, "en") });
  expect(cut(one.passages, { terms, stats: corpusStats(one, "en") }).pieces).not.toBe(again.pieces);
});

test("a page that was cut for one variant of its code is cut again where a question is closer to another", async () => {
  const code = (title: string) => `\`\`\`sh title="${title}"\n${title} add thing\n\`\`\``;
  const { passages, ...site } = await siteOf({
    page: ["Page", `<CodeGroup>\n\n${code("npm")}\n\n${code("pnpm")}\n\n</CodeGroup>`],
  });
  const stats = corpusStats({ ...site, passages }, "en");
  const cut = createPageCutter();
  const cutFor = (...asked: string[]) => cut(passages, { terms: new Set(asked), stats });
  const labels = (...asked: string[]) => cutFor(...asked).pieces.map(({ text }) => text.split(" ", 1)[0]);
  expect(labels("add")).toEqual(labels("npm"));
  expect(cutFor("thing").pieces).toBe(cutFor("add").pieces);
  expect(labels("pnpm", "add")).not.toEqual(labels("npm"));
  expect(labels("pnpm")).toEqual(labels("pnpm", "add"));
  expect(labels("add")).toEqual(labels("npm"));
});

test("terms of a text are found by their places in what was asked, whatever was asked before", async () => {
  const { passages, ...site } = await siteOf({ page: ["Page", "Locks and more locks.\n\nNothing.\n\nA lock opens doors."] });
  const { placesIn } = createPageCutter()(passages, { terms, stats: corpusStats({ ...site, passages }, "en") });
  expect(placesIn(["door", "lock", "unheard"])).toEqual([[1, 1], undefined, [1, 0]]);
  expect(placesIn(["open"])).toEqual([undefined, undefined, [0]]);
});

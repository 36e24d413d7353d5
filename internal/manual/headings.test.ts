import { expect, test } from "vitest";
import { listSections } from "../../lib/search/rank/section.ts";
import { searchPassages } from "../../lib/search/search.ts";
import { readSite } from "../bench/answers.ts";

test("nine of ten second-level headings of the manual, typed as queries, open their own section where the page is right", {
  timeout: 120_000,
}, async () => {
  const site = await readSite();
  const version = site.project.defaultVersion;
  const manual = site.passages.filter((page) => page.kind === "guide" && page.language === "en" && page.version === version);
  const sections = manual.flatMap((passage) => listSections(passage).map((section) => ({ path: passage.path, ...section })));
  const headings = sections.filter(({ heading, anchor }) => anchor && heading && !heading.includes(" > "));
  const asked = headings.map(async ({ heading, path, anchor }) => {
    const [hit] = await searchPassages(site, { query: heading, limit: 10, filter: { language: "en", version } });
    return { page: hit?.passage.path === path, section: hit?.section.anchor === anchor };
  });
  const right = (await Promise.all(asked)).filter(({ page }) => page);
  expect(right.length / headings.length).toBeGreaterThan(0.75);
  expect(right.filter(({ section }) => section).length / right.length).toBeGreaterThanOrEqual(0.9);
});

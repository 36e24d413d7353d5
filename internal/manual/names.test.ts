import { expect, test } from "vitest";
import { searchPassages } from "../../lib/search/search.ts";
import { readSite } from "../bench/answers.ts";

/** A word of several, by its capitals or by marks: `ClickHouse`, `max-age`, `next.config.js`. */
const NAME = /\p{L}[\p{L}\p{N}]*(?:[-_.][\p{L}\p{N}]+)+|\p{Lu}?\p{Ll}+(?:\p{Lu}\p{Ll}+)+/gu;
const ADDRESS = /https?:\/\/\S+/g;
const join = (name: string) => name.replace(/[-_.]/g, "").toLowerCase();

test("a joined name of the manual is found in lower case, without its marks, and as it is typed", {
  timeout: 180_000,
}, async () => {
  const site = await readSite();
  const filter = { language: "en", version: site.project.defaultVersion };
  const manual = site.passages.filter(
    ({ kind, language, version }) => kind === "guide" && language === "en" && version === filter.version,
  );
  const names = new Set(
    manual.flatMap(({ title, heading, text }) => [title, heading, text].join("\n").replace(ADDRESS, "").match(NAME) ?? []),
  );
  // Names that differ by a version only are many, and no word.
  const asked = [...names].filter((name) => !/\d/.test(name) && join(name).length > 4);
  expect(asked.length).toBeGreaterThan(300);
  const lost: string[] = [];
  for (const name of asked) {
    const joined = join(name);
    const typed = joined.slice(0, Math.ceil(joined.length * 0.7));
    for (const [query, wanted] of [
      [name.toLowerCase(), joined],
      [joined, joined],
      [typed, typed],
    ] as const) {
      const hits = await searchPassages(site, { query, limit: 10, filter, completeLastWord: query === typed });
      const isFound = hits.some(({ passage }) => join(`${passage.title} ${passage.heading} ${passage.text}`).includes(wanted));
      if (!isFound) lost.push(`${name}: ${query}`);
    }
  }
  expect(lost.length / asked.length, lost.join("\n")).toBeLessThan(0.02);
});

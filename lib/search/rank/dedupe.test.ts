import { expect, test } from "vitest";
import { pagesFixture, projectFixture } from "../../../internal/testing/search-site.ts";
import type { Passage } from "../../content/model/passage.ts";
import { dedupe } from "../search.ts";

const PATHS = ["/docs/keys", "/es/docs/keys", "/docs/vercel", "/docs/v1/old", "/docs/about"];
const site = { project: projectFixture(), pages: pagesFixture(PATHS) };

const hit = (path: string, score: number) => ({
  passage: { path, language: path.startsWith("/es/") ? "es" : "en", version: "v2" } as Passage,
  score,
});
const results = (...hits: ReturnType<typeof hit>[]) =>
  ["en", "es"].map((language) => ({
    language,
    version: "v2",
    hits: hits.filter(({ passage }) => passage.language === language),
  }));
const paths = (hits: readonly { passage: Passage }[]) => hits.map(({ passage }) => passage.path);

test("a page that exists in the language that a reader prefers is shown in it, however well another one fits", () => {
  const found = results(hit("/docs/keys", 0.9), hit("/es/docs/keys", 0.3));
  expect(paths(dedupe(found, site, "es"))).toEqual(["/es/docs/keys"]);
  expect(paths(dedupe(found, site, "en"))).toEqual(["/docs/keys"]);
});

test("a preference filters nothing: a page that exists in another language only comes too, behind an equal one", () => {
  const found = results(hit("/docs/vercel", 0.6), hit("/es/docs/keys", 0.6));
  expect(paths(dedupe(found, site, "es"))).toEqual(["/es/docs/keys", "/docs/vercel"]);
  expect(paths(dedupe(results(hit("/docs/vercel", 0.9), hit("/es/docs/keys", 0.6)), site, "es"))[0]).toBe("/docs/vercel");
});

test("among equal hits, those of the default version come before pages outside of all versions, and both before other versions", () => {
  const of = (path: string, version: string | null) => ({
    language: "en",
    version,
    hits: [{ passage: { path, language: "en", version } as Passage, score: 0.6 }],
  });
  const found = [of("/docs/v1/old", "v1"), of("/docs/about", null), of("/docs/keys", "v2")];
  expect(paths(dedupe(found, site))).toEqual(["/docs/keys", "/docs/about", "/docs/v1/old"]);
  expect(paths(dedupe([of("/docs/about", null), of("/docs/v1/old", "v1")], site))).toEqual(["/docs/v1/old", "/docs/about"]);
});

test("without a preference another language is shown only where it fits clearly better than the default one", () => {
  expect(paths(dedupe(results(hit("/docs/keys", 0.5), hit("/es/docs/keys", 0.65)), site))).toEqual(["/docs/keys"]);
  expect(paths(dedupe(results(hit("/docs/keys", 0.5), hit("/es/docs/keys", 0.75)), site))).toEqual(["/es/docs/keys"]);
});

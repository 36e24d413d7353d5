import { expect, test } from "vitest";
import { isOpenQuestion, kindOf, type PageHits, sectionsOf, splitByLikelihood } from "./search-client.ts";

const pages = (...scores: readonly number[]): PageHits[] =>
  scores.map((score, index) => {
    const place = { path: `/docs/${index}`, breadcrumb: [], language: "en", version: null };
    const page = { ...place, title: `Page ${index}`, kind: "guide", score } as const;
    return { ...page, hits: [{ ...page, headings: [], content: "Text.", href: page.path }] };
  });

test("pages far below the best one are set apart, each group in the order of the service", () => {
  const { likely, lessLikely } = splitByLikelihood(pages(0.3, 0.9, 0.1, 0.25, 0.02));
  expect(likely.map(({ score }) => score)).toEqual([0.3, 0.9, 0.25]);
  expect(lessLikely.map(({ score }) => score)).toEqual([0.1, 0.02]);
});

test("if all pages score alike, none is set apart", () => {
  expect(splitByLikelihood(pages(0.02, 0.01)).lessLikely).toEqual([]);
  expect(splitByLikelihood([])).toEqual({ likely: [], lessLikely: [] });
});

test.each([
  ["How do I delete my account?", [0.42, 0.1], true],
  ["delete account", [0.1], false],
  ["How do I create a key?", [0.9, 0.1], false],
  ["can I keep a page secret", [], true],
] as const)("%j with scores %j is an open question: %s", (query, scores, expected) => {
  expect(isOpenQuestion(query, pages(...scores))).toBe(expected);
});

test("a page that lists releases is a changelog, by its feed or its address", () => {
  const [page] = pages(1) as [PageHits];
  const site = { changelogs: ["/docs/0"] };
  expect(kindOf(site, page)).toBe("changelog");
  expect(kindOf({ changelogs: [] }, page)).toBe("guide");
  expect(kindOf({ changelogs: [] }, { ...page, path: "/docs/release-notes/2026" })).toBe("changelog");
  expect(kindOf(site, { ...page, kind: "api" })).toBe("api");
});

test("a section that was cut into passages is one row, at its best one, and the beginning of a page is none", () => {
  const [page] = pages(1) as [PageHits];
  const hitAt = (href: string, content: string) => ({ ...page, headings: ["Rate limits"], content, href });
  const hits = [
    hitAt("/docs/0#limits", "Best."),
    hitAt("/docs/0", "Top."),
    hitAt("/docs/0#limits", "Second."),
    hitAt("/docs/0#other", "Other."),
  ];
  expect(sectionsOf({ ...page, hits }).map(({ content }) => content)).toEqual(["Best.", "Other."]);
});

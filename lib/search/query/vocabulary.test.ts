import { describe, expect, test } from "vitest";
import { createVocabulary, editDistance } from "./vocabulary.ts";

const vocabulary = createVocabulary(
  Object.entries({
    authentication: 9,
    authenticate: 3,
    authorization: 5,
    link: 20,
    dead: 4,
    deploy: 7,
    deployment: 8,
    key: 30,
    form: 6,
    from: 90,
  }).map(([surface, count]) => ({ surface, count })),
);
const words = (suggestions: readonly { surface: string }[]) => suggestions.map(({ surface }) => surface);

describe("a correction", () => {
  test.each([
    ["a letter left out", "authentcation", "authentication"],
    ["a letter too many", "deplooy", "deploy"],
    ["a wrong letter", "linq", "link"],
    ["two neighbours swapped", "depoly", "deploy"],
    ["two typos in a long word", "autenticattion", "authentication"],
    ["two letters in each other's place", "delpoy", "deploy"],
    ["two letters far apart in each other's place", "dyploe", "deploy"],
  ])("corrects %s", (_, typo, word) => expect(words(vocabulary.correct(typo))[0]).toBe(word));

  test("counts more for the closest word than for others", () => {
    const [best, second] = vocabulary.correct("deploymen");
    expect(best?.surface).toBe("deployment");
    expect(best?.weight).toBeGreaterThan(second?.weight ?? 0);
  });

  test("is not offered for short words, numbers and words unlike any other", () => {
    for (const word of ["kez", "v1234", "zzzzzzzz", "yelpod", "__proto__", ""]) expect(vocabulary.correct(word)).toEqual([]);
  });
});

describe("a completion", () => {
  test("gives the most frequent words first and leaves the word itself out", () => {
    expect(words(vocabulary.complete("deplo"))).toEqual(["deployment", "deploy"]);
    expect(words(vocabulary.complete("deploy"))).toEqual(["deployment"]);
  });

  test("needs two letters", () => expect(vocabulary.complete("d")).toEqual([]));
});

test("a word written together is split into two that the site knows", () => {
  expect(vocabulary.split("deadlink")).toEqual(["dead", "link"]);
  expect(vocabulary.split("deadlock")).toBeUndefined();
});

test("a word written together is split into as few as can be, the most frequent of those", () => {
  const words = { get: 9, server: 5, side: 5, serverside: 1, gets: 9, erver: 2, props: 3, pro: 9 };
  const { split } = createVocabulary(Object.entries(words).map(([surface, count]) => ({ surface, count })));
  expect(split("getserverside")).toEqual(["get", "serverside"]);
  expect(split("getserver")).toEqual(["get", "server"]);
  expect(split("serversideprops")).toEqual(["serverside", "props"]);
  expect(split("getproget")).toBeUndefined();
});

test("editDistance counts a swap of neighbours as one", () => {
  expect(editDistance("form", "from")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
});

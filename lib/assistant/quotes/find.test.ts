import { expect, test } from "vitest";
import { siteFixture } from "../../../internal/testing/search-site.ts";
import { searchPassages } from "../../search/search.ts";
import { findToQuote } from "./find.ts";

const page = (path: string, text: string, heading = "") => ({ path, title: "Page", text, heading });
const question = "Can I remove my server after I published it?";
const query = "remove server published";

test("a passage that says the whole question comes before one that says its words alone", async () => {
  const site = siteFixture([
    page("/docs/words", "Remove a published server. Server removed, server published."),
    page("/docs/whole", "You can not remove it after I have published it, my dear: can I help it? The server is mine."),
    ...Array.from({ length: 8 }, (_, number) => page(`/docs/${number}`, `A server of the kind ${number} is started by hand.`)),
  ]);
  const byWords = await searchPassages(site, { query, question, limit: 1 });
  expect(byWords[0]?.passage.path).toBe("/docs/words");
  const found = await findToQuote(site, { query, question });
  expect(found.slice(0, 2).map(({ passage }) => passage.path)).toEqual(["/docs/whole", "/docs/words"]);
  expect(found.map(({ termMatches }) => termMatches.length)).toEqual(found.map(() => 3));
});

test("twelve passages are found at most, and three of a page", async () => {
  const parts = ["Remove", "Publish", "Start"];
  const find = (pages: number) => {
    const paths = Array.from({ length: pages }, (_, number) => `/docs/${number}`);
    const site = siteFixture(paths.flatMap((path) => parts.map((part) => page(path, `${part} the server ${path}.`, part))));
    return findToQuote(site, { query, question });
  };
  expect(await find(20)).toHaveLength(12);
  const perPage = Map.groupBy(await find(2), ({ passage }) => passage.path);
  expect([...perPage.values()].map(({ length }) => length)).toEqual([3, 3]);
});

test("a question of which the docs have no word finds nothing", async () => {
  expect(await findToQuote(siteFixture([page("/docs/a", "Start a server.")]), { query: "zzzz", question: "zzzz?" })).toEqual([]);
});

test("code of a question is searched for by itself, so that what has it is found among many that have its words", async () => {
  const filler = (words: number) => Array.from({ length: words }, (_, word) => `word${word}`).join(" ");
  const site = siteFixture([
    page("/docs/flags", `Pass --tunnel for the session. ${filler(120)}`),
    ...Array.from({ length: 30 }, (_, number) => page(`/docs/${number}`, `A tunnel. ${filler(5 * number)}`)),
  ]);
  const found = await findToQuote(site, { query: "tunnel", question: "what does --tunnel do?" });
  expect(found.map(({ passage }) => passage.path)).toContain("/docs/flags");
});

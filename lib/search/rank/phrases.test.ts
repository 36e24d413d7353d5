import { describe, expect, test } from "vitest";
import { siteFixture } from "../../../internal/testing/search-site.ts";
import { SearchRequest, searchSite } from "../request.ts";
import { searchPassages } from "../search.ts";
import { createPhraseFinder, quotedPhrases, toWords } from "./phrases.ts";

const page = (name: string, title: string, text: string) => ({
  path: `/docs/${name}`,
  language: "en",
  version: "v2",
  title,
  text,
});
const site = siteFixture([
  page("headers", "Invalid upstream headers", "Your proxy refuses some of them, such as one that is sent twice."),
  page(
    "log",
    "Read the log",
    "Look for a line such as upstream sent invalid header while reading the response, and for nothing else in it.",
  ),
  ...Array.from({ length: 12 }, (_, i) =>
    page(`kiln-${i}`, `Kiln ${i}`, `Upstream of kiln ${i} a header is sent, and one is invalid.`),
  ),
  { path: "/docs/zh", language: "zh", version: "v2", title: "数据", text: "请先连接数据库再开始。" },
]);
const search = (query: string) => searchSite(site, SearchRequest.parse({ query, filter: {} }));
const pathsFor = async (query: string) => (await search(query)).map(({ path }) => path);

test("words that a page has in their order come before the same words scattered in a title", async () => {
  expect((await pathsFor("upstream sent invalid header"))[0]).toBe("/docs/log");
});

describe("quotation marks", () => {
  test.each(['"sent invalid header"', "“Sent invalid, header” log", "„sent invalid header“", "«sent  invalid-header»"])(
    "require what is in them: %s",
    async (query) => expect(await pathsFor(query)).toEqual(["/docs/log"]),
  );

  test("require every phrase, and one word too", async () => {
    expect(await pathsFor('"sent invalid header" "reading the response"')).toEqual(["/docs/log"]);
    expect(await pathsFor('"sent invalid header" "is sent twice"')).toEqual([]);
    expect(await pathsFor('log "twice"')).toEqual(["/docs/headers"]);
    expect(await pathsFor('"数据库"')).toEqual(["/docs/zh"]);
  });

  test("find nothing where no page has the words in this order", async () => {
    expect(await search('"header invalid sent"')).toEqual([]);
  });

  test("that are not closed, or in a question to the assistant, require nothing", async () => {
    expect((await pathsFor('"sent invalid head')).length).toBeGreaterThan(3);
    const found = await searchPassages(site, { query: 'what is "header invalid sent"?', limit: 5, filter: {} });
    expect(found.length).toBeGreaterThan(0);
  });
});

test("a message that is pasted with what a log says around it comes before pages that share a word with that", async () => {
  const line = "2026-03-17T08:41:52.306Z ERROR [web-2] upstream sent invalid header while reading the response (request 7f3a)";
  expect((await pathsFor(line))[0]).toBe("/docs/log");
});

test("five words in a row are worth more than their share of an English query, and less than the whole of one", () => {
  const words = toWords("upstream sent invalid header while reading response");
  const query = "first web server 2 upstream sent invalid header while reading response again";
  const [english, german] = ["en", "de"].map((language) => createPhraseFinder(query, language)?.(words) ?? 0);
  expect(german).toBeCloseTo(7 / 12);
  expect(english).toBeGreaterThan(0.9);
  expect(english).toBeLessThan(1);
});

test("the longest run of three words or more counts, nearly as a share of the query", () => {
  const words = toWords("Kiln, two three: four. Five; how do I use");
  const shareOf = (query: string) => createPhraseFinder(query, "en")?.(words);
  expect(shareOf("two three four five")).toBe(1);
  expect(shareOf("zero KILN two three six seven")).toBeCloseTo(0.5 + 0.8 * (3 / 5 - 0.5));
  expect(shareOf("kiln three five")).toBe(0);
  expect(shareOf("how do I use glaze")).toBeLessThan(1);
  expect(shareOf("how do I glaze")).toBe(0);
  expect(shareOf("kiln two")).toBeUndefined();
  expect(quotedPhrases('a "Café  au-lait" “b” "" \'c d\'')).toEqual(["Café  au-lait", "b"]);
});

import { expect, test } from "vitest";
import { passageFixture, siteFixture } from "../../../internal/testing/search-site.ts";
import { createAnalyzer } from "../analyze/analyze.ts";
import { createCorpus } from "../corpus.ts";
import { searchPassages } from "../search.ts";
import { findRecords, recordShare } from "./rank.ts";

const page = (path: string, text = "text", heading = "") => passageFixture({ path, title: "Page", text, heading });
const proposals = ["0001-keys", "0002-retries", "0003-tags", "0004-lists", "0042-tasks"].map((name) => `/docs/rfcs/${name}`);
const analyzer = createAnalyzer("en");

function recordsAmong(...passages: ReturnType<typeof page>[]) {
  const corpus = createCorpus(passages);
  const { isRecord } = findRecords(corpus, analyzer);
  const paths = [...new Set(passages.map(({ path }) => path))];
  return paths.filter((_, number) => isRecord[number] === 1);
}

test("numbered files of one folder are proposals; a few, ordered ones, and versions are not", () => {
  expect(recordsAmong(page("/docs/keys"), ...proposals.map((path) => page(path)))).toEqual(proposals);
  expect(recordsAmong(...proposals.slice(1).map((path) => page(path)))).toEqual([]);
  expect(recordsAmong(...["01-a", "02-b", "03-c", "04-d", "05-e"].map((name) => page(`/docs/${name}`)))).toEqual([]);
  expect(recordsAmong(...["01", "02", "03", "04", "05"].map((month) => page(`/docs/2026-${month}-28`)))).toEqual([]);
});

test("a page of which many headings are versions or dates is a change log", () => {
  const log = (...headings: string[]) => headings.map((heading) => page("/docs/news", "text", heading));
  expect(recordsAmong(...log("v2.1.0", "Version 2.0", "1.9"))).toEqual(["/docs/news"]);
  expect(recordsAmong(...log("2026-06-25", "May 3, 2026", "April 2026"))).toEqual(["/docs/news"]);
  expect(recordsAmong(...log("v2.1.0", "Version 2.0"))).toEqual([]);
  expect(recordsAmong(...log("v2", "Install", "Keys", "Retries", "v2.1", "v2.0", "Limits", "Tags", "Lists", "Tasks"))).toEqual(
    [],
  );
});

test.each([
  ["What's new in webhooks?", true],
  ["what is new", true],
  ["whats new", true],
  ["release notes", true],
  ["create a new project", false],
  ["what does a new member see?", false],
])("the question %j asks for records: %s", (question, isAsked) => {
  const { names } = findRecords(createCorpus([page("/docs/log")]), analyzer);
  const share = recordShare({ isRecord: Uint8Array.of(1), names }, analyzer.terms(question), question);
  expect(share(0) === 1).toBe(isAsked);
});

test("a page that says how it is comes before a proposal that says as much, unless the query asks for proposals", async () => {
  const said = "A client retries a request after a second.";
  const site = siteFixture([...proposals.map((path) => page(path, said, "Retries")), page("/docs/retries", said, "Retries")]);
  const first = async (query: string) => (await searchPassages(site, { query, limit: 1 }))[0]?.passage.path;
  expect(await first("client retries")).toBe("/docs/retries");
  expect(await first("rfcs client retries")).toMatch("/docs/rfcs/");
});

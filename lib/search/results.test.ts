import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { passageFixture, projectFixture } from "../../internal/testing/search-site.ts";
import { buildSite } from "../content/content.ts";
import { SearchRequest, searchSite, toSearchResult } from "./request.ts";

const project = { ...projectFixture(), siteUrl: "https://docs.acme.test" };
const hit = (given: { anchor?: string }) => ({
  passage: passageFixture({
    path: "/docs/keys",
    title: "Keys",
    heading: "Rotate",
    text: "Rotate a key.",
    version: "v2",
    ...given,
  }),
  score: 0.7,
  relativeRank: 1,
  expandedCoverage: 1,
  oovShare: 0,
  termMatches: [],
  section: { heading: "Rotate", anchor: given.anchor ?? "", from: 0, to: 1, coverage: 1 },
});

test("a passage comes with its text, its path and what is known of its place, and nothing internal", () => {
  expect(toSearchResult(project, hit({ anchor: "rotate" }))).toEqual({
    content: "Rotate a key.",
    path: "/docs/keys",
    url: "https://docs.acme.test/docs/keys#rotate",
    metadata: {
      title: "Keys",
      heading: "Rotate",
      anchor: "rotate",
      url: "https://docs.acme.test/docs/keys#rotate",
      version: "v2",
      language: "en",
      score: 0.7,
      kind: "guide",
    },
  });
});

test("a passage of an operation has its method", () => {
  const { passage, ...found } = hit({});
  expect(toSearchResult(project, { ...found, passage: { ...passage, method: "POST" } }).metadata.method).toBe("POST");
});

test("a passage at the top of a page has the address of the page", () => {
  expect(toSearchResult(project, hit({})).metadata.url).toBe("https://docs.acme.test/docs/keys");
});

test("a result has the titles above its page and the corrected query, where there are any", () => {
  const { metadata } = toSearchResult(project, { ...hit({}), breadcrumb: ["Guides", "Access"], correctedQuery: "rotate keys" });
  expect(metadata).toMatchObject({ breadcrumb: ["Guides", "Access"], correctedQuery: "rotate keys" });
  expect(Object.keys(toSearchResult(project, { ...hit({}), breadcrumb: [] }).metadata)).not.toContain("breadcrumb");
});

test("a page is found by words of its keywords, its description or its path alone", async () => {
  const page =
    "---\ntitle: Goods\ndescription: How shelves are stocked.\nkeywords: [pallet, forklift]\n---\n\nPut it away.\n\n## Later\n\nCount.\n";
  const files = { "index.mdx": "# Start\n\nRead this first.\n", "warehouse.mdx": page };
  const site = await buildSite(createProject(), createFiles(files));
  for (const query of ["forklift", "pallet", "stocked", "warehouse"]) {
    const [first] = await searchSite(site, SearchRequest.parse({ query }));
    expect([query, first?.path, first?.content.includes("forklift")]).toEqual([query, "/docs/warehouse", false]);
  }
});

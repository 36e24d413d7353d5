import { describe, expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../content/content.ts";
import { pageGroups, pagesToBeginWith } from "./page-groups.ts";

const operation = { tags: ["Trips"], summary: "List trips", responses: { 200: { description: "Trips" } } };
const api = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Trains", version: "1" },
  tags: [{ name: "Trips" }],
  paths: { "/trips": { get: operation } },
});

const folders = {
  "index.mdx": "# Start",
  "stations/meta.json": JSON.stringify({ title: "Stations", icon: "train", description: "Platforms and lifts." }),
  "stations/find.mdx": "# Find a station",
  "stations/lifts.mdx": "# Lifts",
  "trips/book.mdx": "# Book a trip",
  "news.mdx": "---\ntitle: News\nrss: true\n---\n",
};

async function siteOf(files: Record<string, string>, description?: string) {
  return buildSite(createProject(description ? { apiDescription: "openapi.json" } : {}), createFiles(files, description));
}

const locale = { language: "en", version: null };

describe("the groups of a site", () => {
  test("are its folders, with what their meta.json says, and the pages beside them", async () => {
    const groups = pageGroups(await siteOf(folders, api), locale);
    expect(groups.map(({ title, icon, description, isApi, pages }) => [title, icon, description, isApi, pages.length])).toEqual([
      [undefined, undefined, undefined, false, 2],
      ["Stations", "train", "Platforms and lifts.", false, 2],
      ["Trips", undefined, undefined, false, 1],
      ["API reference", undefined, undefined, true, 3],
    ]);
  });

  test("are the tabs of a docs.json", async () => {
    const tabs = [
      { tab: "Guides", groups: [{ group: "Basics", pages: ["a", "b"] }] },
      { tab: "More", pages: ["c"] },
      { tab: "Elsewhere", href: "https://example.com" },
    ];
    const files = { "docs.json": JSON.stringify({ navigation: { tabs } }), "a.mdx": "# A", "b.mdx": "# B", "c.mdx": "# C" };
    const groups = pageGroups(await siteOf(files), locale);
    expect(groups.map(({ title, pages }) => [title, ...pages.map(({ path }) => path)])).toEqual([
      ["Guides", "/docs/a", "/docs/b"],
      ["More", "/docs/c"],
    ]);
  });

  test("are those of a single tab, and of the labels of a meta.json", async () => {
    const groups = [
      { group: "Basics", pages: ["a"] },
      { group: "Advanced", pages: ["b"] },
    ];
    const pages = { "a.mdx": "# A", "b.mdx": "# B" };
    const one = { ...pages, "docs.json": JSON.stringify({ navigation: { tabs: [{ tab: "Guides", groups }] } }) };
    expect(pageGroups(await siteOf(one), locale).map(({ title }) => title)).toEqual(["Basics", "Advanced"]);
    const labelled = { ...pages, "meta.json": JSON.stringify({ pages: ["---First---", "a", "---Second---", "b"] }) };
    expect(pageGroups(await siteOf(labelled), locale).map(({ title }) => title)).toEqual(["First", "Second"]);
  });
});

test("readers begin with the first page of each group, guides before APIs, each once", async () => {
  const begin = async (count: number) =>
    pagesToBeginWith(await siteOf(folders, api), locale, count).map(({ page }) => page.title);
  expect(await begin(4)).toEqual(["Start", "Find a station", "Book a trip", "Trains"]);
  expect(await begin(9)).toEqual(["Start", "Find a station", "Book a trip", "Trains", "News", "Lifts"]);
});

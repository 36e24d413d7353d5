import { describe, expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../content/content.ts";
import { breadcrumbsOf } from "./breadcrumbs.ts";

const siteOf = (files: Record<string, string>) => buildSite(createProject({}), createFiles(files));

describe("the titles above a page", () => {
  test("are its folders and the label above it; a folder's own page does not repeat it", async () => {
    const site = await siteOf({
      "meta.json": JSON.stringify({ pages: ["index", "---Cars---", "cars"] }),
      "index.mdx": "# Start",
      "cars/meta.json": JSON.stringify({ title: "All cars" }),
      "cars/index.mdx": "# Cars",
      "cars/fast/red.mdx": "# Red",
    });
    const above = breadcrumbsOf(site);
    expect(above.get("/docs")).toEqual([]);
    expect(above.get("/docs/cars")).toEqual(["Cars"]);
    expect(above.get("/docs/cars/fast/red")).toEqual(["Cars", "All cars", "Fast"]);
  });

  test("are tabs and groups of a docs.json, without its versions and without a tab that holds everything", async () => {
    const group = (page: string) => ({ group: "Basics", pages: [page] });
    const versions = [
      {
        version: "v2",
        tabs: [
          { tab: "Guides", groups: [group("a")] },
          { tab: "More", pages: ["b"] },
        ],
      },
      { version: "v1", tabs: [{ tab: "Guides", groups: [group("c")] }] },
    ];
    const site = await siteOf({
      "docs.json": JSON.stringify({ navigation: { versions } }),
      ...{ "a.mdx": "# A", "b.mdx": "# B", "c.mdx": "# C" },
    });
    const above = breadcrumbsOf(site);
    expect([...above].map(([path, titles]) => [path.slice(-1), titles.join(" › ")])).toEqual([
      ["a", "Guides › Basics"],
      ["b", "More"],
      ["c", "Basics"],
    ]);
  });
});

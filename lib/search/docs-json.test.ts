import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../content/content.ts";
import { searchPassages } from "./search.ts";

const text = (words: string) => `# ${words}\n\nHow to configure the ${words} of the kettle, and what it does then.`;
const docs = {
  navigation: {
    tabs: [
      { tab: "Guide", groups: [{ group: "Guide", pages: ["thermostat"] }] },
      {
        tab: "API",
        versions: [
          { version: "v2", groups: [{ group: "API", pages: ["v2/valve"] }] },
          { version: "v1", groups: [{ group: "API", pages: ["v1/valve"] }] },
        ],
      },
    ],
  },
};
const site = await buildSite(
  createProject(),
  createFiles({
    "docs.json": JSON.stringify(docs),
    "thermostat.mdx": text("thermostat"),
    "v2/valve.mdx": text("valve"),
    "v1/valve.mdx": text("valve"),
  }),
);
const find = async (query: string, version?: string) => {
  const hits = await searchPassages(site, { query, limit: 10, filter: { version } });
  return hits.map(({ passage }) => passage.path);
};

test("a page outside of all versions is found in each version, and in none that the site lacks", async () => {
  expect(await find("thermostat", "v1")).toContain("/docs/thermostat");
  expect(await find("thermostat", "v9")).toEqual([]);
});

test("a page of several versions is found once, in the default one; a version finds its own", async () => {
  expect((await find("valve")).filter((path) => path.endsWith("/valve"))).toEqual(["/docs/v2/valve"]);
  expect((await find("valve", "v1")).filter((path) => path.endsWith("/valve"))).toEqual(["/docs/v1/valve"]);
});

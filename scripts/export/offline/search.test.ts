import { expect, test } from "vitest";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { toIndex } from "../zip.ts";
import { createOfflineSearch } from "./search.ts";

const long = Array.from({ length: 60 }, (_, i) => `The glaze melts at temperature ${i} of the table.`).join("\n\n");
const { passages } = await siteOf({
  kilns: [
    "Kilns",
    "Two kilns are in the yard.\n\n## Firing\n\nHeat the kiln slowly.\n\n## Cooling\n\nOpen the vent, and leave the kiln alone for a night.",
  ],
  glazes: ["Glazes", `## Melting\n\n${long}`],
});
const paths = [...new Set(passages.map(({ path }) => path))];
const index = toIndex(
  paths.map((path) => ({ path })),
  { passages, language: "en" },
);
const search = createOfflineSearch(JSON.parse(JSON.stringify(index)), "en");
const hitsFor = (query: string) =>
  search(query).map(({ entry, anchor, heading, snippet }) => ({
    place: `${paths[entry]}${anchor && `#${anchor}`}`,
    heading,
    snippet: snippet.map(({ text }) => text).join(""),
  }));

test("an offline result leads to the section that fits, and quotes that alone", () => {
  expect(passages.filter(({ path }) => path === "/docs/kilns")).toHaveLength(1);
  expect(hitsFor("open the vent")).toEqual([
    { place: "/docs/kilns#cooling", heading: "Cooling", snippet: "Open the vent, and leave the kiln alone for a night." },
  ]);
  expect(hitsFor("firing")[0]).toEqual({ place: "/docs/kilns#firing", heading: "Firing", snippet: "Heat the kiln slowly." });
  expect(hitsFor("kilns")[0]).toEqual({ place: "/docs/kilns", heading: "", snippet: "Two kilns are in the yard." });
});

test("an offline result is one for a section, however many passages it was cut into", () => {
  expect(passages.filter(({ anchor }) => anchor === "melting").length).toBeGreaterThan(1);
  expect(hitsFor("glaze").map(({ place }) => place)).toEqual(["/docs/glazes#melting"]);
});

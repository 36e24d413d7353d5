import { expect, test } from "vitest";
import { siteFixture } from "../../../internal/testing/search-site.ts";
import { searchPassages } from "../search.ts";

const place = { language: "en", version: "v2" };
const titled = ["Error", "Get errors", "Why errors", "Use"].flatMap((title, index) =>
  [1, 2].map((half) => ({ ...place, path: `/docs/error-${index}-${half}`, title, text: `${title}: read it in the log.` })),
);
const others = Array.from({ length: 120 }, (_, index) => ({
  ...place,
  path: `/docs/${index}`,
  title: `Kiln ${index}`,
  text: `Why and how you use ${index} bowls, and get them fired.`,
}));
const long = "A proxy stands before the kiln and ends what takes too long for it to be of use. ".repeat(20);
const proxy = { ...place, path: "/docs/proxy", title: "Proxy", text: `${long} It answers 524 then, and E2041 to a skopeo.` };
const site = siteFixture([...titled, ...others, proxy]);

test.each(["524", "error 524", "why do I get 524?", "E2041 error", "how do I use skopeo"])(
  "a number, a code or a word that one page has finds it: %s",
  async (query) => {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect(first?.passage.path).toBe("/docs/proxy");
  },
);

import { expect, test } from "vitest";
import { Retrieval } from "./retrieval.ts";
import { siteOf } from "./testing-site.ts";

test("knows the addresses of a page that also holds one endless word, without trying every letter of it", async () => {
  const word = "e".repeat(150_000);
  const site = await siteOf({ keys: ["Keys", `Write to help.desk+docs@docs.test.\n\n    ${word}\n\nSee https://a.test/keys.`] });
  const retrieval = new Retrieval(site.project);

  for (const passage of site.passages) retrieval.recordPassage(passage);

  const known = ["help.desk+docs@docs.test", "https://a.test/keys", "desk+docs@docs.test"].map((url) => retrieval.allows(url));
  expect(known).toEqual([true, true, false]);
});

test("a quoted link stays within the site, unless the text that was found says its address", async () => {
  const site = await siteOf({ keys: ["Keys", "See [Limits](/docs/limits), https://a.test/keys or help@a.test."] });
  const retrieval = new Retrieval(site.project);
  const [passage] = site.passages;
  if (!passage) throw new Error("The page has no passage.");
  retrieval.recordPassage(passage);

  const links = ["/docs/limits", "#top", "https://docs.test/docs/limits", "https://a.test/keys", "mailto:help@a.test"];
  const elsewhere = [
    "https://evil.test",
    "//evil.test",
    "https://docs.test.evil.test/",
    "mailto:a@evil.test",
    "javascript:alert(1)",
  ];
  expect(links.map((link) => retrieval.urlOfLink(passage, link))).toEqual([
    "https://docs.test/docs/limits",
    `https://docs.test${passage.path}#top`,
    ...links.slice(2),
  ]);
  expect(elsewhere.map((link) => retrieval.urlOfLink(passage, link))).toEqual(elsewhere.map(() => undefined));
});

import { expect, test } from "vitest";
import { Retrieval } from "./retrieval.ts";
import { siteOf } from "./testing-site.ts";

test("knows the addresses of a page that also holds one endless word, without trying every letter of it", async () => {
  const word = "e".repeat(150_000);
  const site = await siteOf({ keys: ["Keys", `Write to help.desk+docs@docs.test.\n\n    ${word}\n\nSee https://a.test/keys.`] });
  const retrieval = new Retrieval(site.project);

  for (const passage of site.passages) retrieval.record(passage);

  const known = ["help.desk+docs@docs.test", "https://a.test/keys", "desk+docs@docs.test"].map((url) => retrieval.allows(url));
  expect(known).toEqual([true, true, false]);
});

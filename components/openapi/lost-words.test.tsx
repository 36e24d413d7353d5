import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { lostWords, renderAll } from "../../internal/testing/openapi-lost-words.tsx";
import { buildSite } from "../../lib/content/content.ts";

/** Words that are no loss, by the description: how they are said instead. */
const SAID_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // A bound that every integer of 64 bits has.
  "keywords.yaml": ["9223372036854776000"],
};

test.each(["code-generator.yaml", "fastapi.yaml", "keywords.yaml", "openapi32.yaml"])(
  "every word of %s is in the HTML of its pages, within two folds, and in their Markdown",
  async (name) => {
    const text = readFileSync(path.join("internal/testing/fixtures", name), "utf8");
    const site = await buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, text));
    if (!site.openapi) throw new Error("no description");
    const shown = renderAll(site.openapi, site);
    for (const form of ["html", "markdown"] as const) {
      const lost = [...lostWords(site.openapi, shown[form])].filter(([word]) => !SAID_OTHERWISE[name]?.includes(word));
      expect([form, lost]).toEqual([form, []]);
    }
  },
);

test("a word that no page shows is found, and where it is", () => {
  const operation = { description: "Shown and hidden.", responses: {} };
  const document = { openapi: "3.1.0", info: { title: "A" }, paths: { "/a": { get: operation } } };
  expect([...lostWords(document, "<p title='hidden'>Shown <b>and</b></p>")]).toEqual([["hidden", "/a/get/description"]]);
});

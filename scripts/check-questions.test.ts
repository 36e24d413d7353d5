import { expect, test } from "vitest";
import { getMainProject } from "../lib/config/config.ts";
import { replaceSettings } from "../lib/config/testing.ts";
import { createFiles } from "../lib/content/fixtures/project.ts";
import { buildSite } from "../lib/content/site.ts";
import { describeUnanswered } from "./check-questions.ts";

test("a starter question needs a language of the site, and is worth a warning where no page answers it", async () => {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] });
  try {
    const page =
      "---\ntitle: Glaze a bowl\n---\n\n## Glaze a bowl\n\nTo glaze a bowl, dip it into the glaze for three seconds.\n";
    const other = "---\ntitle: Fire a kiln\n---\n\nHeat the kiln slowly for nine hours.\n";
    const site = await buildSite(getMainProject(), createFiles({ "glaze.mdx": page, "fire.mdx": other }));
    const findings = await describeUnanswered(site, {
      en: ["How do I glaze a bowl?", "Who won the chess championship?"],
      fr: [],
    });
    const unanswered = 'assistant.starterQuestions.en: no page answers "Who won the chess championship?"';
    expect(findings).toEqual([
      // The questions that come with a new site outlive its starter pages.
      { severity: "warning", message: expect.stringContaining(unanswered) },
      { severity: "error", message: expect.stringContaining('assistant.starterQuestions.fr: the site has no language "fr"') },
    ]);
  } finally {
    restore();
  }
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { FallbackNotice, FileErrors } from "./page-notices.tsx";

test.each([
  ["es", "Inglés", undefined],
  ["sv", "English", 'lang="en"'],
])(
  "a page that is not translated names the language it is shown in as the sentence around it does: %s",
  async (language, name, marked) => {
    const languages = ["en", language].map((id) => ({ id, label: id }));
    const site = await buildSite(createProject({ languages }), createFiles({ "en/a.mdx": "# A" }));
    const html = renderToStaticMarkup(<FallbackNotice site={site} language={language} messages={docsMessages(language)} />);
    expect(html.toLowerCase()).toContain(name.toLowerCase());
    expect(html.includes('lang="en"')).toBe(marked !== undefined);
  },
);

test("of many files that cannot be used a page in development names three and counts the rest", async () => {
  const project = createProject({ languages: ["en", "es"].map((id) => ({ id, label: id })) });
  const config = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };
  onTestFinished(replaceSettings(config, { NODE_ENV: "development" }));
  const misplaced = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`elsewhere/page-${index}.mdx`, "# A"]));
  const site = await buildSite(project, createFiles({ "en/a.mdx": "# A", ...misplaced }));
  const html = renderToStaticMarkup(<FileErrors site={site} messages={docsMessages("en")} />);
  expect(html.match(/elsewhere\/page-\d+\.mdx/g)).toHaveLength(3);
  expect(html).toContain("397 more files cannot be used.");
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import type { Page } from "../../lib/content/model/page.ts";
import type { Finding } from "../../lib/finding.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { FallbackNotice, FileErrors, PageError, PageFindings } from "./page-notices.tsx";

const config = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };

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
  onTestFinished(replaceSettings(config, { NODE_ENV: "development" }));
  const misplaced = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`elsewhere/page-${index}.mdx`, "# A"]));
  const site = await buildSite(project, createFiles({ "en/a.mdx": "# A", ...misplaced }));
  const html = renderToStaticMarkup(<FileErrors site={site} messages={docsMessages("en")} />);
  expect(html.match(/elsewhere\/page-\d+\.mdx/g)).toHaveLength(3);
  expect(html).toContain("397 more files cannot be used.");
});

test("the author of a page reads on it what check says of it, and readers do not", async () => {
  const text = "# A\n\nSee [b](/docs/b) and ![c](/c.png).\n\n<Unknwn />\n";
  const site = await buildSite(createProject(), createFiles({ "a.mdx": text, "d.mdx": "# D\n\n[e](/docs/e)\n" }));
  const show = async () => {
    const findings = await PageFindings({ site, page: site.pages[0] as Page, messages: docsMessages("en") });
    return renderToStaticMarkup(findings).replaceAll(/<[^>]+>/g, " ");
  };
  const restore = replaceSettings(config, { NODE_ENV: "development" });
  expect(await show()).toMatch(/: 3 .*a\.mdx:5:1 .*Unknwn.*a\.mdx:3:5 .*\/docs\/b .*a\.mdx:3:\d+ .*\/c\.png/);
  restore();
  onTestFinished(replaceSettings(config, { NODE_ENV: "production" }));
  expect(await show()).toBe("");
});

test("readers learn that a part of a page is missing; its author also why and where", () => {
  const finding: Finding = { severity: "error", file: "a.mdx", line: 3, column: 1, message: "A tag is not closed." };
  const show = () => renderToStaticMarkup(<PageError finding={finding} messages={docsMessages("en")} />);
  const restore = replaceSettings(config, { NODE_ENV: "production" });
  expect(show()).toContain("A part of this page could not be drawn.");
  expect(show()).not.toMatch(/a\.mdx|not closed/);
  restore();
  onTestFinished(replaceSettings(config, { NODE_ENV: "development" }));
  expect(show()).toMatch(/a\.mdx:3:1.*A tag is not closed\./s);
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../lib/content/fixtures/project.ts";
import { buildSite } from "../../lib/content/site.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { FallbackNotice } from "./page-notices.tsx";

test.each([
  ["es", "Inglés", undefined],
  ["de", "English", 'lang="en"'],
])(
  "a page that is not translated names the language it is shown in as the sentence around it does: %s",
  async (language, name, marked) => {
    const languages = ["en", language].map((id) => ({ id, label: id }));
    const site = await buildSite(createProject({ languages }), createFiles({ "en/a.mdx": "# A" }), { isTrusted: () => true });
    const html = renderToStaticMarkup(<FallbackNotice site={site} language={language} messages={docsMessages(language)} />);
    expect(html.toLowerCase()).toContain(name.toLowerCase());
    expect(html.includes('lang="en"')).toBe(marked !== undefined);
  },
);

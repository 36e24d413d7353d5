import { globSync, readFileSync } from "node:fs";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../../lib/config/config.ts";
import type { Project } from "../../lib/config/schema.ts";
import { buildSite } from "../../lib/content/content.ts";
import { readContentFiles } from "../../lib/content/files/files.ts";
import { compilePage, toMarkdown } from "../../lib/content/output/compile.ts";
import { referenceOf } from "../../lib/content/site/reference.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { listIds } from "../../lib/openapi/document/operation-document.ts";

/** The manual and its API reference. */
let site: Site;
beforeAll(async () => {
  const project = readSettings({}).config.projects[0] as Project;
  site = await buildSite(project, await readContentFiles(project));
});

describe("the pages of the manual", () => {
  test("have no error", () => {
    expect(site.findings).toEqual([]);
    expect(site.pages.length).toBeGreaterThan(30);
  });

  test("have at most 30,000 words in the current version, front matter and code included", () => {
    const files = globSync(`content/en/${site.project.defaultVersion}/**/*.mdx`);
    const words = files.flatMap((file) => readFileSync(file, "utf8").split(/\s+/).filter(Boolean));
    expect(files.length).toBeGreaterThan(30);
    expect(words.length).toBeLessThanOrEqual(30_000);
  });

  test("hold every anchor of their passages, each id once", { timeout: 120_000 }, async () => {
    for (const page of site.pages) {
      const { body, error } = await compilePage(page);
      const Part = ({ id, children }: { id?: string; children?: ReactNode }) => createElement("section", { id }, children);
      const parts = { Update: Part, Accordion: Part, Tab: Part, Expandable: Part };
      const html = renderToStaticMarkup(createElement(body, { components: parts }));
      const reference = referenceOf(site, page);
      // The page of a description is drawn from its document; document-html.test.tsx proves that it has the ids of that.
      const ids = reference ? listIds(reference) : [...html.matchAll(/<(?:h\d|section) id="([^"]+)"/g)].map(([, id]) => id);
      const passages = site.passages.filter(({ path }) => path === page.path);
      const anchors = passages.flatMap(({ anchor, blocks }) => [anchor, ...blocks.map((block) => block.anchor ?? "")]);
      expect([page.path, error]).toEqual([page.path, undefined]);
      expect([page.path, anchors.filter((anchor) => anchor !== "" && !ids.includes(anchor))]).toEqual([page.path, []]);
      expect([page.path, ids.length]).toEqual([page.path, new Set(ids).size]);
    }
  });

  test("are plain Markdown for agents: no component and no comment outside code", async () => {
    for (const page of site.pages) {
      const prose = (await toMarkdown(page)).replace(/^( *)(`{3,})[\s\S]*?^\1\2/gm, "").replace(/`[^`]*`/g, "");
      expect([page.path, prose.match(/<\/?[A-Za-z][^>]*>|\{\/\*/g)]).toEqual([page.path, null]);
    }
  });

  test("give passages that are neither empty nor, code aside, too long to read", () => {
    for (const { id, text, blocks } of site.passages) {
      const longest = Math.max(...blocks.map((block) => block.text.length));
      expect([id, text.trim().length > 0]).toEqual([id, true]);
      expect([id, text.length < 2_400 || longest > 1_600]).toEqual([id, true]);
    }
  });
});
